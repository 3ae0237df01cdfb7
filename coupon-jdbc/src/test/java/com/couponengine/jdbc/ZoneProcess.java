package com.couponengine.jdbc;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.discount.Discount;
import com.couponengine.core.discount.LineScope;
import com.couponengine.core.discount.Order;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.core.redemption.RedemptionRules;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.Validity;
import com.couponengine.jdbc.server.SqlDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A host in a JVM of its own: tells what it reads, uses two coupons by the database's clock, and writes a template. */
final class ZoneProcess {
    static final Instant WRITTEN = Instant.parse("2026-10-25T01:15:00.125Z");

    private ZoneProcess() {}

    /** Arguments: the database's address, user and password, a code that is valid and one that has expired. */
    public static void main(String[] args) {
        try (JdbcCouponRepository repository = repository(new SqlDatabase(null, args[0], args[1], args[2]))) {
            for (Template template : repository.templates().list(0, 100)) {
                System.out.println("template " + template.id() + " starts "
                        + template.spec().grabStart().toEpochMilli());
            }
            System.out.println("alive " + held(repository, args[3]));
            System.out.println("over " + held(repository, args[4]));
            repository.templates().create(spec(WRITTEN));
        }
    }

    private static String held(JdbcCouponRepository repository, String code) {
        Order order = Order.of(Money.of("20.00", "CNY"));
        String host = "host-" + ProcessHandle.current().pid();
        CouponCode coupon = CouponCode.parse(code);
        RedemptionRules rules = new RedemptionRules(LineScope.WHOLE_ORDER);
        return repository
                .redemptions()
                .change(
                        List.of(
                                new RedemptionCommand.Hold(coupon, null, host, 1, order, Duration.ofMinutes(5)),
                                new RedemptionCommand.Release(coupon, null, host, 1, null)),
                        rules)
                .get(0)
                .status()
                .toString();
    }

    static TemplateSpec spec(Instant start) {
        return TemplateSpec.builder()
                .name("zones")
                .discount(Discount.amountOff("5.00", "CNY"))
                .grabWindow(start, start.plus(Duration.ofDays(3_650)))
                .validity(Validity.daysAfterGrab(7))
                .build();
    }

    static JdbcCouponRepository repository(SqlDatabase at) {
        return JdbcCouponRepository.builder()
                .database(at.url(), at.user(), at.password())
                .callLimit(Duration.ofSeconds(20))
                .poolSizeMax(2)
                .installSchema()
                .open();
    }
}
