package com.couponengine.core.grab.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateResult;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CampaignsTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final int CALLERS = 64;

    private final CountedStore store = new CountedStore();
    private final long template = store.create(TemplateSpec.builder()
                    .name("满100减20")
                    .discount(Discount.threshold("100.00", "20.00", "CNY"))
                    .total(10)
                    .grabWindow(START, START.plus(Duration.ofDays(1)))
                    .validity(Validity.between(START, START.plus(Duration.ofDays(10))))
                    .build())
            .id();

    /** Copies are out of date as soon as they are read. */
    private Campaigns withOldCopies(Executor background) {
        return new Campaigns(store, 1, Duration.ofNanos(1), Duration.ofSeconds(1), background);
    }

    @Test
    void aCrowdOnATemplateThatNobodyReadYetReadsItOnce() throws InterruptedException {
        Campaigns campaigns = new Campaigns(store, 1, Duration.ofHours(1), Duration.ofSeconds(1), Runnable::run);
        AtomicInteger served = new AtomicInteger();
        crowd(() -> served.addAndGet(campaigns.of(template).template() != null ? 1 : 0));
        assertThat(served).hasValue(CALLERS);
        assertThat(store.reads).hasValue(1);
    }

    @Test
    void whoAsksForAReadThatHasJustEndedIsServedFromIt() {
        Campaigns campaigns = new Campaigns(store, 1, Duration.ofHours(1), Duration.ofSeconds(1), Runnable::run);
        Campaign campaign = campaigns.of(template);
        campaign.read(() -> store.find(template).orElse(null));
        assertThat(store.reads).hasValue(1);
    }

    @Test
    void aCrowdOnAnOldDraftSharesAReadBecauseItsTermsMayHaveChanged() throws InterruptedException {
        Campaigns campaigns = withOldCopies(Runnable::run);
        campaigns.of(template);
        store.reads.set(0);
        crowd(() -> campaigns.of(template));
        assertThat(store.reads).hasValue(1);
    }

    @Test
    void withoutACopyAFaultIsToldAndShared() throws InterruptedException {
        Campaigns campaigns = withOldCopies(Runnable::run);
        store.down = true;
        AtomicInteger told = new AtomicInteger();
        crowd(() -> {
            try {
                campaigns.of(template);
            } catch (StoreUnavailableException e) {
                told.incrementAndGet();
            }
        });
        assertThat(told).hasValue(CALLERS);
        assertThat(store.reads).hasValue(1);
        store.down = false;
        assertThat(campaigns.of(template).template()).isNotNull();
    }

    @Test
    void anOldCopyOfAPublishedTemplateServesOnWithoutAWaitAndIsReplacedBehindTheCallersBack() {
        store.change(template, new TemplateChange.Publish());
        List<Runnable> behind = new ArrayList<>();
        Campaigns campaigns = withOldCopies(behind::add);
        campaigns.of(template);
        store.down = true;
        for (int i = 0; i < 10; i++) {
            assertThat(campaigns.of(template).template()).isNotNull();
            assertThat(campaigns.of(template).isFresh()).isFalse();
        }
        assertThat(store.reads).hasValue(1);
        assertThat(behind).as("one refresh at a time").hasSize(1);
        behind.remove(0).run();
        assertThat(campaigns.of(template).template()).isNotNull();

        store.down = false;
        store.change(template, new TemplateChange.Rename("满100减30"));
        behind.remove(0).run();
        assertThat(campaigns.of(template).template())
                .extracting(read -> read.spec().name())
                .isEqualTo("满100减30");
    }

    @Test
    void aFreshCopyIsServedWithoutAnyRead() {
        store.change(template, new TemplateChange.Publish());
        List<Runnable> behind = new ArrayList<>();
        Campaigns fresh = new Campaigns(store, 1, Duration.ofHours(1), Duration.ofSeconds(1), behind::add);
        fresh.of(template);
        assertThat(fresh.of(template).isFresh()).isTrue();
        assertThat(behind).isEmpty();
    }

    @Test
    void anUnknownTemplateHasACampaignWithoutATemplate() {
        assertThat(withOldCopies(Runnable::run).of(404).template()).isNull();
        store.down = true;
        assertThatThrownBy(() -> withOldCopies(Runnable::run).of(404)).isInstanceOf(StoreUnavailableException.class);
    }

    private void crowd(Runnable call) throws InterruptedException {
        List<Thread> threads =
                IntStream.range(0, CALLERS).mapToObj(i -> new Thread(call)).toList();
        store.crowd = threads;
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Counts its reads, of which none ends while others of the crowd are on their way; and may be out of reach. */
    private static final class CountedStore implements TemplateStore {
        private final TemplateStore real = new InMemoryCouponRepository(() -> START).templates();
        private final AtomicInteger reads = new AtomicInteger();
        private volatile boolean down;
        private volatile List<Thread> crowd = List.of();

        @Override
        public Optional<Template> find(long templateId) {
            reads.incrementAndGet();
            awaitTheCrowd();
            if (down) {
                throw new StoreUnavailableException("planted");
            }
            return real.find(templateId);
        }

        private void awaitTheCrowd() {
            for (Thread other : crowd) {
                while (other != Thread.currentThread() && !waitsOrIsThrough(other)) {
                    Thread.onSpinWait();
                }
            }
        }

        private static boolean waitsOrIsThrough(Thread thread) {
            return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TERMINATED;
        }

        @Override
        public Template create(TemplateSpec spec) {
            return real.create(spec);
        }

        @Override
        public TemplateResult change(long templateId, TemplateChange change) {
            return real.change(templateId, change);
        }

        @Override
        public List<Template> list(long afterId, int max) {
            return real.list(afterId, max);
        }
    }
}
