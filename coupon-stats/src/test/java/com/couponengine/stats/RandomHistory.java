package com.couponengine.stats;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.coupon.CouponState;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.memory.InMemoryCouponRepository;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionResult;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.store.IssueBatch;
import com.couponengine.core.store.IssueRequest;
import com.couponengine.core.store.Shards;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Coupons of some templates living through weeks of random grabs, holds, uses, releases, refunds and voidings, across
 * the end of daylight saving, in the in-memory repository: real events, and the state that they led to.
 */
final class RandomHistory {
    static final Instant START = Instant.parse("2025-10-20T00:00:00Z");
    private static final int USERS = 200;
    private static final String[] ZONES = {"Asia/Shanghai", "America/New_York", "Europe/Berlin"};

    private final Random random;
    private final CouponCodes codes;
    private final RedemptionRules rules = new RedemptionRules(LineScope.WHOLE_ORDER);
    private final Map<CouponCode, String> orders = new LinkedHashMap<>();
    private final Map<String, Redemption> memories = new LinkedHashMap<>();
    private final Map<String, Long> templateOfMemory = new LinkedHashMap<>();
    private final Map<CouponCode, Long> coupons = new LinkedHashMap<>();
    private final List<Long> templates = new ArrayList<>();
    private Instant now = START;
    final InMemoryCouponRepository repository = new InMemoryCouponRepository(() -> now);

    /** @param seed printed, so that a failure can be run again */
    RandomHistory(long seed) {
        System.out.println("seed of the history: " + seed);
        random = new Random(seed);
        codes = new CouponCodes(random);
        for (String zone : ZONES) {
            long id = repository
                    .templates()
                    .create(TemplateSpec.builder()
                            .name("random " + zone)
                            .discount(Discount.percentOff("0.877", "CNY"))
                            .total(100_000)
                            .perUserLimit(100)
                            .grabWindow(START, START.plus(Duration.ofDays(90)))
                            .validity(Validity.daysAfterGrab(3))
                            .zone(ZoneId.of(zone))
                            .build())
                    .id();
            repository.templates().change(id, new TemplateChange.Publish());
            templates.add(id);
        }
    }

    List<Long> templates() {
        return templates;
    }

    ZoneId zone(long templateId) {
        return repository.templates().find(templateId).orElseThrow().spec().zone();
    }

    Instant now() {
        return now;
    }

    /** Lives on, and answers the events of it: in order within each stream, the streams mixed. */
    List<EventBatch> live(int steps) {
        for (int step = 0; step < steps; step++) {
            now = now.plusMillis(random.nextInt(2 * 3_600_000));
            if (coupons.isEmpty() || random.nextInt(3) == 0) {
                grab();
            } else {
                act(new ArrayList<>(coupons.keySet()).get(random.nextInt(coupons.size())));
            }
        }
        for (int stream = 0; stream < Shards.STREAMS; stream++) {
            repository
                    .upkeep()
                    .due(stream, 1_000)
                    .codes()
                    .forEach(code -> apply(code, new RedemptionCommand.Sweep(code)));
        }
        return drain();
    }

    /** What the database says in the end. */
    State state(long templateId) {
        Set<String> used = new LinkedHashSet<>();
        long discount = 0;
        for (Map.Entry<String, Redemption> memory : memories.entrySet()) {
            boolean mine = templateOfMemory.get(memory.getKey()) == templateId;
            if (mine && memory.getValue().state() == Redemption.State.REDEEMED) {
                used.add(memory.getKey());
                discount += memory.getValue().allocation().discount().minorUnits();
                for (Redemption.Refund refund : memory.getValue().refunds()) {
                    discount -= refund.discount().minorUnits();
                }
            }
        }
        return new State(
                coupons.values().stream().filter(id -> id == templateId).count(),
                used.size(),
                Money.ofMinor(discount, "CNY"),
                count(templateId, CouponState.VOIDED),
                count(templateId, CouponState.EXPIRED));
    }

    record State(long issued, long used, Money discount, long voided, long expired) {}

    private long count(long templateId, CouponState state) {
        return coupons.entrySet().stream()
                .filter(coupon -> coupon.getValue() == templateId)
                .filter(coupon ->
                        repository.coupons().find(coupon.getKey()).orElseThrow().state() == state)
                .count();
    }

    private void grab() {
        long templateId = templates.get(random.nextInt(templates.size()));
        List<IssueRequest> requests = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            long userId = random.nextLong(1, USERS);
            Validity.Window window = Validity.daysAfterGrab(3).windowOf(now, zone(templateId));
            requests.add(new IssueRequest(
                    userId, "r" + random.nextLong(), codes.next(userId), 1, now, window.from(), window.until()));
        }
        repository
                .issues()
                .issue(new IssueBatch(new ShareId(templateId, 0), OptionalLong.empty(), requests))
                .forEach(answer -> {
                    if (answer.coupon() != null) {
                        coupons.put(answer.coupon().code(), templateId);
                    }
                });
    }

    private void act(CouponCode code) {
        Order order = new Order(List.of(line("a"), line("b")));
        String orderId = orders.computeIfAbsent(code, c -> "o" + random.nextInt(Integer.MAX_VALUE));
        RedemptionCommand command = switch (random.nextInt(8)) {
            case 0, 1 -> new RedemptionCommand.Redeem(code, null, orderId, 1, order);
            case 2 -> new RedemptionCommand.Hold(code, null, orderId, 1, order, Duration.ofHours(12));
            case 3 -> new RedemptionCommand.Confirm(code, null, orderId, 1);
            case 4 -> new RedemptionCommand.Release(code, null, orderId, 1, null);
            case 5, 6 -> refund(code, orderId);
            default -> new RedemptionCommand.VoidCoupon(code, "Li Lei", "random", "v" + random.nextInt(1_000));
        };
        RedemptionResult result = apply(code, command);
        if (result.redemption() != null && result.redemption().state() == Redemption.State.RELEASED) {
            orders.remove(code); // the next order
        }
    }

    private RedemptionCommand refund(CouponCode code, String orderId) {
        Redemption memory = memories.get(code + " " + orderId);
        String line = random.nextBoolean() ? "a" : "b";
        Money amount = memory == null || memory.allocation() == null || random.nextBoolean()
                ? Money.ofMinor(1 + random.nextInt(300), "CNY")
                : memory.allocation().shares().get(line.equals("a") ? 0 : 1).amount();
        return new RedemptionCommand.Refund(
                code,
                null,
                orderId,
                1,
                "f" + random.nextInt(1_000_000),
                List.of(new RedemptionCommand.Refund.Line(line, amount)));
    }

    private OrderLine line(String id) {
        return new OrderLine(id, Money.ofMinor(100 + random.nextInt(100_000), "CNY"));
    }

    private RedemptionResult apply(CouponCode code, RedemptionCommand command) {
        RedemptionResult result =
                repository.redemptions().change(List.of(command), rules).get(0);
        if (result.redemption() != null) {
            String key = code + " " + result.redemption().orderId();
            memories.put(key, result.redemption());
            templateOfMemory.put(key, coupons.get(code));
        }
        return result;
    }

    private List<EventBatch> drain() {
        Map<Integer, List<EventBatch>> byStream = new TreeMap<>();
        Map<Integer, Long> safe = new TreeMap<>();
        for (EventBatch batch : repository.outbox().next(0, Map.of(), Integer.MAX_VALUE)) {
            byStream.computeIfAbsent(batch.stream(), stream -> new ArrayList<>())
                    .add(batch);
            safe.put(batch.stream(), batch.seq());
        }
        repository.outbox().next(0, safe, 1);
        List<List<EventBatch>> streams = new ArrayList<>(byStream.values());
        List<EventBatch> mixed = new ArrayList<>();
        while (!streams.isEmpty()) {
            List<EventBatch> stream = streams.get(random.nextInt(streams.size()));
            mixed.add(stream.remove(0));
            streams.removeIf(List::isEmpty);
        }
        return mixed;
    }
}
