package com.couponengine.stats;

import com.couponengine.core.error.StoreUnavailableException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import redis.clients.jedis.UnifiedJedis;

/**
 * Replaces counters in three steps: stop the counting, read the contents, write them. Whatever was counted before the
 * stop is in ClickHouse and so in what is read after it; whatever is not in it is counted afterwards. Several may do it
 * at once: they join the stop that is in force, the first to write is done, and so are the others. Who dies half-way
 * leaves a stop that the next consumer meets, joins and ends. Thread-safe.
 */
final class CounterReplacer {
    private static final int TRIES_MAX = 5;
    private static final Long DONE = 1L;
    private static final Long BEHIND = 2L;

    private final Script begin = new Script("begin_replacing.lua");
    private final Script giveUp = new Script("give_up_replacing.lua");
    private final Script replace = new Script("replace.lua");
    private final UnifiedJedis redis;

    CounterReplacer(UnifiedJedis redis) {
        this.redis = redis;
    }

    /** @param source reads the contents, and may be asked more than once */
    void replace(String key, Supplier<CounterContents> source) {
        for (int attempt = 1; attempt <= TRIES_MAX; attempt++) {
            String own = UUID.randomUUID().toString();
            String name = String.valueOf(run("stop the counting of " + key, begin, key, List.of(own)));
            List<String> arguments = arguments(name, read(key, name, source));
            Object answer = run("replace " + key, replace, key, arguments);
            if (DONE.equals(answer)) {
                return;
            }
            if (BEHIND.equals(answer)) {
                throw new StoreUnavailableException(
                        "ClickHouse knows less than the counters " + key + ", which stay as they are");
            }
        }
        throw new StoreUnavailableException("the counters " + key + " were lost each time they were to be replaced");
    }

    private CounterContents read(String key, String name, Supplier<CounterContents> source) {
        try {
            return source.get();
        } catch (RuntimeException e) {
            try {
                run("go on with " + key, giveUp, key, List.of(name));
            } catch (RuntimeException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private Object run(String what, Script script, String key, List<String> arguments) {
        return RedisCounters.call(what, () -> script.run(redis, key, arguments));
    }

    private static List<String> arguments(String name, CounterContents contents) {
        List<String> arguments = new ArrayList<>();
        arguments.add(name);
        contents.lastSeqs().forEach((stream, seq) -> {
            arguments.add("seq:" + stream);
            arguments.add(Long.toString(seq));
        });
        EnumMap<Figure, Long> total = new EnumMap<>(Figure.class);
        contents.days()
                .forEach((day, tally) -> tally.sums().forEach((figure, sum) -> {
                    arguments.add(RedisCounters.field(day, figure));
                    arguments.add(Long.toString(sum));
                    total.merge(figure, sum, Math::addExact);
                }));
        total.forEach((figure, sum) -> {
            arguments.add(figure.field());
            arguments.add(Long.toString(sum));
        });
        return arguments;
    }
}
