package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.LockedCoupon.OtherUse;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.redemption.RedemptionCommand;
import com.couponengine.jdbc.internal.row.RedemptionRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** The orders of a transaction: what is remembered of them with any coupon, as the commands so far have left it. */
final class LockedOrders {
    private final Map<String, List<OtherUse>> byOrder = new HashMap<>();

    /** The orders of the commands that name the coupon's owner. */
    static SortedSet<String> keysOfNamedUsers(List<RedemptionCommand> commands) {
        SortedSet<String> keys = new TreeSet<>();
        for (RedemptionCommand command : commands) {
            if (command instanceof RedemptionCommand.OfOrder step && step.asksForCoupon() && step.userId() != null) {
                keys.add(RedemptionRows.orderKey(step.userId(), step.orderId()));
            }
        }
        return keys;
    }

    /** The orders of the commands that do not, now that the coupons tell their owners. */
    static SortedSet<String> keysOfOwners(List<RedemptionCommand> commands, SortedMap<CouponCode, LockedRow> rows) {
        SortedSet<String> keys = new TreeSet<>();
        for (RedemptionCommand command : commands) {
            LockedRow row = rows.get(command.code());
            if (command instanceof RedemptionCommand.OfOrder step
                    && step.asksForCoupon()
                    && step.userId() == null
                    && row != null) {
                keys.add(RedemptionRows.orderKey(row.before().userId(), step.orderId()));
            }
        }
        return keys;
    }

    /** Takes what is remembered of an order with a coupon, instead of what was before. */
    void remember(String orderKey, CouponCode code, Redemption redemption) {
        List<OtherUse> uses = byOrder.computeIfAbsent(orderKey, key -> new ArrayList<>());
        uses.removeIf(use -> use.code().equals(code) && use.redemption().attempt() == redemption.attempt());
        uses.add(new OtherUse(code, redemption));
    }

    /** Takes what a decision changes. */
    void take(Decision.Change change) {
        if (change.redemption() != null) {
            Coupon coupon = change.coupon();
            String key =
                    RedemptionRows.orderKey(coupon.userId(), change.redemption().orderId());
            remember(key, coupon.code(), change.redemption());
        }
    }

    /** What is remembered of the command's order with other coupons than this one. */
    List<OtherUse> others(RedemptionCommand command, Coupon coupon) {
        if (byOrder.isEmpty() || !(command instanceof RedemptionCommand.OfOrder step) || !step.asksForCoupon()) {
            return List.of();
        }
        return byOrder.getOrDefault(RedemptionRows.orderKey(coupon.userId(), step.orderId()), List.of()).stream()
                .filter(use -> !use.code().equals(coupon.code()))
                .toList();
    }
}
