package com.couponengine.redis;

import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** One run of a script: what it is given. Its first key decides which server it goes to. */
final class ScriptCall {
    private final Script script;
    private final List<byte[]> keys;
    private final List<byte[]> arguments;

    ScriptCall(Script script, List<byte[]> keys, List<byte[]> arguments) {
        this.script = script;
        this.keys = keys;
        this.arguments = arguments;
    }

    byte[] firstKey() {
        return keys.get(0);
    }

    /** The command for a server that has the script. */
    CommandArguments byName() {
        return command(Command.EVALSHA, script.sha1());
    }

    /** The command for a server that may have lost the script; it keeps it afterwards. */
    CommandArguments bySource() {
        return command(Command.EVAL, script.source());
    }

    private CommandArguments command(Command command, byte[] name) {
        CommandArguments whole = new CommandArguments(command).add(name).add(keys.size());
        // All keys are in one slot, so the client needs to look at one only.
        whole.key(keys.get(0));
        for (int i = 1; i < keys.size(); i++) {
            whole.add(keys.get(i));
        }
        arguments.forEach(whole::add);
        return whole;
    }
}
