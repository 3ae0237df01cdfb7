package com.couponengine.redis;

import com.couponengine.core.code.CouponCodes;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.Settlement.Outcome;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import com.couponengine.redis.server.RedisClusterServers;
import com.couponengine.redis.server.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Short ways to gates and what they are asked. */
final class TestGates {
    /** For tests that are not about time: the machine may be busy. */
    static final Duration PATIENT = Duration.ofSeconds(20);

    private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

    private static final CouponCodes CODES = new CouponCodes();

    private TestGates() {}

    static RedisStockGate.Builder at(RedisServer server) {
        return patient().uri(server.url());
    }

    static RedisStockGate.Builder patient() {
        return RedisStockGate.builder().callTimeout(PATIENT);
    }

    /** A client that reads and spoils the server behind the gate's back. */
    static RedisClient raw(RedisServer server) {
        return RedisClient.create(server.host(), server.port());
    }

    static RedisClusterClient raw(RedisClusterServers cluster) {
        return RedisClusterClient.builder()
                .nodes(addresses(cluster).stream().map(HostAndPort::from).collect(Collectors.toSet()))
                .build();
    }

    static List<String> addresses(RedisClusterServers cluster) {
        return cluster.ports().stream().map(port -> "127.0.0.1:" + port).toList();
    }

    /** Sends a command that the client has no method for. */
    static void send(UnifiedJedis raw, String command, String... words) {
        CommandArguments whole = new CommandArguments(() -> Ascii.bytes(command));
        for (String word : words) {
            whole.add(word);
        }
        raw.executeCommand(whole);
    }

    /** A share that no other test uses. */
    static ShareId newShare() {
        return new ShareId(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE), 0);
    }

    static String keyOf(ShareId share) {
        return "coupon:{" + share.templateId() + "." + share.source() + "}";
    }

    static GateLoad load(ShareId share, long epoch, @Nullable Long remaining, @Nullable Integer perUserLimit) {
        return new GateLoad(share, epoch, remaining, remaining, perUserLimit, FAR);
    }

    static ReserveRequest request(long userId, String requestId) {
        return new ReserveRequest(userId, requestId, CODES.next(userId), FAR);
    }

    static ReserveAnswer reserve(StockGate gate, ShareId share, long userId, String requestId) {
        return gate.reserve(share, List.of(request(userId, requestId))).get(0);
    }

    /** One unit each for users that have nothing yet. */
    static List<ReserveRequest> requests(long firstUser, int users) {
        return LongStream.range(firstUser, firstUser + users)
                .mapToObj(user -> request(user, "r-" + user))
                .toList();
    }

    static Settlement settlement(ReserveRequest request, ReserveAnswer answer, Outcome outcome) {
        return new Settlement(request.userId(), request.requestId(), request.code(), answer.epoch(), outcome);
    }
}
