package com.couponengine.core.error;

import java.util.List;

/** The engine was put together wrongly, or a server is set up so that a guarantee would not hold. */
public final class ConfigurationException extends CouponEngineException {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    public ConfigurationException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Every problem found, each starting with the name of the property or server setting. */
    public List<String> problems() {
        return problems;
    }
}
