package com.couponengine.jdbc.internal.redemption;

import com.couponengine.core.template.Template;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The templates whose coupons were changed of late: the next ones are likely to be of them, too. The terms of a template
 * that has coupons never change, so of a known one only its voiding is read again. Thread-safe.
 */
final class KnownTemplates {
    private static final int MAX = 8;

    /** The latest first. */
    private volatile Map<Long, Template> latest = Map.of();

    Set<Long> ids() {
        return latest.keySet();
    }

    @Nullable
    Template get(long id) {
        return latest.get(id);
    }

    /** Takes the templates of a batch. */
    void remember(Collection<Template> templates) {
        Map<Long, Template> known = latest;
        if (templates.stream().allMatch(template -> known.containsKey(template.id()))) {
            return;
        }
        Map<Long, Template> fresh = new LinkedHashMap<>();
        templates.stream()
                .filter(template -> !template.isVoid())
                .limit(MAX)
                .forEach(template -> fresh.put(template.id(), template));
        known.forEach((id, template) -> {
            if (fresh.size() < MAX) {
                fresh.putIfAbsent(id, template);
            }
        });
        latest = fresh;
    }
}
