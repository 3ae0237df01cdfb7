package com.couponengine.jdbc.internal.template;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.store.TemplateStore;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateResult;
import com.couponengine.core.template.TemplateSpec;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.db.Database;
import java.util.List;
import java.util.Optional;

/** Templates at home on the first data source, with copies and counter rows on every one. */
public final class JdbcTemplateStore implements TemplateStore {
    private final Database database;

    public JdbcTemplateStore(Database database) {
        this.database = database;
    }

    @Override
    public Template create(TemplateSpec spec) {
        new Mistakes().require(spec != null, "spec", spec, "must be given").throwIfAny();
        long id = database.home().inTransaction("create template", tx -> TemplateTable.insert(tx, spec));
        return new Template(id, spec, TemplateState.DRAFT, null);
    }

    @Override
    public Optional<Template> find(long templateId) {
        return database.home().read("template " + templateId, tx -> TemplateTable.find(tx, templateId));
    }

    @Override
    public TemplateResult change(long templateId, TemplateChange change) {
        new Mistakes()
                .require(change != null, "change", change, "must be given")
                .throwIfAny();
        return new TemplateChangeRun(database, templateId, change).run();
    }

    @Override
    public List<Template> list(long afterId, int max) {
        new Mistakes().require(max > 0, "max", max, "must be positive").throwIfAny();
        return database.home().read("templates after " + afterId, tx -> TemplateTable.list(tx, afterId, max));
    }
}
