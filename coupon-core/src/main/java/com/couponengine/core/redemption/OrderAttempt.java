package com.couponengine.core.redemption;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.discount.Order;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.template.ReleasePolicy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order's try with coupons, which makes the commands for them: {@code
 * OrderAttempt.of("order-1").ofUser(7).redeem(code, order)}. Immutable. Every method throws {@link
 * InvalidInputException} if something in it is wrong; codes are read as {@link CouponCode#parse} does.
 *
 * @param orderId the order
 * @param number which try it is, from 1; an order that is revived after a release passes the next
 * @param userId who must own the coupons; null for whoever does: then the code alone decides
 */
public record OrderAttempt(
        String orderId, int number, @Nullable Long userId) {
    public OrderAttempt {
        RedemptionCommand.check(new Mistakes(), userId, orderId, number).throwIfAny();
    }

    /** The first try of an order, with whoever's coupons. */
    public static OrderAttempt of(String orderId) {
        return new OrderAttempt(orderId, 1, null);
    }

    /** The same with coupons of this user only. */
    public OrderAttempt ofUser(long owner) {
        return new OrderAttempt(orderId, number, owner);
    }

    /** Another try of the order. */
    public OrderAttempt number(int attempt) {
        return new OrderAttempt(orderId, attempt, userId);
    }

    public RedemptionCommand.Redeem redeem(String code, Order order) {
        return new RedemptionCommand.Redeem(CouponCode.parse(code), userId, orderId, number, order);
    }

    public RedemptionCommand.Hold hold(String code, Order order, Duration keepFor) {
        return new RedemptionCommand.Hold(CouponCode.parse(code), userId, orderId, number, order, keepFor);
    }

    public RedemptionCommand.Confirm confirm(String code) {
        return new RedemptionCommand.Confirm(CouponCode.parse(code), userId, orderId, number);
    }

    /** By the policy of the coupon's template. */
    public RedemptionCommand.Release release(String code) {
        return new RedemptionCommand.Release(CouponCode.parse(code), userId, orderId, number, null);
    }

    /** By this policy. */
    public RedemptionCommand.Release release(String code, ReleasePolicy policy) {
        Mistakes.given("policy", policy);
        return new RedemptionCommand.Release(CouponCode.parse(code), userId, orderId, number, policy);
    }

    public RedemptionCommand.Refund refund(String code, String refundId, List<RedemptionCommand.Refund.Line> lines) {
        return new RedemptionCommand.Refund(CouponCode.parse(code), userId, orderId, number, refundId, lines);
    }
}
