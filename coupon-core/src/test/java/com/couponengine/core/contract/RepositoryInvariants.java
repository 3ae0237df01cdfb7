package com.couponengine.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.event.EventType;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold of a repository at rest, whatever was done with it. */
final class RepositoryInvariants {
    private static final int TEMPLATES_MAX = 1_000;
    /** Coupons of a template that are compared with their ledgers, which takes queries for each. */
    private static final int LEDGERS_MAX = 40;

    private final RepositoryFixture fixture;
    private final CouponRepository repository;
    private final Map<CouponCode, List<CouponEvent>> published;
    private final Set<String> codes = new HashSet<>();
    private final Set<String> requests = new HashSet<>();

    RepositoryInvariants(RepositoryFixture fixture, EventsSeen seen) {
        this.fixture = fixture;
        repository = fixture.repository();
        published = seen.byCoupon();
    }

    void check() {
        for (Template template : repository.templates().list(0, TEMPLATES_MAX)) {
            List<StoredRow> rows = fixture.rows(template.id());
            countersAgree(template, rows);
            limitsHold(template, rows);
            keysAreUnique(rows);
            for (int i = 0; i < rows.size(); i++) {
                publishedOnce(rows.get(i), i < LEDGERS_MAX);
            }
        }
        assertThat(codes)
                .as("every published event is a coupon's")
                .containsAll(
                        published.keySet().stream().map(CouponCode::toString).toList());
    }

    private void countersAgree(Template template, List<StoredRow> rows) {
        List<ShareStock> stock = repository.issues().stock(template.id());
        long issued = 0;
        long quotas = 0;
        for (ShareStock share : stock) {
            long ofSource = rows.stream()
                    .filter(row -> repository.shards().sourceOfUser(row.userId())
                            == share.share().source())
                    .count();
            assertThat(share.issued()).as("issued = rows in %s", share).isEqualTo(ofSource);
            assertThat(share.quota() == null)
                    .as("no limit in %s", share)
                    .isEqualTo(template.spec().total() == null);
            if (share.quota() != null) {
                assertThat(share.issued()).as("issued in %s", share).isLessThanOrEqualTo(share.quota());
                quotas += share.quota();
            }
            issued += share.issued();
        }
        assertThat(issued).as("issued of %s", template).isEqualTo(rows.size());
        if (!stock.isEmpty() && template.spec().total() != null) {
            assertThat(quotas)
                    .as("quotas of %s", template)
                    .isEqualTo(template.spec().total());
        }
    }

    private static void limitsHold(Template template, List<StoredRow> rows) {
        Map<Long, Set<Integer>> numbers = new HashMap<>();
        for (StoredRow row : rows) {
            boolean isNew = numbers.computeIfAbsent(row.userId(), user -> new HashSet<>())
                    .add(row.grabNo());
            assertThat(isNew).as("grab number of %s is the user's only", row).isTrue();
            Integer limit = template.spec().perUserLimit();
            assertThat(row.grabNo())
                    .as("grab number of %s", row)
                    .isBetween(1, limit == null ? Integer.MAX_VALUE : limit);
        }
    }

    private void keysAreUnique(List<StoredRow> rows) {
        for (StoredRow row : rows) {
            CouponCode code = CouponCode.parse(row.code());
            assertThat(row.code()).as("code as stored").isEqualTo(code.toString());
            assertThat(code.table()).as("table of %s", row).isEqualTo(CouponCodes.tableOf(row.userId()));
            assertThat(codes.add(row.code()))
                    .as("code of %s is the only one", row)
                    .isTrue();
            assertThat(requests.add(row.userId() + " " + row.requestId()))
                    .as("request of %s is the only one", row)
                    .isTrue();
        }
    }

    private void publishedOnce(StoredRow row, boolean withLedger) {
        CouponCode code = CouponCode.parse(row.code());
        List<CouponEvent> events = published.getOrDefault(code, List.of());
        assertThat(events.stream().filter(event -> event.type() == EventType.ISSUED))
                .as("events of the issue of %s", row)
                .hasSize(1);
        assertThat(events.get(0).type()).as("first event of %s", row).isEqualTo(EventType.ISSUED);
        if (withLedger) {
            Coupon coupon = repository.coupons().find(code).orElseThrow();
            List<CouponEvent> ledger = repository.coupons().ledger(code);
            assertThat(ledger)
                    .as("ledger of %s is what was published", row)
                    .isEqualTo(events.subList(1, events.size()));
            LedgerReplay.assertExplains(ledger, coupon);
        }
    }
}
