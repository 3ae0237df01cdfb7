package com.couponengine.redis;

import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import java.util.List;

/** The way to the servers. Thread-safe. */
interface RedisLink extends AutoCloseable {

    /**
     * Runs a script on the server of its first key. It may be sent more than once, so repeating it must be harmless.
     *
     * @param what names the call in messages
     * @return what the script answered
     * @throws StoreUnavailableException if it is known that no server has run it
     * @throws OutcomeUnknownException if a server may have run it, or may still do
     */
    List<?> run(String what, ScriptCall call, Deadline deadline);

    /**
     * What every master says of itself (INFO), in no order.
     *
     * @throws StoreUnavailableException if one of them does not answer
     */
    List<ServerInfo> masters(Deadline deadline);

    @Override
    void close();
}
