package com.couponengine.core.massissue;

/**
 * Port: how chunks come from where a job is started to the workers that carry them out. Every chunk that was accepted
 * is carried out at least once. Thread-safe.
 */
public interface ChunkSender {
    /**
     * Hands a chunk over; waits, within a stated time, until it is safe or there is room for it.
     *
     * @throws com.couponengine.core.error.StoreUnavailableException if it was not taken
     * @throws com.couponengine.core.error.OutcomeUnknownException if that is not known: send it again, it is idempotent
     */
    void send(MassIssueChunk chunk);
}
