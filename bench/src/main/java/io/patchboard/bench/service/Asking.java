package io.patchboard.bench.service;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.process.Part;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Asks a read side over HTTP. */
public final class Asking {

    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final long SOON_NANOS = 10_000_000;

    /** Who asks while an index is made takes processor time from that. */
    private static final long LATER_NANOS = 200_000_000;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;

    public Asking(Part reads) {
        this.url = reads.address();
    }

    /** Milliseconds from the question until the whole answer is there. */
    public double millis(String path) {
        long begin = System.nanoTime();
        HttpResponse<String> answer = get(path);
        double millis = (System.nanoTime() - begin) / 1e6;
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("Expected 200 for " + path + ", but got " + answer.body());
        }
        return millis;
    }

    /** Waits until it knows all boards. */
    public void awaitReady() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (get("/health/ready").statusCode() != 200) {
            pause(LATER_NANOS, end);
        }
    }

    /** Waits until an entry of a board is known. Boards are not folded for it: that would be measured, too. */
    public void awaitEntry(int board, long sequence) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        String path = "/v1/boards/" + Proposals.boardId(board) + "/log?from=" + sequence + "&limit=1";
        while (!hasEntry(get(path))) {
            pause(SOON_NANOS, end);
        }
    }

    private static boolean hasEntry(HttpResponse<String> answer) {
        return answer.statusCode() == 200 && ((JsonArray) JsonReader.parse(answer.body())).size() > 0;
    }

    private static void pause(long nanos, long end) {
        if (System.nanoTime() > end) {
            throw new IllegalStateException("Expected the read side to come so far, but it did not.");
        }
        LockSupport.parkNanos(nanos);
    }

    private HttpResponse<String> get(String path) {
        try {
            return client.send(
                    HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException("Expected an answer to " + path + ", but: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking " + path, e);
        }
    }
}
