package com.couponengine.redis;

import com.couponengine.core.contract.GateFixture;
import com.couponengine.core.gate.ShareId;
import com.couponengine.core.gate.StockGate;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.UnifiedJedis;

/** A gate under a prefix of its own, on a server that other tests use too. */
final class RedisGateFixture implements GateFixture {
    private static final AtomicInteger OPENED = new AtomicInteger();

    private final String prefix = "t" + ProcessHandle.current().pid() + "-" + OPENED.incrementAndGet();
    private final UnifiedJedis raw;
    private final RedisStockGate gate;

    /**
     * Opens a gate.
     *
     * @param builder knows the servers
     * @param raw reads them around the gate; closed with the fixture
     */
    RedisGateFixture(RedisStockGate.Builder builder, UnifiedJedis raw) {
        this.raw = raw;
        this.gate = builder.keyPrefix(prefix).build();
    }

    @Override
    public StockGate gate() {
        return gate;
    }

    @Override
    public long entries(ShareId share) {
        return raw.keys(prefix + ":[{]" + share.templateId() + "." + share.source() + "}*")
                .size();
    }

    @Override
    public int countOf(ShareId share, long userId) {
        Map<String, String> stored = raw.hgetAll(prefix + ":{" + share.templateId() + "." + share.source() + "}");
        ShareLayout layout = new ShareLayout(
                prefix,
                share,
                stored.get("generation"),
                Long.parseLong(stored.get("epoch")),
                Integer.parseInt(stored.get("buckets")));
        byte[] count = raw.hget(layout.bucketOf(userId), Ascii.bytes(Long.toString(layout.nameInBucket(userId))));
        return count == null ? 0 : Integer.parseInt(Ascii.text(count));
    }

    @Override
    public void loseEverything() {
        raw.keys(prefix + ":*").forEach(raw::unlink);
    }

    @Override
    public void close() {
        loseEverything();
        gate.close();
        raw.close();
    }
}
