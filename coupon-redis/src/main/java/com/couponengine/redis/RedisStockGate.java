package com.couponengine.redis;

import com.couponengine.core.error.ConfigurationException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.Reservation;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.core.redeem.InFlightGuard;
import com.couponengine.redis.Shares.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.UnifiedJedis;

/**
 * The stock gate on Redis 6 or newer: a single server, a master watched by Sentinels, or a cluster. A call of up to 256
 * requests is one script, so it is one round trip and atomic as a whole. Thread-safe; one gate serves a whole host.
 *
 * <pre>{@code
 * RedisStockGate gate = RedisStockGate.builder().uri("redis://127.0.0.1:6379").build();
 * }</pre>
 *
 * <h2>Loss</h2>
 *
 * <p>A share is loaded under the replication id of its server, and every script compares the two before it does anything
 * else. The id changes whenever a process starts and whenever a replica becomes a master. So the first call after a
 * flush, a restart (with whatever copy of the data), a failover, or the move of a slot to another node answers {@link
 * ReserveAnswer.Status#NOT_LOADED}, changes nothing, and goes on doing so until a newer epoch is loaded, also if the
 * copy happens to be complete, and also if the old master comes back. An evicted or spoilt key of the reservations is
 * noticed in the same way. Two things are not noticed: an evicted bucket of user counts (its users' counts are then too
 * low), and a process whose memory is set back while it runs, as by the snapshot of a virtual machine. A master that
 * gets its first replica takes a new id too; its shares have to be loaded again.
 *
 * <h2>Time and errors</h2>
 *
 * <p>Every call ends within {@link Builder#callTimeout}, except for the time that the JVM's name resolution takes. An
 * answer of the server that is an error (out of memory, read only, loading, no permission…), a refused connection, or no
 * free connection in time is a {@link StoreUnavailableException}. If a request may have reached the server and no answer
 * came, the call is repeated while there is time, which is harmless, and ends as {@link OutcomeUnknownException}. Calls
 * that only read end as {@link StoreUnavailableException} in every case.
 *
 * <p>With a client of the host's, the time limits are those of the client, and a client that repeats commands by itself
 * gets an {@link OutcomeUnknownException} also where nothing was sent.
 */
public final class RedisStockGate implements StockGate, AutoCloseable {
    private static final int REQUESTS_PER_CALL = 256;

    private final RedisLink link;
    private final Shares shares;
    private final Loading loading;
    private final String keyPrefix;
    private final Duration callTimeout;
    private final String callNames = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 41), 36);
    private final AtomicLong calls = new AtomicLong();

    private RedisStockGate(RedisLink link, String keyPrefix, Duration callTimeout) {
        this.link = link;
        this.shares = new Shares(link, keyPrefix);
        this.loading = new Loading(link, shares);
        this.keyPrefix = keyPrefix;
        this.callTimeout = callTimeout;
    }

    /** What a gate is made of. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Looks at the servers: their version, and settings under which the gate would lose data often or unnoticed. Also
     * runs a script, so a missing permission is found here. Meant for the start of the host; a gate works without it.
     *
     * <p>With a client of the host's that knows a cluster, one of its nodes is looked at.
     *
     * @return warnings, each starting with the name of the setting; empty if all is well
     * @throws ConfigurationException if a server is unfit
     * @throws StoreUnavailableException if a server does not answer
     */
    public List<String> check() {
        List<ServerInfo> masters = link.masters(new Deadline(callTimeout));
        List<String> problems = masters.stream()
                .flatMap(master -> master.problems().stream())
                .distinct()
                .toList();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        view(new ShareId(1, 0));
        return masters.stream()
                .flatMap(master -> master.warnings().stream())
                .distinct()
                .toList();
    }

    @Override
    public List<ReserveAnswer> reserve(ShareId share, List<ReserveRequest> requests) {
        List<ReserveAnswer> answers = new ArrayList<>(requests.size());
        inPieces("reserve in " + share, requests, (what, piece, deadline) -> {
            String callName = callNames + Long.toString(calls.incrementAndGet(), 36);
            answers.addAll(shares.run(what, share, deadline, layout -> ReserveCodec.call(layout, piece, callName))
                    .map(answer -> ReserveCodec.answers(
                            answer.parts(), piece, answer.layout().epoch()))
                    .orElseGet(() -> ReserveCodec.notLoaded(piece.size())));
        });
        return answers;
    }

    @Override
    public void settle(ShareId share, List<Settlement> settlements) {
        inPieces(
                "settle in " + share,
                settlements,
                (what, piece, deadline) ->
                        shares.run(what, share, deadline, layout -> SettleCodec.call(layout, piece)));
    }

    @Override
    public boolean load(GateLoad load) {
        return loading.load("load " + load.share() + ", epoch " + load.epoch(), load, new Deadline(callTimeout));
    }

    @Override
    public Optional<GateView> view(ShareId share) {
        return read(
                        "view " + share,
                        share,
                        layout ->
                                new ScriptCall(Script.VIEW, layout.keys(0), List.of(Ascii.bytes(layout.generation()))))
                .map(answer -> new GateView(
                        answer.layout().epoch(), remaining(answer.parts().get(0)), (Long)
                                answer.parts().get(1)));
    }

    @Override
    public List<Reservation> overdue(ShareId share, Instant before, int max) {
        if (max < 1) {
            throw Mistakes.mistake("max", max, "must be at least 1");
        }
        return read(
                        "overdue of " + share,
                        share,
                        layout -> new ScriptCall(
                                Script.OVERDUE,
                                layout.keys(0),
                                List.of(
                                        Ascii.bytes(layout.generation()),
                                        Ascii.bytes(Long.toString(Packed.millis(before))),
                                        Ascii.bytes(Integer.toString(max)))))
                .map(answer -> ReserveCodec.reservations(
                        answer.parts(), answer.layout().epoch()))
                .orElse(List.of());
    }

    /**
     * A guard on the servers and connections of this gate, for {@link
     * com.couponengine.core.CouponEngine.Builder#inFlightGuard}. Its calls end within {@link Builder#callTimeout}, and
     * where the server is silent much sooner.
     */
    public InFlightGuard inFlightGuard() {
        return new RedisInFlightGuard(link, keyPrefix, callTimeout);
    }

    /** Ends the gate's own connections; a client of the host's stays open. Calls after this fail. */
    @Override
    public void close() {
        link.close();
    }

    private static @Nullable Long remaining(Object part) {
        String text = Ascii.text(part);
        return text.isEmpty() ? null : Long.valueOf(text);
    }

    private Optional<Answer> read(String what, ShareId share, Function<ShareLayout, ScriptCall> call) {
        try {
            return shares.run(what, share, new Deadline(callTimeout), call);
        } catch (OutcomeUnknownException e) {
            throw new StoreUnavailableException(what, e);
        }
    }

    /** Long lists are more than one script, within one time limit. */
    private <T> void inPieces(String what, List<T> items, Work<T> work) {
        Deadline deadline = new Deadline(callTimeout);
        for (int from = 0; from < items.size(); from += REQUESTS_PER_CALL) {
            List<T> piece = items.subList(from, Math.min(from + REQUESTS_PER_CALL, items.size()));
            try {
                work.on(what, piece, deadline);
            } catch (StoreUnavailableException e) {
                if (from == 0) {
                    throw e;
                }
                throw new OutcomeUnknownException(what + ": only the first " + from + " were done", e);
            }
        }
    }

    /** One script's worth of a list. */
    @FunctionalInterface
    private interface Work<T> {
        void on(String what, List<T> piece, Deadline deadline);
    }

    /** Builds a gate. One of the four ways to the servers is needed; everything else has a safe value. */
    public static final class Builder {
        private final LinkSettings settings = new LinkSettings();
        private String keyPrefix = "coupon";

        private Builder() {}

        /** A single server: {@code redis://user:password@host:6379/0}, or {@code rediss://} for TLS. */
        public Builder uri(String uri) {
            settings.uri = uri;
            return this;
        }

        /** A cluster: some of its nodes, each as {@code host:port}; it tells of the others. */
        public Builder cluster(Collection<String> nodes) {
            settings.clusterNodes = copy(nodes);
            return this;
        }

        /** A master that Sentinels watch: the name that they know it by, and some of them, as {@code host:port}. */
        public Builder sentinel(String masterName, Collection<String> sentinels) {
            settings.masterName = masterName;
            settings.sentinels = copy(sentinels);
            return this;
        }

        /** A client of the host's, with the host's time limits. The gate does not close it. */
        public Builder client(UnifiedJedis client) {
            settings.client = client;
            return this;
        }

        /** Credentials, TLS, database and name for connections to the servers; the gate sets the time limits itself. */
        public Builder clientConfig(JedisClientConfig config) {
            settings.config = config;
            return this;
        }

        /** The same for connections to the Sentinels. */
        public Builder sentinelConfig(JedisClientConfig config) {
            settings.sentinelConfig = config;
            return this;
        }

        /** The beginning of all keys, {@code coupon} unless set: letters, digits, {@code . _ : -}, at most 32. */
        public Builder keyPrefix(String prefix) {
            keyPrefix = prefix;
            return this;
        }

        /** The time within which every call ends, one second unless set: from 100 milliseconds to one minute. */
        public Builder callTimeout(Duration timeout) {
            settings.callTimeout = timeout;
            return this;
        }

        /** The most connections to one server, 8 unless set. A call that finds none free waits a little, then fails. */
        public Builder connections(int max) {
            settings.connections = max;
            return this;
        }

        /**
         * The gate. Nothing is sent before its first call, so a host starts also while Redis is away.
         *
         * @throws ConfigurationException naming everything that is wrong
         */
        public RedisStockGate build() {
            List<String> problems = settings.problems();
            if (keyPrefix == null || !keyPrefix.matches("[A-Za-z0-9._:-]{1,32}")) {
                problems.add("keyPrefix = " + keyPrefix + ": must be 1 to 32 letters, digits, or . _ : -");
            }
            if (!problems.isEmpty()) {
                throw new ConfigurationException(problems);
            }
            return new RedisStockGate(settings.link(), keyPrefix, settings.callTimeout);
        }

        /** Nulls included: {@link #build} names them. */
        private static List<@Nullable String> copy(@Nullable Collection<String> addresses) {
            return addresses == null ? List.of() : new ArrayList<>(addresses);
        }
    }
}
