package com.couponengine.examples.flashsale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The program, run to its end in a JVM of its own.
 *
 * @param exitCode what it exited with
 * @param out all it wrote to stdout
 * @param errors the lines it wrote to stderr
 * @param left the names of what it left in its temporary folder
 */
record ProgramRun(int exitCode, String out, List<String> errors, List<String> left) {
    private static final int SECONDS_MAX = 120;

    /** Runs it; in the folder go its output and its temporary files. */
    static ProgramRun in(Path folder, List<String> arguments) throws IOException, InterruptedException {
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        Path out = folder.resolve("out");
        Path errors = folder.resolve("errors");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                FlashSale.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(errors.toFile());
        builder.environment()
                .put(
                        "CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        Process process = builder.start();
        try {
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IllegalStateException("did not end: " + arguments + "\n" + Files.readString(errors));
            }
        } finally {
            process.destroyForcibly();
        }
        try (Stream<Path> left = Files.list(temporary)) {
            return new ProgramRun(
                    process.exitValue(),
                    Files.readString(out),
                    Files.readAllLines(errors),
                    left.map(path -> path.getFileName().toString()).toList());
        }
    }
}
