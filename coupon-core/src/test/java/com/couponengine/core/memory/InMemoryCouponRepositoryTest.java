package com.couponengine.core.memory;

import com.couponengine.core.TimeSource;
import com.couponengine.core.contract.BoundaryContract;
import com.couponengine.core.contract.CouponReaderContract;
import com.couponengine.core.contract.FenceContract;
import com.couponengine.core.contract.FieldCasesContract;
import com.couponengine.core.contract.IssueRefusalContract;
import com.couponengine.core.contract.IssueStoreContract;
import com.couponengine.core.contract.OutboxContract;
import com.couponengine.core.contract.RedemptionOracleContract;
import com.couponengine.core.contract.RedemptionRaceContract;
import com.couponengine.core.contract.RedemptionStoreContract;
import com.couponengine.core.contract.ReleaseContract;
import com.couponengine.core.contract.RepositoryFixture;
import com.couponengine.core.contract.StackingContract;
import com.couponengine.core.contract.TemplateStoreContract;
import com.couponengine.core.contract.UpkeepStoreContract;
import org.junit.jupiter.api.Nested;

final class InMemoryCouponRepositoryTest {

    @Nested
    final class Templates extends TemplateStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Issues extends IssueStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class IssueRefusals extends IssueRefusalContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Fences extends FenceContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Redemptions extends RedemptionStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Releases extends ReleaseContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Boundaries extends BoundaryContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Histories extends RedemptionOracleContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Stacking extends StackingContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class RedemptionRaces extends RedemptionRaceContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Reading extends CouponReaderContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Upkeep extends UpkeepStoreContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class Events extends OutboxContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }

    @Nested
    final class FieldCases extends FieldCasesContract {
        @Override
        protected RepositoryFixture open(TimeSource time) {
            return new InMemoryRepositoryFixture(time, 1);
        }
    }
}
