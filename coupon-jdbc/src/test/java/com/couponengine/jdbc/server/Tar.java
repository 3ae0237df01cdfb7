package com.couponengine.jdbc.server;

import com.couponengine.core.server.ServerCache;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks the archives of the class path, with their links and executable programs. */
final class Tar {
    private static final int OWNER_MAY_EXECUTE = 0100;

    private Tar() {}

    static void unpackGzip(String resource, Path folder) throws IOException {
        try (InputStream in = open(resource)) {
            unpack(new GZIPInputStream(in), folder);
        }
    }

    static void unpackXz(String resource, Path folder) throws IOException {
        try (InputStream in = open(resource)) {
            unpack(new XZInputStream(in), folder);
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = Tar.class.getClassLoader().getResourceAsStream(resource);
        if (in == null) {
            throw new IOException(resource + " is not on the class path");
        }
        return new BufferedInputStream(in);
    }

    private static void unpack(InputStream in, Path folder) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path file = ServerCache.inside(folder, entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                    continue;
                }
                Files.createDirectories(file.getParent());
                if (entry.isSymbolicLink()) {
                    ServerCache.inside(
                            folder,
                            folder.relativize(file.resolveSibling(entry.getLinkName())
                                            .normalize())
                                    .toString());
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, file);
                    if ((entry.getMode() & OWNER_MAY_EXECUTE) != 0) {
                        ServerCache.makeExecutable(file);
                    }
                }
            }
        }
    }
}
