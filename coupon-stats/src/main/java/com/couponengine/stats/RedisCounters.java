package com.couponengine.stats;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.event.EventBatch;
import com.couponengine.core.event.EventConsumer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Live counters in Redis: of each template the figures in all and by day. The day is that of the event's time in the
 * template's zone, never of a clock of the consumer.
 *
 * <p>Every batch counts once, however often it arrives and whichever process handles it: all counters of a template are
 * one hash, in which the number of the last batch of each stream stands beside the sums and changes in the same script.
 * So counters that Redis has kept are right, and counters that it has lost — flushed, restarted from an old file, failed
 * over to a late replica — are lost together with those numbers. {@link #after} mends the loss from ClickHouse.
 *
 * <p>Used as a consumer itself, without ClickHouse, it counts whatever arrives; after a loss, {@link #forget} the
 * template and read the log again from its beginning.
 *
 * <p>The counters of a template have no end of life: the hash has about eight fields a day, 400 bytes. Thread-safe.
 */
public final class RedisCounters implements EventConsumer, AutoCloseable {
    private static final int BATCHES_PER_CALL_MAX = 500;
    private static final String FORMAT = "format";
    private static final Long DONE = 1L;

    private final Script count = new Script("count.lua");
    private final CounterReplacer replacer;
    private final UnifiedJedis redis;
    private final boolean owned;
    private final String prefix;

    RedisCounters(UnifiedJedis redis, boolean owned, String prefix) {
        this.replacer = new CounterReplacer(redis);
        this.redis = redis;
        this.owned = owned;
        this.prefix = prefix;
    }

    public static RedisCountersBuilder builder() {
        return new RedisCountersBuilder();
    }

    /**
     * Counts the batches that were not counted before. Atomic for each template; when it throws, the same batches are to
     * be handed in again.
     *
     * @throws OutcomeUnknownException if Redis did not answer
     * @throws StoreUnavailableException if Redis refused, or if the counters are being rebuilt
     */
    @Override
    public void accept(List<EventBatch> batches) {
        TemplatePart.of(batches).forEach((templateId, parts) -> {
            if (!count(templateId, parts, true, Map.of())) {
                throw new StoreUnavailableException("the counters of template " + templateId + " are being rebuilt");
            }
        });
    }

    /**
     * A consumer that hands each batch to ClickHouse first and then counts it. So ClickHouse always knows at least what
     * the counters know, and counters that are absent or have fallen back are replaced from there at once. Thread-safe.
     */
    public EventConsumer after(ClickHouseEvents events) {
        Mistakes.given("events", events);
        return new CountedAfter(events, this);
    }

    /**
     * Replaces the counters of a template by what ClickHouse knows; meanwhile its events wait. Harmless at any time,
     * provided that ClickHouse is handed each batch first, as {@link #after} does. A rebuild that was left half-way is
     * completed by the next, in whichever process.
     *
     * @throws StoreUnavailableException if the counters know of later batches than ClickHouse, or if one of both
     *     cannot be read; the counters are as before
     * @throws OutcomeUnknownException if Redis did not answer; the counters are as before or replaced
     */
    public void rebuild(long templateId, ClickHouseEvents events) {
        Mistakes.given("events", events);
        replacer.replace(key(templateId), () -> events.sums().contents(templateId));
    }

    /** Removes the counters of a template. Repeating it changes nothing. */
    public void forget(long templateId) {
        call("forget the counters of template " + templateId, () -> redis.del(key(templateId)));
    }

    /** Closes the connections, if it was built from an address. */
    @Override
    public void close() {
        if (owned) {
            redis.close();
        }
    }

    /**
     * Counts batches.
     *
     * @param mayBegin whether absent counters may be begun
     * @param floors the numbers of batches that were counted before, by stream
     * @return whether it was done; if not, the counters are absent, being rebuilt, or have lost one of the floors, and
     *     those batches that were not counted have to come again
     */
    boolean count(long templateId, List<TemplatePart> parts, boolean mayBegin, Map<Integer, Long> floors) {
        for (int from = 0; from < parts.size(); from += BATCHES_PER_CALL_MAX) {
            List<String> arguments = new ArrayList<>();
            arguments.add(mayBegin ? "1" : "0");
            arguments.add(Integer.toString(floors.size()));
            floors.forEach((stream, seq) -> {
                arguments.add(Integer.toString(stream));
                arguments.add(Long.toString(seq));
            });
            parts.subList(from, Math.min(parts.size(), from + BATCHES_PER_CALL_MAX))
                    .forEach(part -> addBatch(arguments, part));
            Object answer =
                    call("count events of template " + templateId, () -> count.run(redis, key(templateId), arguments));
            if (!DONE.equals(answer)) {
                return false;
            }
        }
        return true;
    }

    /** The counters in all and of one day; empty if there are none. */
    Optional<LiveFigures> read(long templateId, LocalDate day) {
        List<String> fields = new ArrayList<>();
        fields.add(FORMAT);
        for (Figure figure : Figure.values()) {
            fields.add(figure.field());
            fields.add(field(day, figure));
        }
        List<String> values;
        try {
            values = redis.hmget(key(templateId), fields.toArray(String[]::new));
        } catch (JedisException e) {
            throw new StoreUnavailableException("cannot read the counters of template " + templateId, e);
        }
        if (values.get(0) == null) {
            return Optional.empty();
        }
        LiveFigures live = new LiveFigures(new Tally(), new Tally());
        int at = 1;
        for (Figure figure : Figure.values()) {
            live.total().add(figure, number(values.get(at++)));
            live.day().add(figure, number(values.get(at++)));
        }
        return Optional.of(live);
    }

    private static void addBatch(List<String> arguments, TemplatePart part) {
        arguments.add(Integer.toString(part.stream()));
        arguments.add(Long.toString(part.seq()));
        List<String> additions = new ArrayList<>();
        part.total().sums().forEach((figure, sum) -> {
            additions.add(figure.field());
            additions.add(Long.toString(sum));
        });
        part.days()
                .forEach((day, tally) -> tally.sums().forEach((figure, sum) -> {
                    additions.add(field(day, figure));
                    additions.add(Long.toString(sum));
                }));
        arguments.add(Integer.toString(additions.size() / 2));
        arguments.addAll(additions);
    }

    static String field(LocalDate day, Figure figure) {
        return day + ":" + figure.field();
    }

    private static long number(String value) {
        return value == null ? 0 : Long.parseLong(value);
    }

    private String key(long templateId) {
        return prefix + "{" + templateId + "}";
    }

    static <T> T call(String what, Supplier<T> command) {
        try {
            return command.get();
        } catch (JedisConnectionException e) {
            throw new OutcomeUnknownException("cannot tell whether Redis did " + what, e);
        } catch (JedisException e) {
            throw new StoreUnavailableException("cannot " + what, e);
        }
    }
}
