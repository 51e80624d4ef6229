package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Writes an invocation as a kernel would, for unit tests of workers.
 *
 * <pre>{@code
 * Answer answer = worker.work(SampleInvocation.of("extractor")
 *         .item("/sources/0", "{\"text\": \"...\"}")
 *         .showing("/question", "\"Why?\"")
 *         .build());
 * }</pre>
 */
public final class SampleInvocation {

    private static final Duration DUE_IN = Duration.ofMinutes(10);

    private final String worker;
    private String id = "invocation-1";
    private String board = "board-1";
    private JsonObject view = JsonObject.EMPTY;
    private JsonObject state = JsonObject.EMPTY;
    private Optional<String> path = Optional.empty();
    private long attempt = 1;
    private Optional<String> action = Optional.empty();

    private SampleInvocation(String worker) {
        this.worker = worker;
    }

    public static SampleInvocation of(String worker) {
        return new SampleInvocation(worker);
    }

    public SampleInvocation id(String invocationId) {
        id = invocationId;
        return this;
    }

    public SampleInvocation board(String boardId) {
        board = boardId;
        return this;
    }

    /** The item that the rule matched, as JSON text. */
    public SampleInvocation item(String pointer, String json) {
        path = Optional.of(pointer);
        return viewMember("item", JsonObject.of("path", Json.of(pointer)).with("value", JsonReader.parse(json)));
    }

    /** A value that the view shows beside the item, as JSON text. */
    public SampleInvocation showing(String pointer, String json) {
        state = state.with(pointer, JsonReader.parse(json));
        return this;
    }

    /** A member of the view itself: {@code rejections}, {@code summaries}, and so on. */
    public SampleInvocation viewMember(String name, Json value) {
        view = view.with(name, value);
        return this;
    }

    public SampleInvocation attempt(long number) {
        attempt = number;
        return this;
    }

    /** An attempt at an action with this key. */
    public SampleInvocation action(String key) {
        action = Optional.of(key);
        return this;
    }

    /** Due in ten minutes. */
    public Invocation build() {
        return new Invocation(new LogEntry(
                new LogHeader(board, 2, 1, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new WorkerInvoked(
                        id,
                        worker,
                        "default",
                        attempt,
                        Instant.now().plus(DUE_IN).truncatedTo(ChronoUnit.MILLIS),
                        1,
                        new Trigger("rule", 1, path).withAction(action),
                        "",
                        view.with("state", state),
                        "",
                        JsonArray.EMPTY)));
    }
}
