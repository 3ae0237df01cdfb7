package com.couponengine.stats.server;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.util.Arrays;

/**
 * The program of ClickHouse's own JVM: hands its arguments to the engine's main, which lives in a shared library and
 * does not return while the server runs.
 */
final class ClickHouseProgram {
    private ClickHouseProgram() {}

    /** Takes the path of the library, then the arguments of the engine. */
    public static void main(String[] args) {
        String[] arguments = Arrays.copyOfRange(args, 1, args.length);
        NativeLibrary.getInstance(args[0])
                .getFunction("query_stable_v2")
                .invoke(Pointer.class, new Object[] {arguments.length, new StringArray(arguments)});
    }
}
