package com.couponengine.core.template;

import static com.couponengine.core.template.TemplateState.DRAFT;
import static com.couponengine.core.template.TemplateState.ENDED;
import static com.couponengine.core.template.TemplateState.PAUSED;
import static com.couponengine.core.template.TemplateState.PUBLISHED;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.template.TemplateResult.Status;
import java.time.Instant;
import java.util.Objects;

/**
 * The rules of a template's life, as a pure function: repositories apply it to the template that they have locked and
 * store the result, so that every adapter has the same rules.
 */
public final class TemplateLife {
    private TemplateLife() {}

    /**
     * What a change makes of a template.
     *
     * @param template as it stands, locked by the caller
     * @param issued how many coupons are issued, exact while the lock is held
     * @param now by the repository's clock, read after the lock
     */
    public static TemplateResult apply(Template template, TemplateChange change, long issued, Instant now) {
        Mistakes.given("template", template);
        Mistakes.given("change", change);
        Mistakes.given("now", now);
        TemplateState state = template.state();
        TemplateSpec spec = template.spec();
        if (change instanceof TemplateChange.Edit edit) {
            return state != DRAFT ? illegal(template) : with(template, edit.spec(), state);
        }
        if (change instanceof TemplateChange.Publish) {
            return state == PUBLISHED
                    ? unchanged(template)
                    : state == DRAFT ? to(template, PUBLISHED) : illegal(template);
        }
        if (change instanceof TemplateChange.Pause) {
            return state == PAUSED
                    ? unchanged(template)
                    : state == PUBLISHED ? to(template, PAUSED) : illegal(template);
        }
        if (change instanceof TemplateChange.Resume) {
            return state == PUBLISHED
                    ? unchanged(template)
                    : state == PAUSED ? to(template, PUBLISHED) : illegal(template);
        }
        if (change instanceof TemplateChange.End) {
            return state == ENDED ? unchanged(template) : to(template, ENDED);
        }
        if (change instanceof TemplateChange.SetTotal total) {
            if (state == ENDED) {
                return illegal(template);
            }
            if (Objects.equals(spec.total(), total.total())) {
                return unchanged(template);
            }
            if (!Objects.equals(spec.total(), total.expected())) {
                return new TemplateResult(Status.TOTAL_CHANGED_MEANWHILE, template);
            }
            if (total.total() != null && total.total() < issued) {
                return new TemplateResult(Status.TOTAL_BELOW_ISSUED, template);
            }
            return with(template, spec.withTotal(total.total()), state);
        }
        if (change instanceof TemplateChange.Rename rename) {
            return with(template, spec.withName(rename.name()), state);
        }
        if (change instanceof TemplateChange.SetGrabEnd end) {
            return state == ENDED ? illegal(template) : with(template, spec.withGrabEnd(end.grabEnd()), state);
        }
        TemplateChange.VoidAll act = (TemplateChange.VoidAll) change;
        if (template.isVoid()) {
            return unchanged(template);
        }
        Voiding voiding = new Voiding(act.by(), act.reason(), act.requestId(), now);
        return new TemplateResult(Status.CHANGED, new Template(template.id(), spec, state, voiding));
    }

    private static TemplateResult to(Template template, TemplateState state) {
        return with(template, template.spec(), state);
    }

    private static TemplateResult with(Template template, TemplateSpec spec, TemplateState state) {
        Template changed = new Template(template.id(), spec, state, template.voiding());
        return changed.equals(template) ? unchanged(template) : new TemplateResult(Status.CHANGED, changed);
    }

    private static TemplateResult unchanged(Template template) {
        return new TemplateResult(Status.UNCHANGED, template);
    }

    private static TemplateResult illegal(Template template) {
        return new TemplateResult(Status.ILLEGAL_STATE, template);
    }
}
