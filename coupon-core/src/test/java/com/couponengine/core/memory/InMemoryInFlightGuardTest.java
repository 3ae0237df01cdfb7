package com.couponengine.core.memory;

import com.couponengine.core.contract.InFlightGuardContract;
import com.couponengine.core.redeem.InFlightGuard;

final class InMemoryInFlightGuardTest extends InFlightGuardContract {
    @Override
    protected InFlightGuard open() {
        return new InMemoryInFlightGuard();
    }
}
