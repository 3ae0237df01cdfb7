package com.couponengine.examples.benchmarks.grab;

import com.couponengine.examples.benchmarks.load.Contender;
import java.sql.Connection;
import javax.sql.DataSource;

/** The database alone: a conditional update of the counter and an insert, in one transaction for each grab. */
public record UpdateAndInsert(DataSource database) implements Contender.Blocking {
    @Override
    public String name() {
        return "update + insert";
    }

    @Override
    public void once(long number) throws Exception {
        try (Connection connection = database.getConnection()) {
            ShopStatements.countIssued(connection);
            ShopStatements.insert(connection, ShopTables.shop(number), number, number);
            connection.commit();
        }
    }
}
