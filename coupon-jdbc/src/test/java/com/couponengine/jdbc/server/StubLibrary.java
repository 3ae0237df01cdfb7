package com.couponengine.jdbc.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a shared library for Linux on x86-64 whose functions all return -1. MySQL's old binaries cannot be loaded
 * without libaio and libnuma, and do not use them when asynchronous I/O of the kernel and NUMA are switched off; many
 * machines do not have them, and newer systems renamed one.
 *
 * <p>The file is an ELF image of two pages: code and symbol tables, then the dynamic section and the variables.
 */
final class StubLibrary {
    private static final int PAGE = 0x1000;
    private static final int SYMBOL_SIZE = 24;
    private static final int VERSION_SIZE = 20 + 8;
    private static final int DYNAMIC_SIZE = 10 * 16;
    private static final byte[] RETURN_MINUS_ONE = {0x48, (byte) 0xc7, (byte) 0xc0, -1, -1, -1, -1, (byte) 0xc3};

    private final String name;
    private final List<Symbol> symbols;
    private final List<String> versions;
    private final Names names = new Names();
    private final ByteBuffer out = ByteBuffer.allocate(2 * PAGE).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * Describes a library.
     *
     * @param name the name by which programs ask for it
     */
    StubLibrary(String name, Symbol... symbols) {
        this.name = name;
        this.symbols = List.of(symbols);
        this.versions =
                this.symbols.stream().map(Symbol::version).distinct().sorted().toList();
    }

    /** A function, or a variable of eight zero bytes, and the version under which programs ask for it. */
    record Symbol(String name, String version, boolean isFunction) {
        static Symbol function(String name, String version) {
            return new Symbol(name, version, true);
        }

        static Symbol variable(String name, String version) {
            return new Symbol(name, version, false);
        }
    }

    void write(Path file) throws IOException {
        Files.write(file, image());
    }

    private byte[] image() {
        int count = 1 + symbols.size();
        int hash = 64 + 4 * 56;
        int table = align(hash + 4 * (2 + 1 + count));
        int symbolVersions = table + SYMBOL_SIZE * count;
        int definitions = align(symbolVersions + 2 * count);
        int code = align(definitions + VERSION_SIZE * (1 + versions.size()));
        int strings = code + 16;

        out.position(hash);
        hashTable(count);
        out.position(table + SYMBOL_SIZE);
        int variable = PAGE + DYNAMIC_SIZE;
        for (Symbol symbol : symbols) {
            symbol(symbol, symbol.isFunction() ? code : variable);
            variable += symbol.isFunction() ? 0 : 8;
        }
        out.position(symbolVersions).putShort((short) 0);
        symbols.forEach(symbol -> out.putShort((short) (2 + versions.indexOf(symbol.version()))));
        out.position(definitions);
        definition(name, 1, 1, versions.isEmpty());
        for (String version : versions) {
            int index = 2 + versions.indexOf(version);
            definition(version, 0, index, index == 1 + versions.size());
        }
        out.position(code).put(RETURN_MINUS_ONE);
        int libraryName = names.add(name);
        out.position(strings).put(names.bytes());

        out.position(PAGE);
        entry(14, libraryName);
        entry(4, hash);
        entry(5, strings);
        entry(6, table);
        entry(10, names.bytes().length);
        entry(11, SYMBOL_SIZE);
        entry(0x6ffffff0, symbolVersions);
        entry(0x6ffffffc, definitions);
        entry(0x6ffffffd, 1 + versions.size());
        entry(0, 0);

        out.position(0);
        fileHeader();
        segment(1, 5, 0, PAGE, PAGE);
        segment(1, 6, PAGE, variable - PAGE, PAGE);
        segment(2, 6, PAGE, DYNAMIC_SIZE, 8);
        segment(0x6474e551, 6, 0, 0, 16);
        return out.array();
    }

    private void fileHeader() {
        out.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
        out.putShort((short) 3).putShort((short) 62).putInt(1);
        out.putLong(0).putLong(64).putLong(0).putInt(0);
        out.putShort((short) 64).putShort((short) 56).putShort((short) 4);
        out.putShort((short) 0).putShort((short) 0).putShort((short) 0);
    }

    private void segment(int type, int flags, int offset, int size, int alignment) {
        out.putInt(type).putInt(flags).putLong(offset).putLong(offset).putLong(offset);
        out.putLong(size).putLong(size).putLong(alignment);
    }

    private void symbol(Symbol symbol, int address) {
        out.putInt(names.add(symbol.name()));
        out.put((byte) (symbol.isFunction() ? 0x12 : 0x11)).put((byte) 0).putShort((short) 1);
        out.putLong(address).putLong(8);
    }

    private void definition(String version, int flags, int index, boolean isLast) {
        out.putShort((short) 1).putShort((short) flags).putShort((short) index).putShort((short) 1);
        out.putInt(hash(version)).putInt(20).putInt(isLast ? 0 : VERSION_SIZE);
        out.putInt(names.add(version)).putInt(0);
    }

    private void entry(int tag, int value) {
        out.putLong(tag).putLong(value);
    }

    /** One bucket that chains all symbols. */
    private void hashTable(int count) {
        out.putInt(1).putInt(count).putInt(count - 1).putInt(0);
        for (int i = 1; i < count; i++) {
            out.putInt(i - 1);
        }
    }

    /** The hash function that the ELF format prescribes. */
    private static int hash(String text) {
        int hash = 0;
        for (byte b : text.getBytes(StandardCharsets.US_ASCII)) {
            hash = (hash << 4) + b;
            int high = hash & 0xf0000000;
            hash = (hash ^ (high >>> 24)) & ~high;
        }
        return hash;
    }

    private static int align(int offset) {
        return (offset + 15) & ~15;
    }

    private static final class Names {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Names() {
            bytes.write(0);
        }

        int add(String text) {
            int offset = bytes.size();
            bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            bytes.write(0);
            return offset;
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }
}
