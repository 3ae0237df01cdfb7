package com.couponengine.core.engine;

import static com.couponengine.core.engine.EngineInMemory.GRAB_END;
import static com.couponengine.core.engine.EngineInMemory.START;
import static com.couponengine.core.engine.EngineInMemory.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.code.CouponCode;
import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.Order;
import com.couponengine.core.discount.OrderLine;
import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.InvalidInputException.Mistake;
import com.couponengine.core.grab.GrabResult;
import com.couponengine.core.massissue.LocalChunkPool;
import com.couponengine.core.massissue.MassIssueChunk;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionStatus;
import com.couponengine.core.template.Validity;
import com.couponengine.core.wallet.WalletQuery;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a host may pass wrongly, and what it hears. */
class WrongInputTest {
    private static final CouponCode SOMEBODYS = new CouponCodes().next(7);
    private static final String TYPED = SOMEBODYS.toString();
    private static final Order ORDER = EngineInMemory.order("200.00");
    private static final Currency YUAN = Currency.getInstance("CNY");

    private final EngineInMemory host = new EngineInMemory();
    private final CouponEngine engine = host.engine;
    private GrabResult granted;
    private EngineInMemory.Stored before;

    @BeforeEach
    void store() {
        long template = host.published(spec());
        granted = engine.grab(7, template, "r1");
        before = host.stored();
    }

    @AfterEach
    void close() {
        host.close();
    }

    private interface Call {
        Object on(CouponEngine engine);
    }

    private static Arguments wrong(String field, String value, Call call) {
        return arguments(field, value, call);
    }

    static Stream<Arguments> wrongCalls() {
        return Stream.of(grabs(), codes(), templates(), discounts(), orders(), redemptions(), massIssues(), reading())
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> grabs() {
        return Stream.of(
                wrong("userId", "0", e -> e.grab(0, 1, "r")),
                wrong("userId", "-9223372036854775808", e -> e.grab(Long.MIN_VALUE, 1, "r")),
                wrong("templateId", "0", e -> e.grab(1, 0, "r")),
                wrong("templateId", "-1", e -> e.grab(1, -1, "r")),
                wrong("requestId", "null", e -> e.grab(1, 1, null)),
                wrong("requestId", "a b", e -> e.grab(1, 1, "a b")),
                wrong("requestId", "订单", e -> e.grab(1, 1, "订单")),
                wrong("requestId", "r".repeat(65), e -> e.grab(1, 1, "r".repeat(65))));
    }

    private static Stream<Arguments> codes() {
        String misread = TYPED.substring(0, 18) + (TYPED.endsWith("0") ? "1" : "0");
        return Stream.of(null, "", " ", "SAVE10", misread, TYPED + "0", TYPED.replace(TYPED.charAt(5), 'U'), "🎩")
                .flatMap(code -> Stream.<Call>of(
                                e -> e.redeem(7, code, "o", ORDER),
                                e -> e.hold(7, code, "o", ORDER, Duration.ofMinutes(1)),
                                e -> e.confirm(7, code, "o"),
                                e -> e.release(7, code, "o"),
                                e -> e.voidCoupon(code, "by", "reason", "v"))
                        .map(call -> wrong("code", String.valueOf(code), call)));
    }

    private static Stream<Arguments> templates() {
        return Stream.of(
                wrong("total", "0", e -> e.templates().create(spec().total(0).build())),
                wrong("total", "-1", e -> e.templates().create(spec().total(-1).build())),
                wrong("total", "0", e -> e.templates().changeTotal(1, 10L, 0L)),
                wrong("expected", "-3", e -> e.templates().changeTotal(1, -3L, 5L)),
                wrong(
                        "perUserLimit",
                        "0",
                        e -> e.templates().create(spec().perUserLimit(0).build())), // B115
                wrong(
                        "perUserLimit",
                        "-1",
                        e -> e.templates().create(spec().perUserLimit(-1).build())), // B115
                wrong(
                        "grabEnd",
                        "2026-03-01T00:00:00Z",
                        e -> e.templates()
                                .create(spec().grabWindow(START, START).build())),
                wrong(
                        "grabEnd",
                        "2026-03-01T00:00:00Z",
                        e -> e.templates()
                                .create(spec().grabWindow(GRAB_END, START).build())),
                wrong(
                        "grabEnd",
                        "null",
                        e -> e.templates().create(spec().grabWindow(START, null).build())), // B82
                wrong(
                        "grabEnd",
                        "+1000000000-12-31T23:59:59.999999999Z",
                        e -> e.templates().changeGrabEnd(1, Instant.MAX)),
                wrong(
                        "validity.until",
                        "2026-03-01T00:00:00Z",
                        e -> e.templates()
                                .create(spec().validity(Validity.between(GRAB_END, START))
                                        .build())),
                wrong("validity.until", "null", e -> Validity.between(START, null)), // B82
                wrong("validity.days", "0", e -> Validity.daysAfterGrab(0)),
                wrong("validity.days", "-7", e -> Validity.daysAfterGrab(-7)),
                wrong("name", "\u0000", e -> e.templates().rename(1, "\u0000")),
                wrong("by", " ", e -> e.templates().voidAll(1, " ", "reason", "v")),
                wrong("by", "b".repeat(65), e -> e.templates().voidAll(1, "b".repeat(65), "reason", "v")),
                wrong("reason", " ", e -> e.templates().voidAll(1, "by", " ", "v")),
                wrong("templateId", "0", e -> e.templates().publish(0)),
                wrong("templateId", "-1", e -> e.templates().pause(-1)));
    }

    private static Stream<Arguments> discounts() {
        return Stream.of(
                wrong("rate", "0", e -> Discount.percentOff("0", "CNY")),
                wrong("rate", "-0.1", e -> Discount.percentOff("-0.1", "CNY")),
                wrong("rate", "1", e -> Discount.percentOff("1", "CNY")),
                wrong("rate", "1.0", e -> Discount.percentOff("1.0", "CNY")),
                wrong("rate", "9", e -> Discount.percentOff("9", "CNY")),
                wrong("rate", "0.1234567", e -> Discount.percentOff("0.1234567", "CNY")),
                wrong("rate", "9折", e -> Discount.percentOff("9折", "CNY")),
                wrong("rate", "null", e -> Discount.percentOff(null, "CNY")),
                wrong("currency", "null", e -> Discount.percentOff("0.9", null)),
                wrong("currency", "RMB", e -> Discount.percentOff("0.9", "RMB")),
                wrong("amount", "12.345", e -> Discount.amountOff("12.345", "CNY")),
                wrong("amount", "1.5", e -> Discount.amountOff("1.5", "JPY")),
                wrong("amount", "0.0001", e -> Discount.amountOff("0.0001", "KWD")),
                wrong("amount", "92233720368547758.08", e -> Discount.amountOff("92233720368547758.08", "CNY")),
                wrong("amount", "null", e -> Discount.amountOff(null, "CNY")),
                wrong("amount", "null", e -> Money.of((BigDecimal) null, YUAN)),
                wrong("amount", "-1.00", e -> Discount.amountOff("-1.00", "CNY")),
                wrong("off", "0.00 CNY", e -> Discount.amountOff("0.00", "CNY")),
                wrong("minSpend", "0.00 CNY", e -> Discount.threshold("0.00", "5.00", "CNY")),
                wrong("off", "300.01 CNY", e -> Discount.threshold("300.00", "300.01", "CNY")),
                wrong("off", "null", e -> new Discount.AmountOff(null)),
                wrong(
                        "maxDiscount",
                        "5 JPY",
                        e -> Discount.percentOff("0.9", "CNY").atMost(Money.of("5", "JPY"))));
    }

    private static Stream<Arguments> orders() {
        Map<String, String> noBrand = new HashMap<>();
        noBrand.put("brand", null);
        Money price = Money.of("1.00", "CNY");
        return Stream.of(
                wrong("order.lines", "null", e -> new Order(null)),
                wrong("order.lines", "[]", e -> new Order(List.of())),
                wrong("order.lines[1]", "null", e -> new Order(Arrays.asList(new OrderLine("a", price), null))),
                wrong("line.id", "a", e -> new Order(Collections.nCopies(2, new OrderLine("a", price)))),
                wrong(
                        "line.amount",
                        "5 JPY",
                        e -> new Order(List.of(new OrderLine("a", price), new OrderLine("b", Money.of("5", "JPY"))))),
                wrong("line.id", " ", e -> new OrderLine(" ", price)),
                wrong("line.amount", "null", e -> Order.of(null)),
                wrong("line.attributes", "null", e -> new OrderLine("a", price, null)),
                wrong("line.attributes.values[0]", "null", e -> new OrderLine("a", price, noBrand)));
    }

    private static Stream<Arguments> redemptions() {
        return Stream.of(
                wrong("userId", "0", e -> e.redeem(0, TYPED, "o", ORDER)),
                wrong("userId", "-7", e -> e.confirm(-7, TYPED, "o")),
                wrong("orderId", "null", e -> e.release(7, TYPED, null)),
                wrong("orderId", "o o", e -> e.redeem(7, TYPED, "o o", ORDER)),
                wrong("keepFor", "PT0S", e -> e.hold(7, TYPED, "o", ORDER, Duration.ZERO)),
                wrong("keepFor", "PT-1M", e -> e.hold(7, TYPED, "o", ORDER, Duration.ofMinutes(-1))),
                wrong("attempt", "0", e -> e.apply(new RedemptionCommand.Confirm(SOMEBODYS, 7L, "o", 0))),
                wrong("code", "null", e -> e.apply(new RedemptionCommand.Sweep(null))),
                wrong(
                        "lines[0]",
                        "null",
                        e -> e.apply(new RedemptionCommand.Refund(
                                SOMEBODYS, 7L, "o", 1, "f", Collections.singletonList(null)))),
                wrong("by", "null", e -> e.voidCoupon(TYPED, null, "reason", "v")),
                wrong("by", "b".repeat(65), e -> e.voidCoupon(TYPED, "b".repeat(65), "reason", "v")),
                wrong("reason", "null", e -> e.voidCoupon(TYPED, "by", null, "v")),
                wrong("requestId", "", e -> e.voidCoupon(TYPED, "by", "reason", "")));
    }

    private static Stream<Arguments> massIssues() {
        return Stream.of(
                wrong(
                        "userIds[1]",
                        "0",
                        e -> e.massIssue()
                                .submit("job", 1, List.of(8L, 0L).iterator(), e.massIssue()::carryOut, sent -> {})),
                wrong(
                        "userIds[0]",
                        "null",
                        e -> e.massIssue()
                                .submit(
                                        "job",
                                        1,
                                        Arrays.asList((Long) null).iterator(),
                                        e.massIssue()::carryOut,
                                        sent -> {})),
                wrong(
                        "userIds[1]",
                        "-8",
                        e -> e.massIssue().carryOut(new MassIssueChunk("job", 1, 0, List.of(8L, -8L)))),
                wrong("userIds[0]", "null", e -> new MassIssueChunk("job", 1, 0, Arrays.asList((Long) null))),
                wrong("userIds", "0 users", e -> new MassIssueChunk("job", 1, 0, List.of())),
                wrong("userIds", "null", e -> new MassIssueChunk("job", 1, 0, null)),
                wrong("number", "-1", e -> new MassIssueChunk("job", 1, -1, List.of(1L))),
                wrong("jobId", "j".repeat(49), e -> new MassIssueChunk("j".repeat(49), 1, 0, List.of(1L))),
                wrong("massIssue", "null", e -> new LocalChunkPool(null, 1)),
                wrong("threads", "0", e -> new LocalChunkPool(e.massIssue(), 0)));
    }

    private static Stream<Arguments> reading() {
        return Stream.of(
                wrong("userId", "0", e -> wallet(e, 0, 10)),
                wrong("max", "0", e -> wallet(e, 7, 0)),
                wrong("max", "501", e -> wallet(e, 7, 501)),
                wrong("after.at", "null", e -> new WalletQuery.Cursor(null, SOMEBODYS)),
                wrong("after.code", "null", e -> new WalletQuery.Cursor(START, null)),
                wrong(
                        "expiredBefore",
                        "-1000000000-01-01T00:00:00Z",
                        e -> e.upkeep().archive(Instant.MIN, moved -> {})));
    }

    private static Object wallet(CouponEngine engine, long userId, int max) {
        return engine.coupons()
                .wallet(new WalletQuery(userId, WalletQuery.View.ALL, WalletQuery.Sort.NEWEST_FIRST, null, max));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("wrongCalls")
    void isRefusedWithItsFieldAndValueAndChangesNothing(String field, String value, Call call) {
        assertThatThrownBy(() -> call.on(engine))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.mistakes())
                                .extracting(Mistake::field, Mistake::value)
                                .contains(org.assertj.core.groups.Tuple.tuple(field, value)));
        assertThat(host.stored()).isEqualTo(before);
    }

    /** The one answer for both: nobody learns which codes exist. */
    @Test
    void aCodeThatNobodyHasAndOneOfAnotherUserGetTheSameAnswerAndChangeNothing() { // B67
        String others = granted.coupon().code().toString();
        for (String code : List.of(TYPED, others)) {
            assertThat(engine.redeem(8, code, "o", ORDER).status()).isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
            assertThat(engine.hold(8, code, "o", ORDER, Duration.ofMinutes(1)).status())
                    .isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
            assertThat(engine.confirm(8, code, "o").status()).isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
            assertThat(engine.release(8, code, "o").status()).isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
        }
        assertThat(engine.voidCoupon(TYPED, "by", "reason", "v").status()).isEqualTo(RedemptionStatus.UNKNOWN_COUPON);
        assertThat(host.stored()).isEqualTo(before);
    }

    @Test
    void anEngineNamesEverythingThatItLacks() {
        assertThatThrownBy(() -> CouponEngine.builder().build())
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .containsExactly("repository: must be given", "gate: must be given"));
        assertThatThrownBy(() -> CouponEngine.builder()
                        .repository(host.repository)
                        .gate(host.gate)
                        .events(null)
                        .time(null)
                        .audience(null)
                        .lineScope(null)
                        .options(null)
                        .build())
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        "events: must be given",
                                        "time: must be given",
                                        "audience: must be given",
                                        "lineScope: must be given",
                                        "options: must be given"));
    }
}
