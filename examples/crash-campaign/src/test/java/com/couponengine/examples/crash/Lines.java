package com.couponengine.examples.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Sends lines over a connection: what is told while a write is under way goes into the next one. Thread-safe. */
final class Lines {
    private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
    private final Runnable broken;
    private final OutputStream out;

    /** @param broken called once when the connection is found broken; what is told from then on goes nowhere */
    Lines(Socket socket, Runnable broken) throws IOException {
        this.broken = broken;
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        Thread thread = new Thread(this::send, "lines");
        thread.setDaemon(true);
        thread.start();
    }

    void tell(String line) {
        waiting.add(line);
    }

    private void send() {
        List<String> batch = new ArrayList<>();
        try {
            while (true) {
                batch.add(waiting.take());
                waiting.drainTo(batch);
                out.write((String.join("\n", batch) + "\n").getBytes(StandardCharsets.US_ASCII));
                batch.clear();
            }
        } catch (IOException e) {
            broken.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
