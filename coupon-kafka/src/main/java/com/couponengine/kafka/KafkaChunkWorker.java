package com.couponengine.kafka;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.massissue.ChunkReport;
import com.couponengine.core.massissue.MassIssue;
import com.couponengine.core.massissue.MassIssueChunk;
import java.util.function.BiConsumer;

/**
 * Carries out the chunks that {@link KafkaChunkSender} sent, one after the other, and commits each only when it is done:
 * a worker that is killed in the middle of a chunk leaves it to the next one, and nobody gets a second coupon.
 */
public final class KafkaChunkWorker implements AutoCloseable {
    private final ConsumerLoop loop;

    /**
     * Joins the group and starts working, on a thread of its own.
     *
     * @param groupId one for all workers, which share the chunks
     * @param reports told what became of each chunk; may be told twice of a chunk
     */
    public KafkaChunkWorker(
            KafkaSettings settings,
            String groupId,
            MassIssue massIssue,
            BiConsumer<MassIssueChunk, ChunkReport> reports) {
        Mistakes.given("massIssue", massIssue);
        Mistakes.given("reports", reports);
        loop = new ConsumerLoop(
                "coupon-chunks-" + groupId,
                settings,
                groupId,
                1,
                records -> records.forEach(record -> {
                    MassIssueChunk chunk = ChunkJson.read(record);
                    reports.accept(chunk, massIssue.carryOut(chunk));
                }));
    }

    @Override
    public void close() {
        loop.close();
    }
}
