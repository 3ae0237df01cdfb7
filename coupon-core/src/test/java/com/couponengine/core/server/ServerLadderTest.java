package com.couponengine.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.opentest4j.TestAbortedException;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class ServerLadderTest {
    private static final List<String> SETTINGS =
            List.of("it.self-test.url", "it.containers", "it.binaries", "it.require");

    private final List<String> before = new ArrayList<>();

    @BeforeEach
    void forgetTheSettings() {
        SETTINGS.forEach(setting -> before.add(System.getProperty(setting, "")));
        SETTINGS.forEach(System::clearProperty);
        System.setProperty("it.require", "nothing-here");
    }

    @AfterEach
    void bringTheSettingsBack() {
        for (int i = 0; i < SETTINGS.size(); i++) {
            if (before.get(i).isEmpty()) {
                System.clearProperty(SETTINGS.get(i));
            } else {
                System.setProperty(SETTINGS.get(i), before.get(i));
            }
        }
    }

    @Test
    void aGivenAddressWins() {
        System.setProperty("it.self-test.url", "there:1");
        assertThat(ladder().climb()).isEqualTo("given there:1");
    }

    @Test
    void aGivenAddressThatDoesNotAnswerFailsAndIsNeverReplaced() {
        System.setProperty("it.self-test.url", "there:1");
        ServerLadder<String> ladder = ServerLadder.<String>of("Self-test")
                .address(url -> {
                    throw new IOException("refused");
                })
                .binaries("1", () -> "binaries");
        assertThatThrownBy(ladder::climb)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it.self-test.url=there:1")
                .hasRootCauseMessage("refused");
    }

    @Test
    void containersAreUsedOnlyByChoice() {
        assertThat(ladder().climb()).isEqualTo("binaries");
        System.setProperty("it.containers", "true");
        assertThat(ladder().climb()).isEqualTo("container");
    }

    @Test
    void thePathIsTriedWhenThereAreNoBinaries() {
        System.setProperty("it.binaries", "false");
        assertThat(ladder().climb()).isEqualTo("path");
    }

    @Test
    void aServerThatIsNowhereSkipsTheTestAndTellsWhy() {
        assertThatThrownBy(nowhere()::climb)
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("SKIPPED")
                .hasMessageContaining("no binaries for this moon")
                .hasMessageContaining("probe-server is not on the PATH");
    }

    @Test
    void aServerThatIsNowhereFailsTheTestWhenItIsRequired() {
        for (String required : List.of("all", "other, SELF-TEST")) {
            System.setProperty("it.require", required);
            assertThatThrownBy(nowhere()::climb)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("no binaries for this moon");
        }
        System.setProperty("it.require", "other");
        assertThatThrownBy(nowhere()::climb).isInstanceOf(TestAbortedException.class);
    }

    @Test
    void aServerThatIsThereAndBrokenFailsTheTest() {
        ServerLadder<String> ladder = ServerLadder.<String>of("Self-test")
                .binaries("1", () -> {
                    throw new IOException("disk full");
                })
                .path("probe-server", () -> "path");
        assertThatThrownBy(ladder::climb)
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("disk full");
    }

    @Test
    void aSharedServerStartsOnceAndSkipsEveryTestForTheSameReason() {
        List<String> starts = new ArrayList<>();
        SharedServer<AutoCloseable> absent = new SharedServer<>(() -> {
            starts.add("start");
            throw new TestAbortedException("not here");
        });
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(absent::get)
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessage("not here");
        }
        assertThat(starts).hasSize(1);
    }

    private static ServerLadder<String> ladder() {
        return ServerLadder.<String>of("Self-test")
                .address(url -> "given " + url)
                .container("probe:1", () -> "container")
                .binaries("1", () -> "binaries")
                .path("probe-server", () -> "path");
    }

    private static ServerLadder<String> nowhere() {
        return ServerLadder.<String>of("Self-test")
                .binaries("1", () -> {
                    throw new ServerUnavailableException("no binaries for this moon");
                })
                .path("probe-server", () -> Platform.onPath("probe-server").toString());
    }
}
