package com.couponengine.jdbc.internal.db;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.store.Shards;
import java.util.List;

/**
 * All data sources.
 *
 * @param sources in order; the first one is the home of the templates
 */
public record Database(List<Source> sources) {
    public Database {
        sources = List.copyOf(sources);
    }

    public Shards shards() {
        return new Shards(sources.size());
    }

    /** Where templates are at home. */
    public Source home() {
        return sources.get(0);
    }

    public Source ofTable(int table) {
        return sources.get(shards().sourceOf(table));
    }

    public Source ofUser(long userId) {
        return ofTable(CouponCodes.tableOf(userId));
    }

    public Source ofStream(int stream) {
        return ofTable(stream * Shards.TABLES_PER_STREAM);
    }
}
