package com.couponengine.jdbc.internal.row;

import com.couponengine.core.discount.Allocation;
import com.couponengine.core.money.Money;
import com.couponengine.core.redemption.Redemption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Allocations and refunds as one line of text: words with one blank between them, amounts in minor units, all in one
 * currency. Ids of lines and refunds are printable ASCII without blanks, so nothing needs to be escaped.
 *
 * <pre>
 * 1 CNY 500 a 10000 300 b 6667 200          version, currency, discount; then line, amount, discount …
 * 1 CNY r1 2 a 100 3 b 50 2 r2 1 a 9900 297 version, currency; then refund, number of lines; line, amount, discount …
 * </pre>
 */
public final class ShareText {
    private static final String VERSION = "1";

    private ShareText() {}

    public static @Nullable String of(@Nullable Allocation allocation) {
        if (allocation == null) {
            return null;
        }
        StringBuilder text = start(allocation.discount().currency());
        text.append(' ').append(allocation.discount().minorUnits());
        append(text, allocation.shares());
        return text.toString();
    }

    public static @Nullable Allocation allocation(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Words words = new Words(text);
        Money discount = words.amount();
        List<Allocation.Share> shares = new ArrayList<>();
        while (words.hasNext()) {
            shares.add(words.share());
        }
        return new Allocation(discount, shares);
    }

    public static @Nullable String ofRefunds(List<Redemption.Refund> refunds) {
        if (refunds.isEmpty()) {
            return null;
        }
        StringBuilder text = start(refunds.get(0).lines().get(0).amount().currency());
        for (Redemption.Refund refund : refunds) {
            text.append(' ').append(refund.refundId());
            text.append(' ').append(refund.lines().size());
            append(text, refund.lines());
        }
        return text.toString();
    }

    public static List<Redemption.Refund> refunds(@Nullable String text) {
        if (text == null) {
            return List.of();
        }
        Words words = new Words(text);
        List<Redemption.Refund> refunds = new ArrayList<>();
        while (words.hasNext()) {
            String id = words.next();
            int size = (int) words.number();
            List<Allocation.Share> lines = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                lines.add(words.share());
            }
            refunds.add(new Redemption.Refund(id, lines));
        }
        return refunds;
    }

    private static StringBuilder start(Currency currency) {
        return new StringBuilder(VERSION).append(' ').append(currency.getCurrencyCode());
    }

    private static void append(StringBuilder text, List<Allocation.Share> shares) {
        for (Allocation.Share share : shares) {
            text.append(' ').append(share.lineId());
            text.append(' ').append(share.amount().minorUnits());
            text.append(' ').append(share.discount().minorUnits());
        }
    }

    /** Takes a text apart. A text that cannot be read was not written by this class: it is an error, never guessed. */
    private static final class Words {
        private final String text;
        private final Iterator<String> words;
        private final Currency currency;

        Words(String text) {
            this.text = text;
            this.words = Arrays.asList(text.split(" ", -1)).iterator();
            if (!next().equals(VERSION)) {
                throw damaged(null);
            }
            try {
                currency = Currency.getInstance(next());
            } catch (IllegalArgumentException e) {
                throw damaged(e);
            }
        }

        boolean hasNext() {
            return words.hasNext();
        }

        String next() {
            try {
                return words.next();
            } catch (NoSuchElementException e) {
                throw damaged(e);
            }
        }

        long number() {
            try {
                return Long.parseLong(next());
            } catch (NumberFormatException e) {
                throw damaged(e);
            }
        }

        Money amount() {
            long minorUnits = number();
            if (minorUnits < 0) {
                throw damaged(null);
            }
            return new Money(minorUnits, currency);
        }

        Allocation.Share share() {
            return new Allocation.Share(next(), amount(), amount());
        }

        private IllegalStateException damaged(@Nullable Throwable cause) {
            return new IllegalStateException("stored shares cannot be read: " + text, cause);
        }
    }
}
