package com.couponengine.core.template;

import com.couponengine.core.error.Mistakes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A change that is asked of a template. What it does is decided by {@link TemplateLife}. */
public sealed interface TemplateChange {

    /** Replaces a draft as a whole. */
    record Edit(TemplateSpec spec) implements TemplateChange {
        public Edit {
            new Mistakes().require(spec != null, "spec", spec, "must be given").throwIfAny();
        }
    }

    /** Draft → published. */
    record Publish() implements TemplateChange {}

    /** Published → paused. */
    record Pause() implements TemplateChange {}

    /** Paused → published. */
    record Resume() implements TemplateChange {}

    /** → ended, for ever. */
    record End() implements TemplateChange {}

    /** Sets the total if it is still the one expected; never below what is issued. */
    record SetTotal(@Nullable Long expected, @Nullable Long total) implements TemplateChange {
        public SetTotal {
            Mistakes mistakes = new Mistakes();
            TemplateSpec.checkTotal(mistakes, "expected", expected);
            TemplateSpec.checkTotal(mistakes, "total", total);
            mistakes.throwIfAny();
        }
    }

    /** Gives another name. */
    record Rename(String name) implements TemplateChange {
        public Rename {
            new Mistakes().text("name", name, TemplateSpec.NAME_CHARS_MAX).throwIfAny();
        }
    }

    /** Sets the end of the grab, exclusive. */
    record SetGrabEnd(Instant grabEnd) implements TemplateChange {
        public SetGrabEnd {
            new Mistakes().instant("grabEnd", grabEnd).throwIfAny();
            grabEnd = grabEnd.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /** Voids every coupon issued and stops the grab. Who did it, why and when is kept in the template. */
    record VoidAll(String by, String reason, String requestId) implements TemplateChange {
        public VoidAll {
            Mistakes mistakes = new Mistakes();
            Voiding.check(mistakes, by, reason, requestId);
            mistakes.throwIfAny();
        }
    }
}
