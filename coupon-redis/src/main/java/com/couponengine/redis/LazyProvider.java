package com.couponengine.redis;

import com.couponengine.core.error.StoreUnavailableException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.providers.ConnectionProvider;

/**
 * Opens a provider of connections when it is first needed, and again if that failed. Finding the servers may take longer
 * than a call may, so it happens in the background while the calls wait as long as they may. Thread-safe.
 */
final class LazyProvider<P extends ConnectionProvider> implements AutoCloseable {
    private final Callable<P> opener;
    private final ExecutorService background;
    private volatile @Nullable P open;
    private @Nullable Future<P> opening;
    private boolean closed;

    LazyProvider(Callable<P> opener, ExecutorService background) {
        this.opener = opener;
        this.background = background;
    }

    P get(Deadline deadline) {
        @Nullable P known = open;
        if (known != null) {
            return known;
        }
        try {
            return opening().get(deadline.answerMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new StoreUnavailableException("no way to Redis", e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new StoreUnavailableException("no way to Redis was found yet");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while looking for Redis");
        }
    }

    /** The provider if it is open. */
    @Nullable
    P ifOpen() {
        return open;
    }

    private synchronized Future<P> opening() {
        if (closed) {
            throw new StoreUnavailableException("the gate is closed");
        }
        @Nullable Future<P> current = opening;
        if (current == null || (current.isDone() && open == null)) {
            current = background.submit(this::openNow);
            opening = current;
        }
        return current;
    }

    private P openNow() throws Exception {
        P provider = opener.call();
        synchronized (this) {
            if (!closed) {
                open = provider;
                return provider;
            }
        }
        provider.close();
        throw new StoreUnavailableException("the gate is closed");
    }

    @Override
    public void close() {
        @Nullable P provider;
        synchronized (this) {
            closed = true;
            provider = open;
        }
        if (provider != null) {
            try {
                provider.close();
            } catch (Exception e) {
                // Its sockets end with the process at the latest.
            }
        }
    }
}
