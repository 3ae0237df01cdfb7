package com.couponengine.core.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that nobody listens on. They come from below the range that the kernel hands to outgoing connections, so that
 * none of those takes the port while a server is down between a kill and its restart. A port is given once per JVM.
 */
public final class FreePorts {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST_EXCLUSIVE = 32_000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** A port of the loopback address that could be bound a moment ago. */
    public static int next() {
        return next(0);
    }

    /**
     * A port whose sibling is free too, as Redis Cluster needs for its bus.
     *
     * @param siblingOffset the distance to the sibling; 0 for no sibling
     */
    public static int next(int siblingOffset) {
        for (int i = 0; i < 10_000; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST_EXCLUSIVE);
            int sibling = port + siblingOffset;
            if (canBind(port) && canBind(sibling) && !GIVEN.contains(sibling) && GIVEN.add(port)) {
                GIVEN.add(sibling);
                return port;
            }
        }
        throw new IllegalStateException("no free port between " + LOWEST + " and " + HIGHEST_EXCLUSIVE);
    }

    private static boolean canBind(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
