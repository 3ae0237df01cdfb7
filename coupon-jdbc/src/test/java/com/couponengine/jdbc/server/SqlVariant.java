package com.couponengine.jdbc.server;

/** The databases that the tests run on. */
public enum SqlVariant {
    /** MariaDB, a child process. */
    MARIADB("MariaDB"),
    /** MySQL, a child process. */
    MYSQL("MySQL"),
    /** PostgreSQL, a child process. */
    POSTGRESQL("PostgreSQL"),
    /** H2 on the disk, in this JVM: the embedded default. It cannot be killed. */
    H2("H2"),
    /** H2 in the memory of this JVM. */
    H2_MEMORY("H2-memory"),
    /** H2 on the disk in a JVM of its own, which can be killed. */
    H2_PROCESS("H2-process");

    private final String title;

    SqlVariant(String title) {
        this.title = title;
    }

    /** The name in messages and, in lower case, in settings. */
    public String title() {
        return title;
    }
}
