package com.couponengine.examples.flashsale;

import com.couponengine.core.error.CouponEngineException;
import com.couponengine.core.error.Mistakes;
import com.couponengine.core.money.Money;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/** The load as CSV with a header: {@code at_millis,kind,user_id,key,amount}. Amounts are in yuan. */
final class LoadFile {
    private static final List<String> HEADER = List.of("at_millis", "kind", "user_id", "key", "amount");
    private static final CSVFormat FORMAT =
            CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

    private LoadFile() {}

    /**
     * Reads all lines, in the order of the file.
     *
     * @throws IOException naming the line and the field that is wrong, or if there is no line at all
     */
    static List<LoadLine> read(Path file) throws IOException {
        List<LoadLine> lines = new ArrayList<>();
        try (Reader reader = Files.newBufferedReader(file);
                CSVParser parser = FORMAT.parse(reader)) {
            try {
                Iterator<CSVRecord> rows = parser.iterator();
                List<String> header = rows.hasNext() ? withoutMark(rows.next().toList()) : List.of();
                new Mistakes()
                        .require(header.equals(HEADER), "header", header, "must be " + HEADER)
                        .throwIfAny();
                while (rows.hasNext()) {
                    lines.add(line(rows.next()));
                }
            } catch (UncheckedIOException | IllegalStateException | CouponEngineException e) {
                long number = Math.max(1, parser.getCurrentLineNumber());
                throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
            }
        }
        if (lines.isEmpty()) {
            throw new IOException(file + ": has no line below its header");
        }
        return lines;
    }

    /** Some spreadsheets begin a file with a byte order mark. */
    private static List<String> withoutMark(List<String> header) {
        List<String> fields = new ArrayList<>(header);
        fields.replaceAll(field -> field.startsWith("\uFEFF") ? field.substring(1) : field);
        return fields;
    }

    private static LoadLine line(CSVRecord row) {
        new Mistakes()
                .require(row.size() <= HEADER.size(), "columns", row.size(), "must be " + HEADER.size())
                .throwIfAny();
        LoadLine.Kind kind = kind(row);
        long at = number(row, 0);
        long user = number(row, 2);
        String key = field(row, 3);
        new Mistakes()
                .require(at >= 0, HEADER.get(0), at, "must not be negative")
                .id(HEADER.get(2), user)
                .key(HEADER.get(3), key)
                .throwIfAny();
        return new LoadLine(at, kind, user, key, kind == LoadLine.Kind.ORDER ? amount(row) : null);
    }

    private static LoadLine.Kind kind(CSVRecord row) {
        try {
            return LoadLine.Kind.valueOf(field(row, 1).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Mistakes.mistake(HEADER.get(1), field(row, 1), "must be grab, retry, order or cancel");
        }
    }

    private static long number(CSVRecord row, int column) {
        try {
            return Long.parseLong(field(row, column));
        } catch (NumberFormatException e) {
            throw Mistakes.mistake(HEADER.get(column), field(row, column), "must be a whole number");
        }
    }

    private static Money amount(CSVRecord row) {
        String text = field(row, 4);
        try {
            return Money.of(text, "CNY");
        } catch (CouponEngineException e) {
            throw Mistakes.mistake(HEADER.get(4), text, "must be yuan such as 320.00");
        }
    }

    /** The rest of a line that ends early is empty. */
    private static String field(CSVRecord row, int column) {
        return column < row.size() ? row.get(column).strip() : "";
    }

    static Path write(Path file, List<LoadLine> lines) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file);
                CSVPrinter printer = new CSVPrinter(writer, FORMAT)) {
            printer.printRecord(HEADER);
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
        return file;
    }
}
