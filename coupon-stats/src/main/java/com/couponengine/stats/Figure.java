package com.couponengine.stats;

/** What is counted, with the name that it has in the counters. The names are stored: they never change. */
enum Figure {
    ISSUED("issued"),
    USES("uses"),
    RELEASED("released"),
    REFUNDS("refunds"),
    VOIDED("voided"),
    EXPIRED("expired"),
    /** Minor units. */
    GIVEN("given"),
    /** Minor units. */
    TAKEN_BACK("takenBack");

    private final String field;

    Figure(String field) {
        this.field = field;
    }

    String field() {
        return field;
    }
}
