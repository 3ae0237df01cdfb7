package com.couponengine.jdbc;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.store.Shards;
import com.couponengine.jdbc.internal.schema.Schema;

/** The schema as SQL text, for hosts whose database administrators run it. It is what the repository would install. */
public final class SchemaSql {
    private SchemaSql() {}

    /** The statements for the only data source; each ends with a semicolon, and running them again does no harm. */
    public static String of(Dialect dialect) {
        return of(dialect, 0, new Shards(1));
    }

    /**
     * The statements for one of several data sources.
     *
     * @param source its number, from 0
     * @param shards how coupons are spread
     */
    public static String of(Dialect dialect, int source, Shards shards) {
        new Mistakes()
                .require(dialect != null, "dialect", dialect, "must be given")
                .require(shards != null, "shards", shards, "must be given")
                .require(
                        source >= 0 && (shards == null || source < shards.sources()),
                        "source",
                        source,
                        "must be the number of a data source, from 0")
                .throwIfAny();
        return String.join(";\n\n", Schema.statements(dialect, source, shards)) + ";\n";
    }
}
