package io.patchboard.standalone.cli.board;

import static io.patchboard.calls.HttpCaller.encoded;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome;
import io.patchboard.calls.RetryPolicy;
import io.patchboard.client.log.LogRecord;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.CliException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Boards as a running server reads them: what is asked costs what it weighs, however many others there are. */
final class ServedBoards implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int PAGE = 1_000;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final int TOO_LARGE = 507;

    private final URI server;
    private final Optional<Secret> token;
    private final HttpCaller http = new HttpCaller();
    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT
            .withMaxBytes(ContractLimits.MAX_READ_BYTES)
            .withMaxContainers(Integer.MAX_VALUE)
            .withMaxHeapBytes(Long.MAX_VALUE));

    ServedBoards(URI server, Optional<Secret> token) {
        this.server = server;
        this.token = token;
    }

    /** A board's log, of this board alone; empty if there is none. */
    List<LogRecord> log(String boardId) {
        List<LogRecord> log = new ArrayList<>();
        int limit = PAGE;
        while (true) {
            long from = log.isEmpty() ? 1 : log.get(log.size() - 1).sequence() + 1;
            Outcome.Response response = get("/v1/boards/" + encoded(boardId) + "/log?from=" + from + "&limit=" + limit);
            if (response.status() == TOO_LARGE && limit > 1) {
                limit /= 2;
            } else if (response.status() == NOT_FOUND && log.isEmpty()) {
                return List.of();
            } else if (requireSuccess(response) instanceof JsonArray part && part.size() > 0) {
                part.forEach(entry -> log.add(record((JsonObject) entry, log.size())));
            } else {
                return log;
            }
        }
    }

    /** Boards as the server lists them, at most so many. */
    List<JsonObject> list(Map<String, String> query, long most) {
        List<JsonObject> boards = new ArrayList<>();
        String asked = query.entrySet().stream()
                .map(parameter -> "&" + parameter.getKey() + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining());
        Optional<String> cursor = Optional.of("");
        while (cursor.isPresent() && boards.size() < most) {
            JsonPlace page = JsonPlace.of(requireSuccess(get("/v1/boards?limit=" + PAGE + asked + cursor.get())));
            page.items("boards").forEach(board -> boards.add((JsonObject) board.value()));
            cursor = page.text("next").map(next -> "&cursor=" + encoded(next));
        }
        return boards.subList(0, (int) Math.min(most, boards.size()));
    }

    /** The boards below one on which a person has something to decide or answer, as far as the server names them. */
    Set<String> needingPersonBelow(String boardId) {
        return JsonPlace.of(requireSuccess(get("/v1/boards/" + encoded(boardId)))).items("needsPersonBelow").stream()
                .flatMap(item -> item.text("boardId").stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static LogRecord record(JsonObject json, int place) {
        try {
            return new LogRecord("log", 0, place, LogEntry.fromJson(json), JsonWriter.compactBytes(json));
        } catch (FieldException e) {
            throw CliException.failed("Expected log entries from the server, but: " + e.getMessage());
        }
    }

    private Outcome.Response get(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path));
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret.reveal()));
        try {
            return switch (patiently(request.build())) {
                case Outcome.Response response -> response;
                case Outcome.NoResponse none ->
                    throw CliException.failed(
                            "Expected a server at " + server + " to answer, but " + none.detail() + ".");
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CliException.failed("Expected to read from " + server + ", but was interrupted.");
        }
    }

    /** A server without room for one more who reads says so, and when to ask again. */
    private Outcome patiently(HttpRequest request) throws InterruptedException {
        Deadline deadline = Deadline.in(PATIENCE);
        return RetryPolicy.DEFAULT
                .repeat(deadline, new RetryPolicy.Attempts<Outcome>() {
                    @Override
                    public Outcome attempt(int number) throws InterruptedException {
                        return http.send(request, deadline);
                    }

                    @Override
                    public Optional<RetryPolicy.Again> again(Outcome result) {
                        return result instanceof Outcome.Response response && response.status() == UNAVAILABLE
                                ? Optional.of(new RetryPolicy.Again(response.retryAfter(Clock.systemUTC())))
                                : Optional.empty();
                    }
                })
                .result();
    }

    private Json requireSuccess(Outcome.Response response) {
        Json body = Json.nul();
        try {
            body = reader.read(response.body());
        } catch (JsonSyntaxException e) {
            if (response.isSuccess()) {
                throw CliException.failed("Expected JSON from the server at " + server + ", but: " + e.getMessage());
            }
        }
        if (!response.isSuccess()) {
            throw CliException.failed(
                    "Expected the server at " + server + " to answer, but it says " + response.status() + ": "
                            + JsonPlace.of(body).text("detail").orElse("nothing more."));
        }
        return body;
    }

    @Override
    public void close() {
        http.close();
    }
}
