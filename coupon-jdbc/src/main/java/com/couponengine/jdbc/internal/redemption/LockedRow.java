package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.event.CouponEvent;
import com.couponengine.core.redemption.Decision;
import com.couponengine.core.redemption.LockedCoupon;
import com.couponengine.core.redemption.Redemption;
import com.couponengine.core.template.Template;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A coupon within a transaction: as it was locked, and as the commands so far have changed it. */
final class LockedRow {
    private record Key(String orderId, int attempt) {}

    private final Coupon before;
    private final boolean archived;
    private final boolean remembered;
    private final Map<Key, Redemption> memory = new LinkedHashMap<>();
    private final Set<Key> stored = new HashSet<>();
    private final Map<Key, Redemption> changed = new LinkedHashMap<>();
    private final List<CouponEvent> events = new ArrayList<>();
    private Coupon now;
    private @Nullable Template template;

    /**
     * A row as it was read.
     *
     * @param archived whether it stands in the archive, where nothing changes any more
     * @param remembered whether it tells that something is remembered of it
     */
    LockedRow(Coupon before, boolean archived, boolean remembered) {
        this.before = before;
        this.now = before;
        this.archived = archived;
        this.remembered = remembered;
    }

    /** Takes what is remembered of an order. */
    void remembers(Redemption redemption) {
        memory.put(keyOf(redemption), redemption);
        stored.add(keyOf(redemption));
    }

    void has(Template read) {
        template = read;
    }

    /** What the next command is decided on. */
    LockedCoupon view(List<LockedCoupon.OtherUse> others) {
        return new LockedCoupon(
                now,
                Objects.requireNonNull(template, "no template " + before.templateId()),
                List.copyOf(memory.values()),
                others);
    }

    /** An archived coupon has come to its end: its decisions only tell what it is. */
    boolean isArchived() {
        return archived;
    }

    /** Takes what a decision changes. */
    void take(Decision.Change change) {
        now = change.coupon();
        if (change.redemption() != null) {
            memory.put(keyOf(change.redemption()), change.redemption());
            changed.put(keyOf(change.redemption()), change.redemption());
        }
        events.addAll(change.events());
    }

    /** Whether the row will not be what it was. */
    boolean isChanged() {
        boolean tellsMore = !remembered && !changed.isEmpty();
        return tellsMore || !now.equals(before);
    }

    Coupon before() {
        return before;
    }

    Coupon now() {
        return now;
    }

    List<CouponEvent> events() {
        return events;
    }

    /** What is to be remembered of orders, new or instead of what is stored. */
    Collection<Redemption> changedMemory() {
        return changed.values();
    }

    /** Whether there is a row for what is remembered of an attempt. */
    boolean isStored(Redemption redemption) {
        return stored.contains(keyOf(redemption));
    }

    private static Key keyOf(Redemption redemption) {
        return new Key(redemption.orderId(), redemption.attempt());
    }
}
