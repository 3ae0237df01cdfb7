package com.couponengine.core.store;

import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateLife;
import com.couponengine.core.template.TemplateResult;
import com.couponengine.core.template.TemplateSpec;
import java.util.List;
import java.util.Optional;

/**
 * Port: templates. Thread-safe, for any number of hosts at once. Calls end within the time that the adapter states,
 * with {@link StoreUnavailableException} or {@link com.couponengine.core.error.OutcomeUnknownException}.
 */
public interface TemplateStore {
    /** Stores a new draft and gives it an id. */
    Template create(TemplateSpec spec);

    /** A template, or empty if there is none with this id. */
    Optional<Template> find(long templateId);

    /**
     * Makes a change as {@link TemplateLife} decides. When it returns, the change is in force for every grab and redeem
     * that starts afterwards, on every data source: publishing has laid out the counter rows, and state and grab end
     * stand in them. If it stops half-way, the same change again completes it.
     */
    TemplateResult change(long templateId, TemplateChange change);

    /**
     * Templates by id, for jobs that walk all of them.
     *
     * @param afterId answers templates with a larger id
     * @param max the most to answer, at least 1
     */
    List<Template> list(long afterId, int max);
}
