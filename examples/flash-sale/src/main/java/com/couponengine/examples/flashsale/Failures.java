package com.couponengine.examples.flashsale;

import com.couponengine.core.error.CouponEngineException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Tells people what they or their servers did wrong: one line, no stack trace. A fault of the program keeps its trace. */
final class Failures {
    private Failures() {}

    static CommandLine handledOn(CommandLine commandLine) {
        return commandLine
                .setParameterExceptionHandler((e, args) -> misused(e))
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    if (e instanceof CouponEngineException || e instanceof IOException || e instanceof SQLException) {
                        return tell(line, line(e));
                    }
                    throw e;
                });
    }

    private static int misused(ParameterException e) {
        return tell(e.getCommandLine(), line(String.valueOf(e.getMessage())) + " (--help lists the options)");
    }

    private static int tell(CommandLine line, String what) {
        line.getErr().println(line.getCommandName() + ": " + what);
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** The kind of an error, what it says, and what was the cause of it all, in one line. */
    static String line(Exception e) {
        String message = line(String.valueOf(e.getMessage()));
        if (e instanceof OptionException) {
            return message;
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String cause = line(String.valueOf(root.getMessage()));
        return e.getClass().getSimpleName() + ": " + message + (message.contains(cause) ? "" : " (" + cause + ")");
    }

    private static String line(String message) {
        return message.lines().map(String::strip).collect(Collectors.joining(" "));
    }
}
