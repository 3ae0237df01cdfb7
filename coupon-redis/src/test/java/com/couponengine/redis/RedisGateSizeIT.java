package com.couponengine.redis;

import static com.couponengine.redis.TestGates.request;
import static com.couponengine.redis.TestGates.settlement;
import static org.assertj.core.api.Assertions.assertThat;

import com.couponengine.core.contract.Race;
import com.couponengine.core.gate.GateLoad;
import com.couponengine.core.gate.GateView;
import com.couponengine.core.gate.ReserveAnswer;
import com.couponengine.core.gate.ReserveAnswer.Status;
import com.couponengine.core.gate.ReserveRequest;
import com.couponengine.core.gate.Settlement;
import com.couponengine.core.gate.Settlement.Outcome;
import com.couponengine.core.gate.ShareId;
import com.couponengine.redis.server.RedisServer;
import com.couponengine.redis.server.RedisServer.Persistence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.RedisClient;

/** Many users on one share: who gets a unit, and what they cost. */
@Timeout(180)
class RedisGateSizeIT {
    private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");
    private static final int CALL = 256;
    /** So that ten million users of a template take 200 MB at the most. */
    private static final double BYTES_PER_USER_MAX = 20;

    private final ShareId share = TestGates.newShare();
    private RedisServer server;
    private RedisStockGate gate;
    private RedisClient raw;

    @BeforeEach
    void start() {
        server = RedisServer.start(Persistence.NONE);
        gate = TestGates.at(server).build();
        raw = TestGates.raw(server);
    }

    @AfterEach
    void stop() {
        raw.close();
        gate.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"1,3000", "3,700"})
    void sixteenThreadsAfterAThousandUnitsGetAThousandAndNobodyMoreThanTheLimit(int limit, int users) {
        gate.load(new GateLoad(share, 1, 1_000L, 1_000L, limit, FAR));
        Map<Long, Integer> reserved = new ConcurrentHashMap<>();

        Race.run(16, thread -> {
            Random random = new Random(thread);
            for (int call = 0; call < 120; call++) {
                List<ReserveRequest> requests = new ArrayList<>();
                for (int i = 0; i <= random.nextInt(20); i++) {
                    requests.add(request(1 + random.nextInt(users), "r-" + thread + "-" + call + "-" + i));
                }
                List<ReserveAnswer> answers = gate.reserve(share, requests);
                for (int i = 0; i < answers.size(); i++) {
                    if (answers.get(i).status() == Status.RESERVED) {
                        reserved.merge(requests.get(i).userId(), 1, Integer::sum);
                    } else {
                        assertThat(answers.get(i).status()).isIn(Status.SOLD_OUT, Status.LIMIT_REACHED);
                    }
                }
            }
            return thread;
        });

        assertThat(reserved.values()).allMatch(count -> count <= limit);
        assertThat(reserved.values().stream().mapToInt(count -> count).sum()).isEqualTo(1_000);
        assertThat(gate.view(share)).contains(new GateView(1, 0L, 1_000));
    }

    @Test
    void aMillionUsersOfOneTemplateCostTwentyBytesEach() {
        int users = 1_000_000;
        gate.load(new GateLoad(share, 1, (long) users, (long) users, 1, FAR));
        long before = usedBytes();

        comeAndSettle(users, Outcome.CONFIRM);

        assertBytesPerUser(before, users);
        assertThat(gate.view(share)).contains(new GateView(1, 0L, 0));
        assertThat(reserved(1, "again")).isEqualTo(Status.LIMIT_REACHED);
    }

    /** After a loss the counts come back as users try again, however little stock there is left. */
    @Test
    void usersWhoComeBackToAnAlmostSoldOutShareCostNoMore() {
        int users = 300_000;
        gate.load(new GateLoad(share, 2, (long) users, 2_000L, 1, FAR));
        long before = usedBytes();

        comeAndSettle(users, Outcome.RELEASE_AT_LIMIT);

        assertBytesPerUser(before, users);
        assertThat(gate.view(share)).contains(new GateView(2, 2_000L, 0));
        assertThat(reserved(users, "again")).isEqualTo(Status.LIMIT_REACHED);
    }

    private Status reserved(long user, String requestId) {
        return TestGates.reserve(gate, share, user, requestId).status();
    }

    private void comeAndSettle(int users, Outcome outcome) {
        int threads = 4;
        Race.run(threads, thread -> {
            for (int first = 1 + thread * CALL; first <= users; first += threads * CALL) {
                List<ReserveRequest> requests = TestGates.requests(first, Math.min(CALL, users - first + 1));
                List<ReserveAnswer> answers = gate.reserve(share, requests);
                List<Settlement> settlements = new ArrayList<>();
                for (int i = 0; i < answers.size(); i++) {
                    if (answers.get(i).status() == Status.RESERVED) {
                        settlements.add(settlement(requests.get(i), answers.get(i), outcome));
                    }
                }
                assertThat(settlements).hasSameSizeAs(requests);
                gate.settle(share, settlements);
            }
            return thread;
        });
    }

    private void assertBytesPerUser(long before, int users) {
        double each = (double) (usedBytes() - before) / users;
        System.out.printf("%,d users of one template: %.1f bytes each%n", users, each);
        assertThat(each).isLessThanOrEqualTo(BYTES_PER_USER_MAX);
    }

    private long usedBytes() {
        return Long.parseLong(ServerInfo.parse(raw.info("memory")).value("used_memory"));
    }
}
