package com.couponengine.redis;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Connections of the gate's own. Knows of each call whether anything of it can have reached a server. */
final class PooledLink implements RedisLink {
    private static final int ATTEMPTS_MAX = 3;
    private static final int REDIRECTIONS_MAX = 5;

    private final Nodes nodes;
    private final CallWatch watch;
    private final Runnable afterClose;

    PooledLink(Nodes nodes, CallWatch watch, Runnable afterClose) {
        this.nodes = nodes;
        this.watch = watch;
        this.afterClose = afterClose;
    }

    @Override
    public List<?> run(String what, ScriptCall call, Deadline deadline) {
        CommandArguments command = call.byName();
        @Nullable JedisRedirectionException redirection = null;
        @Nullable JedisException lost = null;
        int failures = 0;
        int redirections = 0;
        while (true) {
            Connection connection;
            try {
                connection = nodes.connection(
                        call.firstKey(), redirection == null ? null : redirection.getTargetNode(), deadline);
            } catch (JedisException | StoreUnavailableException e) {
                nodes.suspect();
                if (wasInterrupted(e) || ++failures >= ATTEMPTS_MAX || !deadline.allowsAnotherAttempt()) {
                    throw failure(what, lost, e);
                }
                redirection = null;
                continue;
            }
            try {
                return (List<?>) exchange(connection, command, redirection instanceof JedisAskDataException, deadline);
            } catch (JedisNoScriptException e) {
                command = call.bySource();
                if (++failures >= ATTEMPTS_MAX) {
                    throw failure(what, lost, e);
                }
            } catch (JedisRedirectionException e) {
                redirection = e;
                nodes.suspect();
                if (++redirections > REDIRECTIONS_MAX || !deadline.allowsAnotherAttempt()) {
                    throw failure(what, lost, e);
                }
            } catch (JedisDataException e) {
                throw failure(what, lost, e);
            } catch (JedisException e) {
                lost = e;
                redirection = null;
                nodes.suspect();
                if (++failures >= ATTEMPTS_MAX || !deadline.allowsAnotherAttempt()) {
                    throw failure(what, lost, e);
                }
            }
        }
    }

    private Object exchange(Connection connection, CommandArguments command, boolean asking, Deadline deadline) {
        CallWatch.Watched watched = watch.watch(connection, deadline);
        try {
            connection.setSoTimeout(deadline.answerMillis());
            if (asking) {
                connection.executeCommand(Command.ASKING);
            }
            return connection.executeCommand(command);
        } finally {
            watched.end();
            giveBack(connection);
        }
    }

    private static boolean wasInterrupted(RuntimeException e) {
        if (e.getCause() instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Thread.currentThread().isInterrupted();
    }

    private static CouponEngineException failure(String what, @Nullable JedisException lost, RuntimeException last) {
        return lost == null ? new StoreUnavailableException(what, last) : new OutcomeUnknownException(what, lost);
    }

    @Override
    public List<ServerInfo> masters(Deadline deadline) {
        List<ServerInfo> infos = new ArrayList<>();
        try {
            for (ConnectionPool pool : nodes.masters(deadline)) {
                infos.add(ServerInfo.parse(
                        (byte[]) exchange(pool.getResource(), new CommandArguments(Command.INFO), false, deadline)));
            }
        } catch (JedisException e) {
            nodes.suspect();
            throw new StoreUnavailableException("check", e);
        }
        return infos;
    }

    private static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (JedisException e) {
            // Its pool is closed; so is the connection.
        }
    }

    @Override
    public void close() {
        nodes.close();
        watch.close();
        afterClose.run();
    }
}
