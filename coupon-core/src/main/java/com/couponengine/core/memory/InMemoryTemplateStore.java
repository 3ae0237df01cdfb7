package com.couponengine.core.memory;

import com.couponengine.core.gate.ShareId;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateLife;
import com.couponengine.core.template.TemplateResult;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class InMemoryTemplateStore implements TemplateStore {
    private final InMemoryData data;

    InMemoryTemplateStore(InMemoryData data) {
        this.data = data;
    }

    @Override
    public Template create(TemplateSpec spec) {
        synchronized (data) {
            long id = data.templates.isEmpty() ? 1 : data.templates.lastKey() + 1;
            Template draft = new Template(id, spec, TemplateState.DRAFT, null);
            data.templates.put(id, draft);
            return draft;
        }
    }

    @Override
    public Optional<Template> find(long templateId) {
        synchronized (data) {
            return Optional.ofNullable(data.templates.get(templateId));
        }
    }

    @Override
    public TemplateResult change(long templateId, TemplateChange change) {
        synchronized (data) {
            Template template = data.templates.get(templateId);
            if (template == null) {
                return new TemplateResult(TemplateResult.Status.UNKNOWN_TEMPLATE, null);
            }
            List<Counter> counters = data.counters.get(templateId);
            long issued = counters == null
                    ? 0
                    : counters.stream().mapToLong(counter -> counter.issued).sum();
            TemplateResult result = TemplateLife.apply(template, change, issued, data.now());
            Template changed = result.template();
            if (result.status() == TemplateResult.Status.CHANGED && changed != null) {
                data.templates.put(templateId, changed);
                if (counters == null && changed.state() == TemplateState.PUBLISHED) {
                    counters = newCounters(templateId);
                    data.counters.put(templateId, counters);
                    Counter.share(changed.spec().total(), counters);
                } else if (counters != null && change instanceof TemplateChange.SetTotal) {
                    Counter.share(changed.spec().total(), counters);
                }
            }
            return result;
        }
    }

    @Override
    public List<Template> list(long afterId, int max) {
        synchronized (data) {
            return data.templates.tailMap(afterId, false).values().stream()
                    .limit(max)
                    .toList();
        }
    }

    private List<Counter> newCounters(long templateId) {
        List<Counter> counters = new ArrayList<>();
        for (int source = 0; source < data.sources; source++) {
            counters.add(new Counter(new ShareId(templateId, source)));
        }
        return counters;
    }
}
