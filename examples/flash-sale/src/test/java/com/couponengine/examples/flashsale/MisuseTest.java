package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people see who call the program wrongly, or whose servers do not answer. */
@Timeout(150)
class MisuseTest {
    private static final String HEADER = "at_millis,kind,user_id,key,amount";

    @TempDir
    private Path folder;

    /** CLOSED stands for an address where nobody listens, FOLDER for a folder with the files of {@link #files}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--bogus                               | Unknown option: '--bogus'",
                "surplus                               | Unmatched argument at index 0: 'surplus'",
                "--lines                               | Missing required parameter for option '--lines'",
                "--lines many                          | '--lines': 'many' is not an int",
                "--lines 0                             | --lines = 0: must be positive",
                "--stock -1                            | --stock = -1: must be positive",
                "--clickhouse http://CLOSED            | --clickhouse: needs --kafka and --redis",
                "--clickhouse http://CLOSED --kafka CLOSED         | --clickhouse: needs --kafka and --redis",
                "--clickhouse http://CLOSED --redis redis://CLOSED | --clickhouse: needs --kafka and --redis",
                "--load FOLDER/missing.csv             | --load: NoSuchFileException: FOLDER/missing.csv",
                "--load FOLDER                         | --load: IOException:",
                "--load FOLDER/header.csv              | header.csv, line 1: header = [at, kind, user_id, key, amount]",
                "--load FOLDER/empty.csv               | empty.csv, line 1: header = []",
                "--load FOLDER/only-header.csv         | only-header.csv: has no line below its header",
                "--load FOLDER/malformed.csv           | malformed.csv, line 3: user_id = seven",
                "--load FOLDER/quote.csv               | quote.csv, line 2",
                "--save-load FOLDER/no/folder.csv      | --save-load: NoSuchFileException: FOLDER/no/folder.csv",
                "--data FOLDER/empty.csv               | --data: FileAlreadyExistsException: FOLDER/empty.csv",
                "--redis foo                           | --redis: ConfigurationException: uri: must look like redis://",
                "--redis host:notaport                 | --redis: ConfigurationException: uri: must look like redis://",
                "--redis redis://CLOSED                | --redis: StoreUnavailableException:",
                "--kafka foo                           | --kafka: ConfigurationException:",
                "--kafka host:notaport                 | --kafka: ConfigurationException:",
                "--kafka CLOSED                        | --kafka: StoreUnavailableException:",
                "--db foo                              | --db: ConfigurationException: url: must start with jdbc:",
                "--db jdbc:foo:bar                     | --db: ConfigurationException: url = jdbc:foo:bar: no JDBC driver",
                "--db jdbc:mariadb://CLOSED/shop       | --db: StoreUnavailableException:",
                "--db jdbc:mysql://CLOSED/shop         | --db: StoreUnavailableException:",
                "--db jdbc:postgresql://CLOSED/shop    | --db: StoreUnavailableException:",
            })
    void isOneLineOnStderrAndExitCodeTwoAndNothingIsSoldOrLeft(String arguments, String told) throws Exception {
        Path files = files();
        try (Socket nobodyListens = new Socket()) {
            nobodyListens.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String closed = "127.0.0.1:" + nobodyListens.getLocalPort();

            ProgramRun run = ProgramRun.in(
                    folder,
                    Stream.of(arguments.split(" +"))
                            .map(argument -> argument.replace("CLOSED", closed).replace("FOLDER", files.toString()))
                            .toList());

            assertThat(run.errors()).hasSize(1);
            assertThat(run.errors().get(0))
                    .startsWith("flash-sale: ")
                    .contains(told.replace("FOLDER", files.toString()));
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.out()).doesNotContain("GRABS", "GUARANTEES");
            assertThat(run.left()).isEmpty();
        }
    }

    @Test
    void helpIsShownWithTheExitCodesAndIsNoMistake() throws Exception {
        ProgramRun run = ProgramRun.in(folder, List.of("--help"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.errors()).isEmpty();
        assertThat(run.out()).contains("--clickhouse=URL", "0   every guarantee holds", "1   a guarantee is broken");
    }

    @Test
    void aFileWrittenByHandIsSoldFromStartToEnd() throws Exception {
        Path load = Files.write(folder.resolve("load.csv"), List.of(HEADER, "0,grab,7,g-1,", "9,order,7,o-1,320.00"));

        ProgramRun run = ProgramRun.in(folder, List.of("--load", load.toString()));

        assertThat(run.errors()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("1 issued, 20.00 yuan given");
        assertThat(run.left()).isEmpty();
    }

    private Path files() throws IOException {
        Path files = Files.createDirectories(folder.resolve("files"));
        Files.createFile(files.resolve("empty.csv"));
        Files.write(files.resolve("header.csv"), List.of("at,kind,user_id,key,amount", "0,grab,7,g-1,"));
        Files.write(files.resolve("only-header.csv"), List.of(HEADER));
        Files.write(files.resolve("malformed.csv"), List.of(HEADER, "0,grab,7,g-1,", "0,grab,seven,g-1,"));
        Files.write(files.resolve("quote.csv"), List.of(HEADER, "0,grab,7,\"g-1,"));
        return files;
    }
}
