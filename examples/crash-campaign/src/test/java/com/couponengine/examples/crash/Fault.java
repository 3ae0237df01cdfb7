package com.couponengine.examples.crash;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

/** What happens in the middle of a round. A fault is over when {@link #strike} returns. */
enum Fault {
    NONE("nothing", scene -> {}),

    REDIS_KILLED("Redis killed, back from its file", scene -> {
        scene.stage().redis.killNine();
        scene.last(ofMillis(50), ofMillis(1_000));
        scene.stage().redis.restart();
    }),

    REDIS_KILLED_EMPTY("Redis killed, back empty", scene -> {
        scene.stage().redis.killNine();
        scene.stage().redisFile.remove();
        scene.last(ofMillis(0), ofMillis(500));
        scene.stage().redis.restart();
    }),

    REDIS_OLDER_COPY("Redis back from an older copy", scene -> {
        scene.stage().redisFile.keep();
        scene.awaitMoreGranted(500);
        scene.stage().redis.killNine();
        scene.stage().redisFile.giveBack();
        scene.last(ofMillis(0), ofMillis(500));
        scene.stage().redis.restart();
    }),

    REDIS_FLUSHED("Redis flushed", scene -> {
        scene.stage().redisFile.flush();
        if (scene.coin()) {
            scene.awaitMoreGranted(300);
            scene.stage().redisFile.flush();
        }
    }),

    REDIS_PAUSED("Redis paused", scene -> {
        scene.stage().redis.pause();
        scene.last(ofMillis(100), ofSeconds(3));
        scene.stage().redis.resume();
    }),

    DATABASE_KILLED("database killed", scene -> {
        scene.stage().server.killNine();
        scene.last(ofMillis(50), ofMillis(1_000));
        scene.stage().server.restart();
    }),

    DATABASE_PAUSED("database paused", scene -> {
        scene.stage().server.pause();
        scene.last(ofMillis(200), ofSeconds(5));
        scene.stage().server.resume();
    }),

    HOST_KILLED("host killed", scene -> {
        scene.host().killNine();
        scene.last(ofMillis(50), ofMillis(1_000));
        scene.host().restart();
        scene.open(scene.host());
    }),

    HOST_FROZEN("host frozen", scene -> scene.host().freeze(() -> scene.last(ofMillis(50), ofSeconds(4)))),

    HOST_FROZEN_LONG(
            "host frozen for long",
            scene -> scene.host().freeze(() -> scene.last(Limits.LONG_FREEZE, Limits.LONG_FREEZE.plusSeconds(1)))),

    /** Short enough that what the host has reserved is still worth issuing to it when it wakes up. */
    HOST_FROZEN_GATE_LOST(
            "host frozen, Redis flushed",
            scene -> scene.host().freeze(() -> {
                scene.stage().redisFile.flush();
                scene.last(ofMillis(300), ofMillis(900));
            })),

    ANSWER_CUT("answers cut after the commit", scene -> {
        for (int cut = 0; cut < 4; cut++) {
            scene.proxy().cutAnswerTo("COMMIT");
            scene.last(ofMillis(50), ofMillis(300));
        }
        scene.proxy().normal();
    }),

    COMMIT_DELAYED("commit delayed beyond the limit", scene -> {
        for (int held = 0; held < 3; held++) {
            scene.proxy().holdRequest("COMMIT");
            scene.last(ofMillis(30), ofMillis(60));
        }
        scene.last(Limits.CALL.plusMillis(200), Limits.CALL.plusSeconds(2));
        scene.proxy().normal();
    });

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // the blows above remember nothing
    private final Blow blow;

    Fault(String title, Blow blow) {
        this.title = title;
        this.blow = blow;
    }

    @FunctionalInterface
    private interface Blow {
        void strike(Scene scene);
    }

    String title() {
        return title;
    }

    /** Strikes, and mends what it broke. */
    void strike(Scene scene) {
        blow.strike(scene);
    }
}
