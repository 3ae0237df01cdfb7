package com.couponengine.redis;

import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.ShareId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Runs scripts on shares. Remembers where each share keeps its data, so that a call need not ask; a script that is told
 * a wrong generation changes nothing and answers the right one. Thread-safe.
 */
final class Shares {
    private static final int TRIES_MAX = 3;
    private static final int REMEMBERED_MAX = 10_000;

    private static final long NOT_LOADED = 0;
    private static final long OTHER_GENERATION = 1;

    private final RedisLink link;
    private final String keyPrefix;
    private final Map<ShareId, ShareLayout> remembered = new ConcurrentHashMap<>();

    Shares(RedisLink link, String keyPrefix) {
        this.link = link;
        this.keyPrefix = keyPrefix;
    }

    /**
     * What a script answered.
     *
     * @param layout where it found the share
     * @param parts the answer, from its second part on
     */
    record Answer(ShareLayout layout, List<?> parts) {}

    /** Runs a script on a share; empty if the share is not loaded, and then nothing was changed. */
    Optional<Answer> run(String what, ShareId share, Deadline deadline, Function<ShareLayout, ScriptCall> call) {
        for (int i = 0; i < TRIES_MAX; i++) {
            ShareLayout layout = remembered.getOrDefault(share, ShareLayout.unknown(keyPrefix, share));
            List<?> answer = link.run(what, call.apply(layout), deadline);
            long kind = (Long) answer.get(0);
            if (kind == NOT_LOADED) {
                remembered.remove(share, layout);
                return Optional.empty();
            }
            if (kind != OTHER_GENERATION) {
                return Optional.of(new Answer(layout, answer.subList(1, answer.size())));
            }
            remember(
                    share,
                    layout(
                            share,
                            Ascii.text(answer.get(1)),
                            Long.parseLong(Ascii.text(answer.get(2))),
                            Integer.parseInt(Ascii.text(answer.get(3)))));
        }
        throw new StoreUnavailableException(what + ": the share is being loaded over and over");
    }

    ShareLayout layout(ShareId share, String generation, long epoch, int buckets) {
        return new ShareLayout(keyPrefix, share, generation, epoch, buckets);
    }

    void remember(ShareId share, ShareLayout layout) {
        // Ended templates are never heard of again. Forgetting costs one more round trip, so it may be done crudely.
        if (remembered.size() >= REMEMBERED_MAX) {
            remembered.clear();
        }
        remembered.put(share, layout);
    }
}
