package com.couponengine.jdbc.internal.schema;

import com.couponengine.core.store.Shards;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * What a data source says of its schema.
 *
 * @param version the schema's version
 * @param source which of the data sources it is, from 0
 * @param sources how many there are
 */
record InstalledVersion(int version, int source, int sources) {
    /** What this library would install. */
    static InstalledVersion of(int source, Shards shards) {
        return new InstalledVersion(Schema.VERSION, source, shards.sources());
    }

    /** What is installed; empty if nothing is, or if it cannot be read. */
    static Optional<InstalledVersion> read(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT version, source, sources FROM coupon_schema_version ORDER BY version DESC")) {
            return row.next()
                    ? Optional.of(new InstalledVersion(row.getInt(1), row.getInt(2), row.getInt(3)))
                    : Optional.empty();
        } catch (SQLException e) {
            return Optional.empty();
        }
    }
}
