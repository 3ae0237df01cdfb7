package com.couponengine.examples.crash;

import com.couponengine.core.grab.GrabRequest;
import com.couponengine.core.grab.GrabStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The users of a round: sends their wishes to the hosts, as many at once as the plan says, tries again what failed, and
 * remembers what every caller was told. Thread-safe.
 */
final class Crowd implements HostProcess.Ears {
    /** How long a caller waits who was told that something does not work. */
    private static final long BREATH_MILLIS = 50;

    private final RoundPlan plan;
    private final long template;
    private final List<HostProcess> hosts;
    private final Findings findings;
    private final Random random;
    private final List<Wish> wishes = new ArrayList<>();
    private final PriorityQueue<Turn> turns = new PriorityQueue<>();
    private final Map<Long, Call> calls = new HashMap<>();
    private final Map<HostProcess, Integer> free = new HashMap<>();
    private long lastTurn;
    private long lastCall;
    private long answers;
    private int granted;
    private boolean triesAgain;

    Crowd(RoundPlan plan, long template, List<HostProcess> hosts, Findings findings) {
        this.plan = plan;
        this.template = template;
        this.hosts = hosts;
        this.findings = findings;
        this.random = new Random(plan.seed());
        this.triesAgain = !plan.once();
        for (long user = 1; user <= plan.users(); user++) {
            for (int number = 0; number < plan.wishes(user); number++) {
                wishes.add(new Wish(user, template + "-" + number));
            }
        }
        Collections.shuffle(wishes, random);
        hosts.forEach(host -> free.put(host, plan.underWayMax()));
    }

    /** A wish that is to be sent at a moment, to the host or, if that is null, to any. */
    private record Turn(
            long atNanos,
            long order,
            Wish wish,
            boolean again,
            @Nullable HostProcess host) implements Comparable<Turn> {
        @Override
        public int compareTo(Turn other) {
            int byTime = Long.compare(atNanos - other.atNanos, 0);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private record Call(Wish wish, HostProcess host, long frozenMillisBefore) {}

    /** All wishes of all users; to be read when no call is under way. */
    List<Wish> wishes() {
        return wishes;
    }

    /** How many wishes were granted, as far as callers were told. */
    synchronized int granted() {
        return granted;
    }

    /** Lets every user grab: all wishes, some of them sent to both hosts at once. */
    synchronized void enter() {
        // Not in every round: a share that has seen such a pair is issued request by request for a while.
        boolean pairs = !plan.once() && random.nextBoolean();
        for (Wish wish : wishes) {
            boolean twice = pairs && random.nextInt(8) == 0;
            for (HostProcess host : twice ? hosts : Collections.<@Nullable HostProcess>singletonList(null)) {
                turn(wish, false, host, 0);
            }
        }
        send();
    }

    /** Lets these wishes be tried once more, each until it gets an answer that ends it. */
    synchronized void tryAgain(Collection<Wish> left) {
        triesAgain = true;
        left.forEach(wish -> turn(wish, true, null, 0));
        send();
    }

    /** No wish is sent any more; calls under way go on. */
    synchronized void leave() {
        turns.clear();
        triesAgain = false;
    }

    /** Goes on for so long. */
    void serve(Duration time) {
        await(() -> false, time);
    }

    /** Waits until so many wishes were granted, or nobody is left, or the time is over. */
    void awaitGranted(int count, Duration limit) {
        await(() -> granted >= count || isIdle(), limit);
    }

    /** Waits until no wish is to be sent and no call is under way; false if that takes too long. */
    boolean awaitIdle(Duration limit) {
        return await(this::isIdle, limit);
    }

    /** As {@link #awaitIdle}, however long it takes; false if no answer came for so long. */
    boolean awaitIdleUnlessStuck(Duration silence) {
        long before;
        do {
            before = answers();
            if (awaitIdle(silence)) {
                return true;
            }
        } while (answers() != before);
        return false;
    }

    private synchronized long answers() {
        return answers;
    }

    private boolean isIdle() {
        return turns.isEmpty() && calls.isEmpty();
    }

    /** Sends what is due, until the condition holds. */
    private synchronized boolean await(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            send();
            try {
                wait(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
        return true;
    }

    /** Calls without an answer, for a message. */
    synchronized String underWay() {
        return calls.size() + " calls, such as "
                + calls.values().stream()
                        .findFirst()
                        .map(call -> call.host + ": " + call.wish)
                        .orElse("none");
    }

    private void turn(Wish wish, boolean again, @Nullable HostProcess host, long delayMillis) {
        turns.add(new Turn(
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMillis), ++lastTurn, wish, again, host));
    }

    private void send() {
        while (!turns.isEmpty() && turns.peek().atNanos - System.nanoTime() <= 0) {
            Turn turn = turns.peek();
            HostProcess host = turn.host != null && turn.host.isAlive() ? turn.host : anyFreeHost();
            if (host == null || free.getOrDefault(host, 0) <= 0) {
                return;
            }
            turns.poll();
            send(turn, host);
        }
    }

    private void send(Turn turn, HostProcess host) {
        long id = ++lastCall;
        GrabRequest request = new GrabRequest(turn.wish.user, template, turn.wish.request, turn.again);
        turn.wish.sent++;
        turn.wish.inDoubt++;
        calls.put(id, new Call(turn.wish, host, host.frozenMillis()));
        free.merge(host, -1, Integer::sum);
        host.grab(id, request, random.nextInt(8) == 0);
    }

    private @Nullable HostProcess anyFreeHost() {
        HostProcess first = hosts.get(random.nextInt(hosts.size()));
        if (first.isAlive() && free.getOrDefault(first, 0) > 0) {
            return first;
        }
        return hosts.stream()
                .filter(host -> host.isAlive() && free.getOrDefault(host, 0) > 0)
                .findFirst()
                .orElse(null);
    }

    @Override
    public synchronized void answered(
            HostProcess host, long id, GrabStatus status, @Nullable String code, Duration time) {
        answers++;
        Call call = calls.remove(id);
        if (call == null) {
            findings.add("an answer comes once", host + ": call " + id + " " + status);
            return;
        }
        Duration limit = Limits.CALL.plus(Limits.CALL_SLACK).plusMillis(host.frozenMillis() - call.frozenMillisBefore);
        findings.require(
                time.compareTo(limit) <= 0,
                "every call ends in its time",
                host + ": " + status + " after " + time.toMillis() + " ms");
        Wish wish = call.wish;
        wish.last = status;
        if (status != GrabStatus.OUTCOME_UNKNOWN) {
            wish.inDoubt--;
        }
        if (code != null) {
            granted(wish, status, code);
        }
        free.merge(host, 1, Integer::sum);
        if (!wish.isOver() && triesAgain) {
            turn(wish, random.nextInt(4) > 0, null, BREATH_MILLIS / 2 + random.nextInt((int) BREATH_MILLIS));
        }
        send();
        notifyAll();
    }

    private void granted(Wish wish, GrabStatus status, String code) {
        if (wish.code == null) {
            wish.code = code;
            granted++;
            if (triesAgain && plan.isModest(wish.user)) {
                turn(wish, false, null, BREATH_MILLIS);
            } else if (triesAgain && random.nextInt(8) == 0) { // somebody clicks once more
                turn(wish, random.nextBoolean(), null, BREATH_MILLIS);
            }
        } else if (!wish.code.equals(code)) {
            findings.add("one coupon for a request id", wish + ", then " + status + " " + code);
        }
    }

    @Override
    public synchronized void died(HostProcess host) {
        List<Wish> lost = new ArrayList<>();
        calls.values().removeIf(call -> call.host == host && lost.add(call.wish));
        free.put(host, plan.underWayMax());
        if (triesAgain) {
            lost.forEach(wish -> turn(wish, true, null, BREATH_MILLIS));
        }
        notifyAll();
    }
}
