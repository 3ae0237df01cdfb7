package com.couponengine.redis;

import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** The host's own client. Its time limits are the host's, and so is closing it. */
final class HostLink implements RedisLink {
    private final UnifiedJedis client;
    private final boolean sendsOnce;

    HostLink(UnifiedJedis client) {
        this.client = client;
        this.sendsOnce = client instanceof RedisClient || client instanceof RedisSentinelClient;
    }

    @Override
    public List<?> run(String what, ScriptCall call, Deadline deadline) {
        try {
            return send(call.byName());
        } catch (JedisNoScriptException e) {
            return runBySource(what, call);
        } catch (JedisException e) {
            throw failure(what, e);
        }
    }

    private List<?> runBySource(String what, ScriptCall call) {
        try {
            return send(call.bySource());
        } catch (JedisException e) {
            throw failure(what, e);
        }
    }

    private List<?> send(CommandArguments command) {
        return (List<?>) client.executeCommand(command);
    }

    private RuntimeException failure(String what, JedisException e) {
        if (e instanceof JedisDataException || (sendsOnce && hadNoConnection(e))) {
            return new StoreUnavailableException(what, e);
        }
        return new OutcomeUnknownException(what, e);
    }

    /** A client that tries again by itself tells of its last attempt only, so this means nothing for such a one. */
    private static boolean hadNoConnection(JedisException e) {
        String message = String.valueOf(e.getMessage());
        return e instanceof JedisConnectionException
                ? message.startsWith("Failed to connect") || message.startsWith("Failed to create socket")
                : message.startsWith("Could not get a resource");
    }

    @Override
    public List<ServerInfo> masters(Deadline deadline) {
        try {
            return List.of(ServerInfo.parse(client.info()));
        } catch (JedisException e) {
            throw new StoreUnavailableException("check", e);
        }
    }

    @Override
    public void close() {
        // The client is the host's.
    }
}
