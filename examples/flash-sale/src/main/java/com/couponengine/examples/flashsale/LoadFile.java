package com.couponengine.examples.flashsale;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.money.Money;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/** The load as CSV with a header: {@code at_millis,kind,user_id,key,amount}. Amounts are in yuan. */
final class LoadFile {
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT
            .builder()
            .setHeader("at_millis", "kind", "user_id", "key", "amount")
            .setSkipHeaderRecord(true)
            .setRecordSeparator('\n')
            .get();

    private LoadFile() {}

    /** Reads all lines, in the order of the file. @throws IOException naming the line that is wrong */
    static List<LoadLine> read(Path file) throws IOException {
        List<LoadLine> lines = new ArrayList<>();
        try (Reader reader = Files.newBufferedReader(file);
                CSVParser parser = FORMAT.parse(reader)) {
            for (CSVRecord row : parser) {
                lines.add(line(file, parser.getCurrentLineNumber(), row));
            }
        }
        return lines;
    }

    private static LoadLine line(Path file, long number, CSVRecord row) throws IOException {
        try {
            LoadLine.Kind kind = LoadLine.Kind.valueOf(row.get("kind").toUpperCase(Locale.ROOT));
            return new LoadLine(
                    Long.parseLong(row.get("at_millis")),
                    kind,
                    Long.parseLong(row.get("user_id")),
                    row.get("key"),
                    kind == LoadLine.Kind.ORDER ? Money.of(row.get("amount"), "CNY") : null);
        } catch (IllegalArgumentException | CouponEngineException e) {
            throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
        }
    }

    static void write(Path file, List<LoadLine> lines) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file);
                CSVPrinter printer = new CSVPrinter(
                        writer, FORMAT.builder().setSkipHeaderRecord(false).get())) {
            for (LoadLine line : lines) {
                printer.printRecord(
                        line.atMillis(),
                        line.kind().name().toLowerCase(Locale.ROOT),
                        line.userId(),
                        line.key(),
                        line.amount() == null
                                ? ""
                                : line.amount().toBigDecimal().toPlainString());
            }
        }
    }
}
