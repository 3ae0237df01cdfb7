package com.couponengine.jdbc.internal.template;

import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.template.Template;
import com.couponengine.core.template.TemplateChange;
import com.couponengine.core.template.TemplateLife;
import com.couponengine.core.template.TemplateResult;
import com.couponengine.core.template.TemplateResult.Status;
import com.couponengine.core.template.TemplateState;
import com.couponengine.jdbc.internal.db.Database;
import com.couponengine.jdbc.internal.db.Deadline;
import com.couponengine.jdbc.internal.db.Source;
import com.couponengine.jdbc.internal.db.Tx;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One change of one template, on all data sources. The lock of the home row lets one change at a time touch a template.
 * What makes a template stricter reaches the other data sources before the home row says so, what opens it after; so it
 * may stop anywhere without a coupon too many, and the same change again completes it.
 */
final class TemplateChangeRun {
    private final Database database;
    private final long id;
    private final TemplateChange change;
    private final String what;
    private final Deadline deadline;
    private final Shares shares;
    /** Whether something was committed, so that a failure does not mean that nothing was changed. */
    private boolean touched;
    /** Whether other data sources have to be told still. */
    private boolean toSpread;

    TemplateChangeRun(Database database, long id, TemplateChange change) {
        this.database = database;
        this.id = id;
        this.change = change;
        this.what = "change template " + id;
        this.deadline = database.home().deadline();
        this.shares = new Shares(database, id, what, deadline);
    }

    TemplateResult run() {
        try {
            TemplateResult result = database.home().inTransaction(what, this::decide, deadline);
            if (toSpread) {
                touched |= result.status() == Status.CHANGED;
                database.home().inTransaction(what, this::spread, deadline);
            }
            return result;
        } catch (StoreUnavailableException e) {
            if (touched || shares.touched()) {
                throw new OutcomeUnknownException(what + ", which is to be repeated", e);
            }
            throw e;
        }
    }

    private TemplateResult decide(Tx home) throws SQLException {
        toSpread = false;
        Optional<Template> found = TemplateTable.lock(home, id);
        if (found.isEmpty()) {
            return new TemplateResult(Status.UNKNOWN_TEMPLATE, null);
        }
        Template before = found.get();
        TemplateResult result = change instanceof TemplateChange.SetTotal total
                ? setTotal(home, before, total)
                : TemplateLife.apply(before, change, 0, home.now()); // only a total is compared with what is issued
        Template after = result.template();
        if (!result.isDone() || after == null) {
            return result;
        }
        boolean laidOut = after.state() != TemplateState.DRAFT;
        toSpread = laidOut && database.sources().size() > 1;
        if (result.status() == Status.CHANGED) {
            if (toSpread && isStricter(before, after)) {
                writeOthers(after);
                toSpread = false;
            }
            if (laidOut) {
                write(home, database.home(), after);
            }
            TemplateTable.put(home, after);
        }
        return result;
    }

    private TemplateResult setTotal(Tx home, Template before, TemplateChange.SetTotal total) throws SQLException {
        if (before.state() == TemplateState.DRAFT) {
            return TemplateLife.apply(before, total, 0, home.now());
        }
        // Whether it is refused for any other reason is asked first, as if nothing were issued.
        TemplateResult wanted = TemplateLife.apply(before, total, 0, home.now());
        if (wanted.status() != Status.CHANGED) {
            return wanted;
        }
        Long old = before.spec().total();
        Long target = total.total();
        if (database.sources().size() == 1) {
            CounterRow row = CounterTable.lock(home, id).orElseThrow();
            TemplateResult result = TemplateLife.apply(before, total, row.issued(), home.now());
            if (result.status() == Status.CHANGED) {
                CounterTable.setQuota(home, id, target);
            }
            return result;
        }
        if (target != null && (old == null || target < old)) {
            writeOthers(before);
            write(home, database.home(), before);
            if (!shares.withdrawTo(home, target, old != null)) {
                toSpread = true; // which puts back what was taken
                return new TemplateResult(Status.TOTAL_BELOW_ISSUED, before);
            }
        }
        return wanted;
    }

    /** Tells every data source what the home row says now. */
    private Template spread(Tx home) throws SQLException {
        Template template = TemplateTable.lock(home, id).orElseThrow();
        writeOthers(template);
        write(home, database.home(), template);
        shares.handOut(home, template.spec().total());
        return template;
    }

    private void writeOthers(Template template) {
        for (Source source : database.sources()) {
            if (source != database.home()) {
                source.inTransaction(
                        what,
                        tx -> {
                            write(tx, source, template);
                            TemplateTable.put(tx, template);
                            return template;
                        },
                        deadline);
                touched = true;
            }
        }
    }

    private void write(Tx tx, Source source, Template template) {
        if (CounterTable.lock(tx, id).isPresent()) {
            CounterTable.update(tx, template);
        } else {
            CounterTable.insert(
                    tx,
                    template,
                    shares.firstQuota(source.index(), template.spec().total()));
        }
    }

    private static boolean isStricter(Template before, Template after) {
        boolean stopped = after.state() == TemplateState.PAUSED || after.state() == TemplateState.ENDED;
        return (stopped && after.state() != before.state())
                || (after.isVoid() && !before.isVoid())
                || after.spec().grabEnd().isBefore(before.spec().grabEnd());
    }
}
