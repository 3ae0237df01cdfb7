package com.couponengine.core.memory;

import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.store.RequestKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A loaded share. Guarded by its gate. */
final class GateShare {
    private record Kept(Reservation reservation, int grabNo) {}

    private final long epoch;
    private final @Nullable Integer perUserLimit;
    private final Instant expiresAt;
    private final Map<Long, Integer> countOfUser = new HashMap<>();
    private final Map<RequestKey, Kept> reservations = new LinkedHashMap<>();
    private @Nullable Long remaining;

    GateShare(GateLoad load) {
        epoch = load.epoch();
        perUserLimit = load.perUserLimit();
        expiresAt = load.expiresAt();
        remaining = load.remaining();
    }

    long epoch() {
        return epoch;
    }

    Instant expiresAt() {
        return expiresAt;
    }

    GateView view() {
        return new GateView(epoch, remaining, reservations.size());
    }

    int countOf(long userId) {
        return countOfUser.getOrDefault(userId, 0);
    }

    ReserveAnswer reserve(ReserveRequest request) {
        RequestKey key = new RequestKey(request.userId(), request.requestId());
        Kept kept = reservations.get(key);
        if (kept == null) {
            if (perUserLimit != null && countOf(request.userId()) >= perUserLimit) {
                return ReserveAnswer.refused(ReserveAnswer.Status.LIMIT_REACHED, epoch);
            }
            if (remaining != null && remaining <= 0) {
                return ReserveAnswer.refused(ReserveAnswer.Status.SOLD_OUT, epoch);
            }
            addToRemaining(-1);
            int grabNo = countOfUser.merge(request.userId(), 1, Integer::sum);
            Instant deadline = request.deadline().truncatedTo(ChronoUnit.MILLIS);
            kept = new Kept(
                    new Reservation(request.userId(), request.requestId(), request.code(), epoch, deadline), grabNo);
            reservations.put(key, kept);
        }
        return new ReserveAnswer(
                ReserveAnswer.Status.RESERVED, kept.reservation().code(), kept.grabNo(), epoch);
    }

    void settle(Settlement settlement) {
        RequestKey key = new RequestKey(settlement.userId(), settlement.requestId());
        Kept kept = reservations.get(key);
        if (settlement.epoch() != epoch
                || kept == null
                || !kept.reservation().code().equals(settlement.code())) {
            return;
        }
        reservations.remove(key);
        if (settlement.outcome() == Settlement.Outcome.CONFIRM) {
            return;
        }
        addToRemaining(1);
        if (settlement.outcome() == Settlement.Outcome.RELEASE_AT_LIMIT && perUserLimit != null) {
            countOfUser.put(settlement.userId(), perUserLimit);
        } else {
            countOfUser.computeIfPresent(settlement.userId(), (user, count) -> count <= 1 ? null : count - 1);
        }
    }

    List<Reservation> overdue(Instant before, int max) {
        return reservations.values().stream()
                .map(Kept::reservation)
                .filter(reservation -> reservation.deadline().isBefore(before))
                .sorted(Comparator.comparing(Reservation::deadline))
                .limit(max)
                .toList();
    }

    private void addToRemaining(long units) {
        if (remaining != null) {
            remaining += units;
        }
    }
}
