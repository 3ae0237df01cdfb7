package com.couponengine.redis.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Just enough of the Redis protocol for starting servers, so that the launchers depend on no client library.
 */
final class RedisWire {
    private static final int TIMEOUT_MILLIS = 2_000;

    private RedisWire() {}

    /**
     * Sends one command over a connection of its own.
     *
     * @return the answer; the parts of an array are joined by line ends
     * @throws IOException also when the server answers with an error
     */
    static String command(String host, int port, String... words) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
            for (String word : words) {
                request.append('$')
                        .append(word.length())
                        .append("\r\n")
                        .append(word)
                        .append("\r\n");
            }
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            return answer(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private static String answer(InputStream in) throws IOException {
        String head = line(in);
        String rest = head.substring(1);
        return switch (head.charAt(0)) {
            case '+', ':' -> rest;
            case '$' -> text(in, Integer.parseInt(rest));
            case '*' -> array(in, Integer.parseInt(rest));
            default -> throw new IOException(rest);
        };
    }

    private static String text(InputStream in, int length) throws IOException {
        if (length < 0) {
            return "";
        }
        String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        line(in);
        return text;
    }

    private static String array(InputStream in, int length) throws IOException {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            parts.add(answer(in));
        }
        return String.join("\n", parts);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
