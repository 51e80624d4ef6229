package io.patchboard.standalone.mcp.board;

import io.patchboard.calls.RetryAfter;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.Features;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Follows boards' logs by the API's event streams, over lines that break and servers that restart. */
public final class Follower {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String ID = "id: ";
    private static final String BELOW = "event: below";

    private final Api api;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Thread::startVirtualThread)
            .build();

    public Follower(Api api) {
        this.api = api;
    }

    /**
     * @param known the last sequence that the caller has seen
     * @param changed is told of each entry, and when boards that were made for this one begin or end to need a person
     */
    public Features.Watch follow(String board, long known, Caller caller, Runnable changed) {
        AtomicReference<InputStream> open = new AtomicReference<>(InputStream.nullInputStream());
        Thread thread = Thread.ofVirtual()
                .name("patchboard-mcp-follower")
                .start(() -> follow(board, known, caller, changed, open));
        return () -> {
            thread.interrupt();
            try {
                open.get().close();
            } catch (IOException e) {
                // It is closed, which is all that is wanted.
                return;
            }
        };
    }

    /** Until it is interrupted, or the caller may not read the board any more. */
    private void follow(String board, long known, Caller caller, Runnable changed, AtomicReference<InputStream> open) {
        long last = known;
        try {
            boolean allowed = true;
            while (allowed && !Thread.currentThread().isInterrupted()) {
                HttpRequest.Builder request = HttpRequest.newBuilder(
                                URI.create(api.server() + Boards.path(board) + "/log?below=true&from=" + (last + 1)))
                        .header("Accept", "text/event-stream");
                caller.authorization().ifPresent(header -> request.header("Authorization", header));
                Duration pause = PAUSE;
                try {
                    HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
                    open.set(response.body());
                    allowed = response.statusCode() / 100 != 4;
                    pause = pause(response.headers());
                    last = response.statusCode() == 200 ? read(response.body(), last, changed) : last;
                } catch (IOException e) {
                    // The line broke, or the server restarts: it is tried again from where it was.
                    changed.run();
                }
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As long as a server without room for another stream asks for: there may be hundreds who follow. */
    static Duration pause(HttpHeaders answer) {
        return RetryAfter.read(answer, Clock.systemUTC())
                .filter(asked -> asked.compareTo(PAUSE) > 0)
                .orElse(PAUSE);
    }

    private static long read(InputStream body, long known, Runnable changed) throws IOException {
        long last = known;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ID)) {
                    last = Long.parseLong(line.substring(ID.length()));
                    changed.run();
                } else if (line.equals(BELOW)) {
                    changed.run();
                }
            }
        }
        return last;
    }
}
