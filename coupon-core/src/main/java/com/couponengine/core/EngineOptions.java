package com.couponengine.core;

import com.couponengine.core.error.Mistakes;
import java.time.Duration;

/**
 * The engine's settings. Immutable; {@link #defaults()} suit one host of a shop, {@link #builder()} changes them.
 *
 * @param callLimit within which a blocking call answers, and after which a call that waits is not started any more
 * @param waitingMax how many grabs may wait for the gate, as many for each of the issue lanes, and as many commands for each
 *     of the redeem lanes; beyond it, BUSY at once
 * @param commitBatchMax how many grabs or redeems share a transaction at the most
 * @param issueLanes commits under way at once for grabs at the most; a multiple of the number of data sources
 * @param redeemLanes commits under way at once for redeems; a multiple of the number of data sources
 * @param reservationLimit after which a reservation that was not ended is settled by the reconciler
 * @param templateAgeMax how old the copy of a template may be that early refusals are made from
 * @param soldOutMax for how long a sold-out template is refused without asking, unless this process sees stock come back
 * @param rebuildPause the least time between two rebuilds of a gate's share
 * @param gateDown what happens to grabs while the gate cannot be reached
 * @param databaseOnlyMax with {@link GateDown#DATABASE_ONLY}: how many grabs may be under way at once
 * @param relayIdle how often the event relay looks for events of other hosts
 * @param reconcileEvery how often this engine reconciles by itself; zero for never
 */
public record EngineOptions(
        Duration callLimit,
        int waitingMax,
        int commitBatchMax,
        int issueLanes,
        int redeemLanes,
        Duration reservationLimit,
        Duration templateAgeMax,
        Duration soldOutMax,
        Duration rebuildPause,
        GateDown gateDown,
        int databaseOnlyMax,
        Duration relayIdle,
        Duration reconcileEvery) {

    /** What happens to grabs while the gate cannot be reached. */
    public enum GateDown {
        /** They are answered UNAVAILABLE, which keeps the crowd off the database. */
        REFUSE,
        /** A bounded number goes to the database directly. */
        DATABASE_ONLY
    }

    private static final Duration LONGEST = Duration.ofDays(365);

    public EngineOptions {
        Mistakes mistakes = new Mistakes()
                .require(waitingMax > 0, "waitingMax", waitingMax, "must be positive")
                .require(
                        commitBatchMax > 0 && commitBatchMax <= 10_000,
                        "commitBatchMax",
                        commitBatchMax,
                        "must be 1 to 10000")
                .require(issueLanes > 0 && issueLanes <= 64, "issueLanes", issueLanes, "must be 1 to 64")
                .require(redeemLanes > 0 && redeemLanes <= 64, "redeemLanes", redeemLanes, "must be 1 to 64")
                .require(gateDown != null, "gateDown", gateDown, "must be given")
                .require(databaseOnlyMax > 0, "databaseOnlyMax", databaseOnlyMax, "must be positive");
        positive(mistakes, "callLimit", callLimit);
        positive(mistakes, "reservationLimit", reservationLimit);
        positive(mistakes, "templateAgeMax", templateAgeMax);
        positive(mistakes, "soldOutMax", soldOutMax);
        positive(mistakes, "rebuildPause", rebuildPause);
        positive(mistakes, "relayIdle", relayIdle);
        mistakes.require(
                reconcileEvery != null && !reconcileEvery.isNegative() && reconcileEvery.compareTo(LONGEST) <= 0,
                "reconcileEvery",
                reconcileEvery,
                "must be zero to 365 days");
        mistakes.throwIfAny();
    }

    private static void positive(Mistakes mistakes, String field, Duration value) {
        mistakes.require(
                value != null && value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(LONGEST) <= 0,
                field,
                value,
                "must be a millisecond to 365 days");
    }

    public static EngineOptions defaults() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Starts from the defaults. Not thread-safe. */
    public static final class Builder {
        private Duration callLimit = Duration.ofSeconds(3);
        private int waitingMax = 16_384;
        private int commitBatchMax = 1_024;
        private int issueLanes = 4;
        private int redeemLanes = 4;
        private Duration reservationLimit = Duration.ofSeconds(30);
        private Duration templateAgeMax = Duration.ofSeconds(1);
        private Duration soldOutMax = Duration.ofSeconds(1);
        private Duration rebuildPause = Duration.ofMillis(200);
        private GateDown gateDown = GateDown.REFUSE;
        private int databaseOnlyMax = 64;
        private Duration relayIdle = Duration.ofMillis(200);
        private Duration reconcileEvery = Duration.ofSeconds(30);

        private Builder() {}

        /** 3 seconds by default. */
        public Builder callLimit(Duration value) {
            callLimit = value;
            return this;
        }

        /** 16,384 by default. */
        public Builder waitingMax(int value) {
            waitingMax = value;
            return this;
        }

        /** 1,024 by default. */
        public Builder commitBatchMax(int value) {
            commitBatchMax = value;
            return this;
        }

        /** 4 by default. */
        public Builder issueLanes(int value) {
            issueLanes = value;
            return this;
        }

        /** 4 by default. */
        public Builder redeemLanes(int value) {
            redeemLanes = value;
            return this;
        }

        /** 30 seconds by default. */
        public Builder reservationLimit(Duration value) {
            reservationLimit = value;
            return this;
        }

        /** 1 second by default. */
        public Builder templateAgeMax(Duration value) {
            templateAgeMax = value;
            return this;
        }

        /** 1 second by default. */
        public Builder soldOutMax(Duration value) {
            soldOutMax = value;
            return this;
        }

        /** 200 milliseconds by default. */
        public Builder rebuildPause(Duration value) {
            rebuildPause = value;
            return this;
        }

        /** {@link GateDown#REFUSE} by default. */
        public Builder gateDown(GateDown value) {
            gateDown = value;
            return this;
        }

        /** 64 by default. */
        public Builder databaseOnlyMax(int value) {
            databaseOnlyMax = value;
            return this;
        }

        /** 200 milliseconds by default. */
        public Builder relayIdle(Duration value) {
            relayIdle = value;
            return this;
        }

        /** 30 seconds by default. */
        public Builder reconcileEvery(Duration value) {
            reconcileEvery = value;
            return this;
        }

        /**
         * The settings.
         *
         * @throws com.couponengine.core.error.InvalidInputException naming every wrong setting
         */
        public EngineOptions build() {
            return new EngineOptions(
                    callLimit,
                    waitingMax,
                    commitBatchMax,
                    issueLanes,
                    redeemLanes,
                    reservationLimit,
                    templateAgeMax,
                    soldOutMax,
                    rebuildPause,
                    gateDown,
                    databaseOnlyMax,
                    relayIdle,
                    reconcileEvery);
        }
    }
}
