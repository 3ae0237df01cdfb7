package com.couponengine.redis;

import com.couponengine.core.gate.ShareId;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where one load of a share keeps its data. All keys of a share have one hash tag, so they are in one slot of a cluster:
 *
 * <pre>
 * coupon:{7.0}               the share: epoch, units left, limit…   (hash)
 * coupon:{7.0}:c.x1p4:r      the reservations of generation c.x1p4  (hash)
 * coupon:{7.0}:c.x1p4:d      their deadlines                        (sorted set)
 * coupon:{7.0}:c.x1p4:512    the user counts of bucket 512          (small hash)
 * </pre>
 *
 * <p>A load replaces the first and gives the others a new generation: the epoch in base 36 and four random digits, so
 * that what an interrupted or repeated load left behind is never read again.
 */
final class ShareLayout {
    /** Users of one bucket, on average, when all units are given. */
    private static final int USERS_PER_BUCKET = 40;

    private static final int BUCKETS_MIN = 31;
    private static final int BUCKETS_MAX = 10_000_019;
    /** For a share without a limit: keeps ten million users packed as well as a limit would. */
    private static final int BUCKETS_UNLIMITED = 100_003;

    private final byte[] share;
    private final String generation;
    private final long epoch;
    private final int buckets;
    private final byte[] dataPrefix;

    ShareLayout(String keyPrefix, ShareId share, String generation, long epoch, int buckets) {
        this.share = Ascii.bytes(keyPrefix + ":{" + share.templateId() + "." + share.source() + "}");
        this.generation = generation;
        this.epoch = epoch;
        this.buckets = buckets;
        this.dataPrefix = Ascii.bytes(new String(this.share, StandardCharsets.US_ASCII) + ":" + generation + ":");
    }

    /** For a caller that knows nothing of a share yet: the script answers what there is. */
    static ShareLayout unknown(String keyPrefix, ShareId share) {
        return new ShareLayout(keyPrefix, share, "-", 0, 1);
    }

    /** A generation's name that no other load has. */
    static String newGeneration(long epoch) {
        int random = ThreadLocalRandom.current().nextInt(36 * 36 * 36 * 36);
        return Long.toString(epoch, 36) + "." + Integer.toString(random, 36);
    }

    /** How many buckets suit a share of so many units. A prime, so that user ids with a pattern spread evenly. */
    static int bucketsFor(@Nullable Long quota) {
        if (quota == null) {
            return BUCKETS_UNLIMITED;
        }
        long wanted = Math.max(BUCKETS_MIN, Math.min(BUCKETS_MAX, quota / USERS_PER_BUCKET + 1));
        return BigInteger.valueOf(wanted - 1).nextProbablePrime().intValueExact();
    }

    long epoch() {
        return epoch;
    }

    String generation() {
        return generation;
    }

    /** The three keys that every script of the share is given. */
    List<byte[]> keys(int others) {
        List<byte[]> keys = new ArrayList<>(3 + others);
        keys.add(share);
        keys.add(data('r'));
        keys.add(data('d'));
        return keys;
    }

    /** The key of the bucket that counts a user. */
    byte[] bucketOf(long userId) {
        return bucket((int) Long.remainderUnsigned(userId, buckets));
    }

    /** A user's name within the bucket: shorter than the user id, so that more fit. */
    long nameInBucket(long userId) {
        return Long.divideUnsigned(userId, buckets);
    }

    byte[] bucket(int number) {
        int digits = Ascii.digits(number);
        byte[] key = new byte[dataPrefix.length + digits];
        System.arraycopy(dataPrefix, 0, key, 0, dataPrefix.length);
        Ascii.write(number, key, key.length);
        return key;
    }

    int buckets() {
        return buckets;
    }

    private byte[] data(char kind) {
        byte[] key = new byte[dataPrefix.length + 1];
        System.arraycopy(dataPrefix, 0, key, 0, dataPrefix.length);
        key[dataPrefix.length] = (byte) kind;
        return key;
    }
}
