package com.couponengine.examples.flashsale;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the servers are. Without any of these the sale runs on what is embedded. */
final class Servers {
    @Option(
            names = "--db",
            paramLabel = "JDBC-URL",
            description = "MariaDB, MySQL or PostgreSQL; without it H2 on disk")
    @Nullable
    String database;

    @Option(names = "--db-user", paramLabel = "NAME", defaultValue = "", description = "user of the database")
    String databaseUser = "";

    @Option(names = "--db-password", paramLabel = "WORD", defaultValue = "", description = "password of the database")
    String databasePassword = "";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "where H2 keeps its files; without it a temporary folder")
    @Nullable
    Path data;

    @Option(names = "--redis", paramLabel = "URL", description = "redis://host:port; without it the gate is in memory")
    @Nullable
    String redis;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "bootstrap servers; without it events stay in memory")
    @Nullable
    String kafka;

    @Option(
            names = "--kafka-topic",
            paramLabel = "TOPIC",
            defaultValue = "coupon-events",
            description = "an existing topic (${DEFAULT-VALUE})")
    String kafkaTopic = "coupon-events";

    @Option(
            names = "--clickhouse",
            paramLabel = "URL",
            description = "http://host:port, for the history; needs --kafka and --redis")
    @Nullable
    String clickHouse;

    @Option(
            names = "--clickhouse-database",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "an existing database (${DEFAULT-VALUE})")
    String clickHouseDatabase = "default";
}
