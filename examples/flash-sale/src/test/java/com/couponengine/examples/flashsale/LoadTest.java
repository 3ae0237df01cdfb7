package com.couponengine.examples.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.money.Money;
import com.couponengine.examples.flashsale.LoadLine.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadTest {
    @TempDir
    private Path folder;

    @Test
    void theSameSeedGivesTheSameLoadAndAnotherSeedAnother() {
        long seed = new Random().nextLong();
        System.out.println("load: seed " + seed);

        List<LoadLine> load = new LoadGenerator(seed).generate(5_000);

        assertThat(new LoadGenerator(seed).generate(5_000)).isEqualTo(load);
        assertThat(new LoadGenerator(seed + 1).generate(5_000)).isNotEqualTo(load);
    }

    @Test
    void theLoadIsAboutAsLongAsAskedSortedByTimeAndBursty() {
        List<LoadLine> load = new LoadGenerator(1).generate(100_000);

        assertThat(load.size()).isBetween(90_000, 110_000);
        assertThat(load).extracting(LoadLine::atMillis).isSorted();
        long clicks = load.stream().filter(line -> line.kind() == Kind.GRAB).count();
        long inTheFirstSecond = load.stream()
                .filter(line -> line.kind() == Kind.GRAB && line.atMillis() < 1_000)
                .count();
        assertThat(inTheFirstSecond).isGreaterThan(clicks / 2);
    }

    @Test
    void theLoadHasDoubleClicksRetriesOrdersSentTwiceAndCancellationsOfWhatWasSent() {
        List<LoadLine> load = new LoadGenerator(2).generate(20_000);

        Map<String, Integer> grabs = new HashMap<>();
        Map<String, Integer> orders = new HashMap<>();
        Set<String> retries = new HashSet<>();
        Set<String> cancelled = new HashSet<>();
        for (LoadLine line : load) {
            switch (line.kind()) {
                case GRAB -> grabs.merge(line.key(), 1, Integer::sum);
                case RETRY -> retries.add(line.key());
                case ORDER -> orders.merge(line.key(), 1, Integer::sum);
                case CANCEL -> cancelled.add(line.key());
            }
        }
        assertThat(load).filteredOn(line -> line.amount() != null).allMatch(line -> line.kind() == Kind.ORDER);
        assertThat(load).filteredOn(line -> line.kind() == Kind.ORDER).allMatch(line -> line.amount() != null);
        assertThat(grabs.values()).contains(1, 2);
        assertThat(orders.values()).contains(1, 2);
        assertThat(retries).isNotEmpty().isSubsetOf(grabs.keySet());
        assertThat(cancelled).isNotEmpty().isSubsetOf(orders.keySet());
    }

    @Test
    void aFileGivesBackWhatWasWritten() throws IOException {
        List<LoadLine> load = new LoadGenerator(3).generate(2_000);
        Path file = folder.resolve("load.csv");

        LoadFile.write(file, load);

        assertThat(LoadFile.read(file)).isEqualTo(load);
        assertThat(Files.readAllLines(file).get(0)).isEqualTo("at_millis,kind,user_id,key,amount");
    }

    @Test
    void aFileWrittenByHandIsRead() throws IOException {
        Path file = write("at_millis,kind,user_id,key,amount", "0,grab,7,g-1,", "15,ORDER,7,o-1,320.00");

        assertThat(LoadFile.read(file))
                .containsExactly(
                        new LoadLine(0, Kind.GRAB, 7, "g-1", null),
                        new LoadLine(15, Kind.ORDER, 7, "o-1", Money.of("320.00", "CNY")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5,steal,7,g-1,      | kind = steal",
                "soon,grab,7,g-1,    | at_millis = soon",
                "-5,grab,7,g-1,      | at_millis = -5",
                "5,grab,seven,g-1,   | user_id = seven",
                "5,grab,0,g-1,       | user_id = 0",
                "5,grab,7,,          | key =",
                "5,grab,7,g 1,       | key = g 1",
                "5,order,7,o-1,      | amount =",
                "5,order,7,o-1,1.234 | amount = 1.234",
                "5,order,7,o-1,-1.00 | amount = -1.00",
                "5,grab              | user_id =",
                "5,grab,7,g-1,,more  | columns = 6",
            })
    void aWrongLineIsNamed(String line, String mistake) throws IOException {
        Path file = write("at_millis,kind,user_id,key,amount", "0,grab,7,g-1,", "3,grab,8,g-2,", line);

        assertThatThrownBy(() -> LoadFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("line 4")
                .hasMessageContaining(mistake);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                          | line 1: header = []",
                "'0,grab,7,g-1,'                             | line 1: header = [0, grab, 7, g-1, ]",
                "'at_millis,kind,user_id,request_id,amount'  | line 1: header = [at_millis, kind, user_id, request_id",
                "'at_millis,kind,user_id,key,amount'         | has no line below its header",
            })
    void aFileWithoutHeaderOrLinesIsRefused(String content, String mistake) throws IOException {
        Path file = content.isEmpty() ? Files.createFile(folder.resolve("empty.csv")) : write(content);

        assertThatThrownBy(() -> LoadFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(mistake);
    }

    private Path write(String... lines) throws IOException {
        Path file = folder.resolve("by-hand.csv");
        Files.write(file, List.of(lines));
        return file;
    }
}
