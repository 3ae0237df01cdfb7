package com.couponengine.core.admin;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.InvalidInputException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.grab.internal.Campaigns;
import com.couponengine.core.repair.Rebuilder;
import com.couponengine.core.store.CouponRepository;
import com.couponengine.core.store.ShareStock;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateResult;
import com.couponengine.core.template.TemplateSpec;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Administration of templates. When a method returns, what it closes is closed for every grab and redeem that starts
 * afterwards, on every host; what it opens is open on this host, and on others when their copy of the template is renewed,
 * a second later at the most by default. Every change is idempotent: made again it answers UNCHANGED.
 *
 * <p>Wrong input throws {@link InvalidInputException} before anything is changed; faults of the database throw {@link
 * StoreUnavailableException} or {@link OutcomeUnknownException}, and then the same call again is right. Thread-safe.
 */
public final class TemplateAdmin {
    private static final Logger log = LoggerFactory.getLogger(TemplateAdmin.class);

    private final CouponRepository repository;
    private final Rebuilder rebuilder;
    private final Campaigns campaigns;

    public TemplateAdmin(CouponRepository repository, Rebuilder rebuilder, Campaigns campaigns) {
        Mistakes.given("repository", repository);
        Mistakes.given("rebuilder", rebuilder);
        Mistakes.given("campaigns", campaigns);
        this.repository = repository;
        this.rebuilder = rebuilder;
        this.campaigns = campaigns;
    }

    /** Stores a new draft and gives it an id. Not idempotent: a repeat makes another draft. */
    public Template create(TemplateSpec spec) {
        new Mistakes().require(spec != null, "spec", spec, "must be given").throwIfAny();
        return repository.templates().create(spec);
    }

    /** A template as it stands, or empty. */
    public Optional<Template> find(long templateId) {
        new Mistakes().id("templateId", templateId).throwIfAny();
        return repository.templates().find(templateId);
    }

    /** Replaces a draft. */
    public TemplateResult edit(long templateId, TemplateSpec spec) {
        return change(templateId, new TemplateChange.Edit(spec));
    }

    /** Opens the grab, from the template's grab start on, and loads the gate. */
    public TemplateResult publish(long templateId) {
        TemplateResult result = change(templateId, new TemplateChange.Publish());
        loadGate(result);
        return result;
    }

    /** Stops the grab at once; a grab that starts after this returned is not granted. Coupons stay usable. */
    public TemplateResult pause(long templateId) {
        return change(templateId, new TemplateChange.Pause());
    }

    /** Opens a paused grab again. */
    public TemplateResult resume(long templateId) {
        return change(templateId, new TemplateChange.Resume());
    }

    /** Stops the grab for ever. Coupons stay usable. */
    public TemplateResult end(long templateId) {
        return change(templateId, new TemplateChange.End());
    }

    /**
     * Sets how many coupons there are, if the total still is the one expected; never below what is issued. Null is no
     * limit.
     */
    public TemplateResult changeTotal(long templateId, @Nullable Long expected, @Nullable Long total) {
        TemplateResult result = change(templateId, new TemplateChange.SetTotal(expected, total));
        loadGate(result);
        return result;
    }

    public TemplateResult rename(long templateId, String name) {
        return change(templateId, new TemplateChange.Rename(name));
    }

    /** Sets the end of the grab, exclusive. */
    public TemplateResult changeGrabEnd(long templateId, Instant grabEnd) {
        TemplateResult result = change(templateId, new TemplateChange.SetGrabEnd(grabEnd));
        loadGate(result); // the gate forgets a share by its grab's end
        return result;
    }

    /**
     * Voids every coupon of a template, issued or not, for ever: neither grab nor redeem will work. It is one change of
     * the template, which keeps who did it, when and why ({@link Template#voiding}); the coupons' rows and ledgers stay as
     * they are, and wallets show unused ones as lost.
     *
     * @param by who does it, as the host names them, 1 to 64 characters; kept with the reason and the time
     * @param reason for people, 1 to 200 characters
     * @param requestId the host's key of the act
     */
    public TemplateResult voidAll(long templateId, String by, String reason, String requestId) {
        return change(templateId, new TemplateChange.VoidAll(by, reason, requestId));
    }

    private TemplateResult change(long templateId, TemplateChange change) {
        new Mistakes().id("templateId", templateId).throwIfAny();
        try {
            return repository.templates().change(templateId, change);
        } finally {
            campaigns.changed(templateId);
        }
    }

    /** The database has the change already: a gate that cannot be loaded now is loaded by the first grab. */
    private void loadGate(TemplateResult result) {
        Template template = result.template();
        if (!result.isDone() || template == null) {
            return;
        }
        try {
            for (ShareStock stock : repository.issues().stock(template.id())) {
                rebuilder.rebuild(stock.share());
            }
        } catch (CouponEngineException e) {
            log.warn("the gate could not be loaded with template {}: {}", template.id(), e.getMessage());
        }
    }
}
