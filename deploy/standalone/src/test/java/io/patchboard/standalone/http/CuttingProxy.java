package io.patchboard.standalone.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bad line to a server: of its connections some break when the server sends, others after a number of bytes of it, so
 * that it has done what it was asked and nobody hears of it.
 */
final class CuttingProxy implements AutoCloseable {

    private static final int BUFFER = 512;
    private static final int MOST_BYTES = 1_500;

    private final ServerSocket listening;
    private final URI server;
    private final Random random;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger cuts = new AtomicInteger();

    CuttingProxy(String server, long seed) {
        this.server = URI.create(server);
        this.random = new Random(seed);
        try {
            this.listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** How many connections were cut. */
    int cuts() {
        return cuts.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                int fate = random.nextInt(3);
                int bytes = fate == 0 ? random.nextInt(MOST_BYTES) : fate == 1 ? 0 : Integer.MAX_VALUE;
                threads.execute(() -> serve(client, bytes));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** @param bytes that come back before it breaks */
    private void serve(Socket client, int bytes) {
        try (client;
                Socket behind = new Socket(server.getHost(), server.getPort())) {
            threads.execute(() -> copy(client, behind));
            InputStream from = behind.getInputStream();
            OutputStream to = client.getOutputStream();
            byte[] buffer = new byte[BUFFER];
            int left = bytes;
            int read;
            do {
                read = from.read(buffer);
                if (read > 0 && left > 0) {
                    to.write(buffer, 0, Math.min(read, left));
                    to.flush();
                }
                left -= read;
            } while (read > 0 && left > 0);
            if (left <= 0) {
                cuts.incrementAndGet();
                client.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            // one of them is gone, and so is the other now
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // as above
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
