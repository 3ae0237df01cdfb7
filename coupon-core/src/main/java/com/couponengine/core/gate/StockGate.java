package com.couponengine.core.gate;

import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Port: the gate in front of the database. It turns almost everyone away cheaply and may lose its data at any moment;
 * nothing depends on it for correctness. Thread-safe, for any number of hosts at once. Every call ends within the time
 * that the adapter states: with {@link StoreUnavailableException} if it is known to have changed nothing, with {@link
 * OutcomeUnknownException} if its answer was lost.
 */
public interface StockGate {
    /**
     * Reserves a unit for each request, as far as stock and the user's count allow, in the order of the list. Each
     * request is atomic by itself; the list as a whole need not be. A key (user, request id) that is reserved already
     * gets the answer of that reservation again, whatever the stock. On a share that is not loaded nothing is created.
     *
     * <p>If the answer is lost, reserving again with the same keys is right.
     *
     * @return an answer for each request, in the same order
     */
    List<ReserveAnswer> reserve(ShareId share, List<ReserveRequest> requests);

    /**
     * Ends reservations. Ending one that is absent, has another code, or is of another epoch changes nothing, so
     * repeating it is harmless.
     */
    void settle(ShareId share, List<Settlement> settlements);

    /**
     * Replaces a share's stock, counts and reservations by what is given, if its epoch is newer than the one the gate
     * has; else changes nothing, so that repeated and late loads are harmless. Atomic.
     *
     * @return whether the gate now has exactly this epoch
     */
    boolean load(GateLoad load);

    /** A share as it stands, or empty if it is not loaded. */
    Optional<GateView> view(ShareId share);

    /**
     * Reservations of the present epoch whose deadline lies before an instant, the earliest first.
     *
     * @param max the most to answer, at least 1
     */
    List<Reservation> overdue(ShareId share, Instant before, int max);
}
