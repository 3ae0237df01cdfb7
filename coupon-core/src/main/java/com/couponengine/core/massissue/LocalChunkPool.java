package com.couponengine.core.massissue;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.grab.GrabStatus;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries chunks out in this process, for jobs that need no queue between hosts. Sending waits while every worker is
 * busy. Closing waits for the chunks that were taken. Thread-safe.
 */
public final class LocalChunkPool implements ChunkSender, AutoCloseable {
    private final MassIssue massIssue;
    private final ExecutorService workers;
    private final Semaphore room;
    private final Map<GrabStatus, Integer> counts = new EnumMap<>(GrabStatus.class);
    private final Map<Long, GrabStatus> refused = new HashMap<>();
    private @Nullable RuntimeException failure;

    /** @param threads how many chunks are carried out at once, 1 to 64 */
    public LocalChunkPool(MassIssue massIssue, int threads) {
        new Mistakes()
                .require(massIssue != null, "massIssue", massIssue, "must be given")
                .require(threads > 0 && threads <= 64, "threads", threads, "must be 1 to 64")
                .throwIfAny();
        this.massIssue = massIssue;
        this.room = new Semaphore(threads);
        this.workers = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "coupon-mass-issue");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Waits while every worker is busy.
     *
     * @throws StoreUnavailableException if an earlier chunk could not be carried out, or the pool is closed
     */
    @Override
    public void send(MassIssueChunk chunk) {
        Mistakes.given("chunk", chunk);
        throwIfFailed();
        room.acquireUninterruptibly();
        try {
            workers.execute(() -> carryOut(chunk));
        } catch (RejectedExecutionException e) {
            room.release();
            throw new StoreUnavailableException(
                    "job " + chunk.jobId() + ", chunk " + chunk.number() + ": the pool is closed", e);
        }
    }

    private void carryOut(MassIssueChunk chunk) {
        try {
            add(massIssue.carryOut(chunk));
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            room.release();
        }
    }

    private synchronized void add(ChunkReport report) {
        report.counts().forEach((status, count) -> counts.merge(status, count, Integer::sum));
        refused.putAll(report.refused());
    }

    private synchronized void failed(RuntimeException e) {
        failure = e;
    }

    private synchronized void throwIfFailed() {
        if (failure != null) {
            throw new StoreUnavailableException("a chunk could not be carried out, start the job again", failure);
        }
    }

    /**
     * What became of the users of all chunks that were carried out so far.
     *
     * @throws StoreUnavailableException if a chunk could not be carried out: start the job again
     */
    public synchronized ChunkReport report() {
        throwIfFailed();
        return new ChunkReport(counts, refused);
    }

    @Override
    public void close() {
        workers.shutdown();
        try {
            if (!workers.awaitTermination(1, TimeUnit.HOURS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
