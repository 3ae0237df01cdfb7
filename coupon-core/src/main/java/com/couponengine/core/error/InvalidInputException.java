package com.couponengine.core.error;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Input that no state of the system could make right. Thrown before anything is read or changed; lists every mistake
 * found, each with the name of its field and the value that was given.
 */
public final class InvalidInputException extends CouponEngineException {
    private static final long serialVersionUID = 1L;

    /**
     * One mistake.
     *
     * @param field the name of the parameter or property, as the API spells it
     * @param value the value given, as text ({@code "null"} for null)
     * @param rule what a right value looks like
     */
    public record Mistake(String field, String value, String rule) implements java.io.Serializable {
        @Override
        public String toString() {
            return field + " = " + value + ": " + rule;
        }
    }

    private final List<Mistake> mistakes;

    InvalidInputException(List<Mistake> mistakes) {
        super(mistakes.stream().map(Mistake::toString).collect(Collectors.joining("; ")));
        this.mistakes = List.copyOf(mistakes);
    }

    /** Every mistake found, at least one, in the order of the checks. */
    public List<Mistake> mistakes() {
        return mistakes;
    }

    /** The field of the first mistake. */
    public String field() {
        return mistakes.get(0).field();
    }
}
