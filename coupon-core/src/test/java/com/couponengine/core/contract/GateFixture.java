package com.couponengine.core.contract;

import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;

/** A gate for one test: empty when opened, with a look at its store. */
public interface GateFixture extends AutoCloseable {
    StockGate gate();

    /** Counts around the port what the store holds for a share: keys, entries; 0 only if there is nothing at all. */
    long entries(ShareId share);

    /** Reads around the port how many units a user is counted with. */
    int countOf(ShareId share, long userId);

    /** Makes the store lose everything, as a flush does. */
    void loseEverything();

    /** Ends what was opened; what it left in a shared server may stay until the next is opened. */
    @Override
    void close();
}
