package com.couponengine.core.massissue;

import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.grab.GrabStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Issues a coupon to each of many users (批量发券). A job cuts its users into chunks and sends them; workers carry the
 * chunks out by grabbing for each user, so that stock, limit and template state hold as for any grab (only the host's
 * audience rule does not: a job names its users). Idempotent per (job, user): a job that stopped is simply started
 * again. Thread-safe.
 */
public final class MassIssue {
    private static final Set<GrabStatus> PASSING =
            EnumSet.of(GrabStatus.BUSY, GrabStatus.UNAVAILABLE, GrabStatus.OUTCOME_UNKNOWN);
    private static final Set<GrabStatus> FINAL = EnumSet.of(
            GrabStatus.GRANTED, GrabStatus.ALREADY_GRANTED, GrabStatus.LIMIT_REACHED, GrabStatus.REQUEST_ID_REUSED);
    private static final int ROUNDS_MAX = 8;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Function<GrabRequest, CompletableFuture<GrabResult>> grab;

    /** @param grab the engine's grab, without the audience rule */
    public MassIssue(Function<GrabRequest, CompletableFuture<GrabResult>> grab) {
        Mistakes.given("grab", grab);
        this.grab = grab;
    }

    /**
     * Sends a job's users off in chunks of 1,000.
     *
     * @param jobId the host's key of the job: 1 to 48 printable ASCII characters
     * @param userIds all users of the job; read once, one after the other
     * @param progress told after each chunk how many users were sent so far
     * @return how many users were sent
     * @throws InvalidInputException if the job or a user id is wrong; chunks sent before that user stay sent
     * @throws StoreUnavailableException if a chunk could not be sent; start the job again
     */
    public long submit(
            String jobId, long templateId, Iterator<Long> userIds, ChunkSender sender, LongConsumer progress) {
        Mistakes mistakes = new Mistakes();
        MassIssueChunk.checkJob(mistakes, jobId, templateId);
        mistakes.require(userIds != null, "userIds", userIds, "must be given")
                .require(sender != null, "sender", sender, "must be given")
                .require(progress != null, "progress", progress, "must be given")
                .throwIfAny();
        long sent = 0;
        List<Long> users = new ArrayList<>(MassIssueChunk.SIZE);
        while (userIds.hasNext()) {
            Long user = userIds.next();
            new Mistakes()
                    .require(
                            user != null && user > 0,
                            "userIds[" + (sent + users.size()) + "]",
                            user,
                            "must be positive")
                    .throwIfAny();
            users.add(user);
            if (users.size() == MassIssueChunk.SIZE || !userIds.hasNext()) {
                sender.send(new MassIssueChunk(jobId, templateId, sent / MassIssueChunk.SIZE, users));
                sent += users.size();
                users.clear();
                progress.accept(sent);
            }
        }
        return sent;
    }

    /**
     * Carries a chunk out, on this thread. To be called by workers.
     *
     * @return what became of each user
     * @throws StoreUnavailableException if servers could not be used for some users, or the engine is closed: then the
     *     chunk has to come again, which gives nobody a second coupon
     */
    public ChunkReport carryOut(MassIssueChunk chunk) {
        Mistakes.given("chunk", chunk);
        Map<Long, GrabStatus> outcomes = new LinkedHashMap<>();
        Set<Long> open = new java.util.LinkedHashSet<>(chunk.userIds());
        boolean again = false;
        for (int round = 0; !open.isEmpty(); round++) {
            if (round == ROUNDS_MAX) {
                throw new StoreUnavailableException("job " + chunk.jobId() + ", chunk " + chunk.number() + ": "
                        + open.size() + " users are undecided, e.g. "
                        + open.iterator().next());
            }
            if (round > 1) {
                LockSupport.parkNanos(PAUSE_NANOS << round);
            }
            Map<Long, GrabStatus> answers = round(chunk, open, again);
            // refused for another reason than the user: it may have been granted in an earlier run, which a retry reads
            boolean wasFirst = !again;
            again = true;
            open.removeIf(user -> {
                GrabStatus status = answers.getOrDefault(user, GrabStatus.UNAVAILABLE);
                boolean decided = FINAL.contains(status) || (!wasFirst && !PASSING.contains(status));
                if (decided) {
                    outcomes.put(user, status);
                }
                return decided;
            });
        }
        return ChunkReport.of(outcomes);
    }

    private Map<Long, GrabStatus> round(MassIssueChunk chunk, Set<Long> users, boolean again) {
        Map<Long, CompletableFuture<GrabResult>> pending = new LinkedHashMap<>();
        for (Long user : users) {
            pending.put(user, grab.apply(new GrabRequest(user, chunk.templateId(), chunk.requestId(), again)));
        }
        Map<Long, GrabStatus> answers = new LinkedHashMap<>();
        pending.forEach((user, answer) -> answers.put(user, answer.join().status()));
        return answers;
    }
}
