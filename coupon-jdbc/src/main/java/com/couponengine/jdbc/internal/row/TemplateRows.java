package com.couponengine.jdbc.internal.row;

import com.couponengine.core.discount.Discount;
import com.couponengine.core.money.Money;
import com.couponengine.core.template.ReleasePolicy;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.core.template.Validity;
import com.couponengine.core.template.Voiding;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a template stands in its row, at home and in its copies. */
public final class TemplateRows {
    /** All columns but the id, in the order of {@link #values}. */
    public static final List<String> COLUMNS = List.of(
            "name",
            "discount_kind",
            "currency",
            "min_spend",
            "amount_off",
            "rate",
            "max_discount",
            "total",
            "per_user_limit",
            "grab_start",
            "grab_end",
            "valid_from",
            "valid_until",
            "valid_days",
            "delay_days",
            "zone",
            "release_policy",
            "stacking_group",
            "state",
            "void_by",
            "void_reason",
            "void_request_id",
            "voided_at");

    private static final String THRESHOLD = "THRESHOLD";
    private static final String PERCENT = "PERCENT";
    private static final String AMOUNT = "AMOUNT";

    private TemplateRows() {}

    /** The values of {@link #COLUMNS}. */
    public static List<@Nullable Object> values(TemplateSpec spec, TemplateState state, @Nullable Voiding voiding) {
        List<@Nullable Object> values = new ArrayList<>(COLUMNS.size());
        values.add(spec.name());
        Discount discount = spec.discount();
        values.add(kind(discount));
        values.add(discount.currency().getCurrencyCode());
        values.add(Values.minor(discount.minSpend()));
        values.add(Values.minor(amountOff(discount)));
        values.add(discount instanceof Discount.PercentOff percent ? percent.rate() : null);
        values.add(discount instanceof Discount.PercentOff percent ? Values.minor(percent.maxDiscount()) : null);
        values.add(spec.total());
        values.add(spec.perUserLimit());
        values.add(spec.grabStart().toEpochMilli());
        values.add(spec.grabEnd().toEpochMilli());
        Validity validity = spec.validity();
        values.add(validity instanceof Validity.Fixed fixed ? Values.millis(fixed.from()) : null);
        values.add(validity instanceof Validity.Fixed fixed ? Values.millis(fixed.until()) : null);
        values.add(validity instanceof Validity.DaysAfterGrab days ? (Integer) days.days() : null);
        values.add(validity instanceof Validity.DaysAfterGrab days ? (Integer) days.delayDays() : null);
        values.add(spec.zone().getId());
        values.add(text(spec.releasePolicy()));
        values.add(spec.stackingGroup());
        values.add(text(state));
        values.add(voiding == null ? null : voiding.by());
        values.add(voiding == null ? null : voiding.reason());
        values.add(voiding == null ? null : voiding.requestId());
        values.add(voiding == null ? null : Values.millis(voiding.at()));
        return values;
    }

    /** The template of the current row, which has the id and all {@link #COLUMNS}. */
    public static Template read(Row row) throws SQLException {
        TemplateSpec spec = new TemplateSpec(
                row.getString("name"),
                discount(row),
                row.longOrNull("total"),
                row.integerOrNull("per_user_limit"),
                row.getInstant("grab_start"),
                row.getInstant("grab_end"),
                validity(row),
                ZoneId.of(row.getString("zone")),
                releasePolicy(row.getString("release_policy")),
                row.getString("stacking_group"));
        Instant voidedAt = row.instantOrNull("voided_at");
        Voiding voiding = voidedAt == null
                ? null
                : new Voiding(
                        row.getString("void_by"),
                        row.getString("void_reason"),
                        row.getString("void_request_id"),
                        voidedAt);
        return new Template(row.getLong("id"), spec, state(row.getString("state")), voiding);
    }

    /** A state as it stands in templates and counter rows. */
    public static String text(TemplateState state) {
        return switch (state) {
            case DRAFT -> "DRAFT";
            case PUBLISHED -> "PUBLISHED";
            case PAUSED -> "PAUSED";
            case ENDED -> "ENDED";
        };
    }

    /** The state of a text. */
    public static TemplateState state(String text) {
        return switch (text) {
            case "DRAFT" -> TemplateState.DRAFT;
            case "PUBLISHED" -> TemplateState.PUBLISHED;
            case "PAUSED" -> TemplateState.PAUSED;
            case "ENDED" -> TemplateState.ENDED;
            default -> throw new IllegalStateException("no template state: " + text);
        };
    }

    private static String text(ReleasePolicy policy) {
        return switch (policy) {
            case RETURN -> "RETURN";
            case RETURN_IF_UNEXPIRED -> "RETURN_IF_UNEXPIRED";
            case FORFEIT -> "FORFEIT";
        };
    }

    private static ReleasePolicy releasePolicy(String text) {
        return switch (text) {
            case "RETURN" -> ReleasePolicy.RETURN;
            case "RETURN_IF_UNEXPIRED" -> ReleasePolicy.RETURN_IF_UNEXPIRED;
            case "FORFEIT" -> ReleasePolicy.FORFEIT;
            default -> throw new IllegalStateException("no release policy: " + text);
        };
    }

    private static String kind(Discount discount) {
        return discount instanceof Discount.ThresholdAmountOff
                ? THRESHOLD
                : discount instanceof Discount.PercentOff ? PERCENT : AMOUNT;
    }

    private static @Nullable Money amountOff(Discount discount) {
        if (discount instanceof Discount.ThresholdAmountOff threshold) {
            return threshold.off();
        }
        return discount instanceof Discount.AmountOff amount ? amount.off() : null;
    }

    private static Discount discount(Row row) throws SQLException {
        Currency currency = Currency.getInstance(row.getString("currency"));
        Money minSpend = row.moneyOrNull("min_spend", currency);
        Money off = row.moneyOrNull("amount_off", currency);
        String kind = row.getString("discount_kind");
        return switch (kind) {
            case THRESHOLD ->
                new Discount.ThresholdAmountOff(Objects.requireNonNull(minSpend), Objects.requireNonNull(off));
            case PERCENT -> {
                BigDecimal rate = row.getDecimal("rate").stripTrailingZeros();
                yield new Discount.PercentOff(rate, currency, row.moneyOrNull("max_discount", currency), minSpend);
            }
            case AMOUNT -> new Discount.AmountOff(Objects.requireNonNull(off));
            default -> throw new IllegalStateException("no kind of discount: " + kind);
        };
    }

    private static Validity validity(Row row) throws SQLException {
        Instant from = row.instantOrNull("valid_from");
        Instant until = row.instantOrNull("valid_until");
        return from == null || until == null
                ? new Validity.DaysAfterGrab(row.getInt("valid_days"), row.getInt("delay_days"))
                : new Validity.Fixed(from, until);
    }
}
