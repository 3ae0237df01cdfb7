package com.couponengine.core.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Decides where a test gets a server from. The rungs are climbed in the order in which they are added; the first that
 * has the server wins, and one line on standard output says which one it was and what the server calls
 * itself ({@code toString()}).
 *
 * <p>A rung that throws {@link ServerUnavailableException} is passed over; any other exception means that the server
 * was there and did not work, and fails the test. When no rung has the server, the test is skipped with one loud line
 * of reasons, or fails when the server is required: {@code -Dit.require=all}, or a list such as
 * {@code -Dit.require=redis,mariadb}. Each setting {@code it.x.y} is also read from the environment as {@code IT_X_Y}.
 *
 * <p>Not thread-safe: build one, climb it, forget it.
 *
 * @param <S> the kind of server handed out
 */
public final class ServerLadder<S> {
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private final String name;
    private final List<Rung<S>> rungs = new ArrayList<>();

    private ServerLadder(String name) {
        this.name = name;
    }

    /**
     * A ladder without rungs.
     *
     * @param name what the server is called in messages and, in lower case, in the settings' names
     */
    public static <S> ServerLadder<S> of(String name) {
        return new ServerLadder<>(name);
    }

    /**
     * The server that the person named in {@code it.<name>.url}. When it is named and cannot be reached, the test
     * fails: it is never replaced by another one.
     */
    public ServerLadder<S> address(Connect<S> connect) {
        return rung("the given address", () -> {
            @Nullable String url = setting("it." + key() + ".url");
            if (url == null) {
                throw new ServerUnavailableException("it." + key() + ".url is not set");
            }
            try {
                return connect.to(url);
            } catch (Exception e) {
                throw new IllegalStateException(
                        name + " was given as it." + key() + ".url=" + url + " and cannot be reached", e);
            }
        });
    }

    /** A container, only when {@code it.containers=true}. */
    public ServerLadder<S> container(String image, Start<S> start) {
        return rung("container " + image, () -> {
            if (!Boolean.parseBoolean(setting("it.containers"))) {
                throw new ServerUnavailableException("it.containers is not true");
            }
            return start.start();
        });
    }

    /** Binaries that the build brings along, unless {@code it.binaries=false}. */
    public ServerLadder<S> binaries(String version, Start<S> start) {
        return rung("unpacked binaries " + version, () -> {
            if ("false".equals(setting("it.binaries"))) {
                throw new ServerUnavailableException("it.binaries is false");
            }
            return start.start();
        });
    }

    /** A program found on the PATH. */
    public ServerLadder<S> path(String program, Start<S> start) {
        return rung(program + " on the PATH", start);
    }

    /** Any other source. */
    public ServerLadder<S> rung(String source, Start<S> start) {
        rungs.add(new Rung<>(source, start));
        return this;
    }

    /**
     * Climbs.
     *
     * @return the server of the first rung that has it
     * @throws TestAbortedException when no rung has it and it is not required
     * @throws AssertionError when no rung has it and it is required
     * @throws IllegalStateException when a rung has it and it does not work
     */
    public S climb() {
        List<String> reasons = new ArrayList<>();
        for (Rung<S> rung : rungs) {
            try {
                S server = rung.start().start();
                if (SAID.add(name + rung.name())) {
                    System.out.println("SERVER " + name + ": " + rung.name() + ", " + server);
                }
                return server;
            } catch (ServerUnavailableException e) {
                reasons.add(rung.name() + " (" + e.getMessage() + ")");
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(name + " from " + rung.name() + " did not start", e);
            }
        }
        String skipped = "SERVER " + name + ": SKIPPED, not available: " + String.join("; ", reasons);
        if (SAID.add(skipped)) {
            System.out.println(skipped);
        }
        if (isRequired()) {
            throw new AssertionError(skipped + ". It is required by it.require=" + setting("it.require"));
        }
        throw new TestAbortedException(skipped);
    }

    /** A system property or, when that is absent or blank, its environment variable; {@code null} when neither is there. */
    public static @Nullable String setting(String property) {
        @Nullable String value = System.getProperty(property);
        if (value == null || value.isBlank()) {
            value = System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_'));
        }
        return value == null || value.isBlank() ? null : value.strip();
    }

    private boolean isRequired() {
        @Nullable String required = setting("it.require");
        if (required == null) {
            return false;
        }
        List<String> names = List.of(required.toLowerCase(Locale.ROOT).split("\\s*,\\s*", -1));
        return names.contains("all") || names.contains(key());
    }

    private String key() {
        return name.toLowerCase(Locale.ROOT);
    }

    private record Rung<S>(String name, Start<S> start) {}

    /** Starts a server, or says why it cannot be had here. */
    @FunctionalInterface
    public interface Start<S> {
        S start() throws Exception;
    }

    /** Uses a server that runs already. */
    @FunctionalInterface
    public interface Connect<S> {
        S to(String url) throws Exception;
    }
}
