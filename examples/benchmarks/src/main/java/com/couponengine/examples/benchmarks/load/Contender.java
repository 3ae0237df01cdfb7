package com.couponengine.examples.benchmarks.load;

import java.util.concurrent.CompletionStage;

/** One way to do the job that a benchmark compares. Operations have numbers, which no two operations share. */
public sealed interface Contender extends AutoCloseable {
    /** As it stands in the tables. */
    String name();

    /** Makes ready for a run; not measured. */
    default void prepare() throws Exception {}

    @Override
    default void close() {}

    /** What was prepared for the run is used up: the run ends here. */
    final class UsedUpException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** One thread for each caller, which waits for its answer. */
    non-sealed interface Blocking extends Contender {
        /** Carries out one operation. Throws if it did not do what it should. */
        void once(long number) throws Exception;
    }

    /** Callers that do not wait: each begins its next operation when the last one has been answered. */
    non-sealed interface Async extends Contender {
        /** Begins one operation; completes exceptionally if it did not do what it should. */
        CompletionStage<?> start(long number);
    }

    /** No callers at all: many operations at once, as fast as they go. */
    non-sealed interface Bulk extends Contender {
        /** How many threads do so. */
        int threads();

        /** How many operations each of them carries out at once, standing in for so many callers. */
        int size(int callers);

        /** Carries out so many operations, whose numbers begin there. */
        void bulk(int thread, long first, int size) throws Exception;
    }
}
