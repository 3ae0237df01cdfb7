package com.couponengine.jdbc;

/** What is done about a database whose settings could lose what it acknowledged. */
public enum Durability {
    /** Such a database is refused at start. The default. */
    REFUSE,
    /** It is used, with a warning in the log: for tests, or where a loss is acceptable. */
    WARN
}
