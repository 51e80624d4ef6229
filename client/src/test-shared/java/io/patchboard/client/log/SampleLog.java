package io.patchboard.client.log;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Event;
import io.patchboard.record.Failure;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Requested;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Topics;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the log of one board by hand: a counter that a worker sets. Sequences, versions and hashes are right. */
public final class SampleLog {

    public static final Json BLUEPRINT = JsonReader.parse("""
            {"apiVersion": "patchboard/v1", "name": "counter",
             "state": {"schema": {"type": "object"}, "initial": {"count": 0}},
             "workers": {"counter": {"instruction": "Count.", "queue": "default", "read": ["/count"],
                                     "write": [{"op": ["replace"], "path": "/count"}]}},
             "rules": [{"name": "begin", "on": {"event": "created"}, "invoke": "counter"},
                       {"name": "again", "on": {"op": ["replace"], "path": "/count"}, "invoke": "counter"}]}
            """);

    /** What a rejection repeats of a proposal that was too long for it. */
    private static final Json EXCERPT =
            JsonReader.parse("{\"bytes\":70000,\"sha256\":\"" + "ab".repeat(32) + "\",\"beginning\":\"{\"}");

    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

    /** As workers have it whose blueprint says nothing of it. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final String boardId;
    private final List<LogEntry> entries = new ArrayList<>();
    private long version;
    private Json state = Json.nul();
    private final Map<String, WorkerInvoked> invocations = new HashMap<>();

    public SampleLog(String boardId) {
        this.boardId = boardId;
    }

    /** A created board with one answered and one rejected invocation, completed: seven entries, two versions. */
    public static SampleLog completed(String boardId) {
        return new SampleLog(boardId)
                .created()
                .invoked("i-1")
                .committed("p-1", "i-1", 1)
                .invoked("i-2")
                .rejected("p-2", "i-2")
                .rejected("p-3", "")
                .ended();
    }

    public SampleLog created() {
        return createdWith(JsonReader.parse("{\"count\":0}"));
    }

    public SampleLog createdWith(Json initial) {
        return created(BLUEPRINT, initial);
    }

    /** With another blueprint. */
    public SampleLog created(Json blueprint, Json initial) {
        state = initial;
        version = 1;
        return add(new BoardCreated(
                "c-1", blueprint, CanonicalJson.sha256(blueprint), JsonObject.EMPTY, state, StateHash.of(state)));
    }

    /** With a label. */
    public SampleLog createdWithLabel(String name, String value) {
        return created(Optional.of(JsonObject.of(name, Json.of(value))), Optional.empty());
    }

    /** For an invocation of another board. */
    public SampleLog createdFor(String parentId, String invocationId) {
        return created(
                Optional.empty(),
                Optional.of(new Parent(
                        parentId,
                        invocationId,
                        "counter",
                        "/count",
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())));
    }

    /** As a fork of a counter that stood at this count after an entry. */
    public SampleLog forkOf(LogEntry last, long count) {
        Json begin = JsonObject.of("count", Json.of(count));
        ForkOrigin origin =
                new ForkOrigin(last.boardId(), last.sequence(), last.header().hash(), StateHash.of(begin));
        return created(begin, Optional.of(origin), Optional.empty(), Optional.empty());
    }

    private SampleLog created(Optional<Json> labels, Optional<Parent> parent) {
        return created(JsonReader.parse("{\"count\":0}"), Optional.empty(), labels, parent);
    }

    private SampleLog created(
            Json initial, Optional<ForkOrigin> origin, Optional<Json> labels, Optional<Parent> parent) {
        state = initial;
        version = 1;
        return add(new BoardCreated(
                new Requested("c-1", Optional.empty(), Optional.empty()),
                BLUEPRINT,
                CanonicalJson.sha256(BLUEPRINT),
                JsonObject.EMPTY,
                state,
                StateHash.of(state),
                Optional.empty(),
                labels,
                origin,
                Optional.empty(),
                parent,
                List.of()));
    }

    public SampleLog invoked(String invocationId) {
        JsonObject view = JsonObject.of("state", state);
        return add(new WorkerInvoked(
                        invocationId,
                        "counter",
                        "default",
                        1,
                        BEGIN.plusSeconds(entries.size() + 1L).plus(TIMEOUT),
                        version,
                        new Trigger("again", entries.size(), Optional.of("/count")),
                        "Count.",
                        view,
                        CanonicalJson.sha256(view),
                        JsonReader.parse("[{\"op\":[\"replace\"],\"path\":\"/count\"}]")))
                .remember(invocationId);
    }

    private SampleLog remember(String invocationId) {
        invocations.put(
                invocationId, (WorkerInvoked) entries.get(entries.size() - 1).event());
        return this;
    }

    /** @param invocationId empty for none */
    public SampleLog committed(String proposalId, String invocationId, long count) {
        state = JsonObject.of("count", Json.of(count));
        return committed(proposalId, invocationId, "/count", count);
    }

    /** A commit that cannot have happened: it replaces a value that is not there. */
    public SampleLog impossible(String proposalId) {
        return committed(proposalId, "", "/missing", 1);
    }

    private SampleLog committed(String proposalId, String invocationId, String path, long count) {
        version++;
        return add(new PatchCommitted(
                proposalId,
                "counter",
                Optional.of(invocationId).filter(id -> !id.isEmpty()),
                Optional.ofNullable(invocations.get(invocationId)).map(WorkerInvoked::trigger),
                Optional.ofNullable(invocations.get(invocationId)).map(WorkerInvoked::viewHash),
                JsonReader.parse("[{\"op\":\"replace\",\"path\":\"" + path + "\",\"value\":" + count + "}]"),
                Optional.empty(),
                StateHash.of(state)));
    }

    /** @param invocationId empty for none */
    public SampleLog rejected(String proposalId, String invocationId) {
        return add(new PatchRejected(
                Optional.of(proposalId),
                Optional.of("counter"),
                Optional.of(invocationId).filter(id -> !id.isEmpty()),
                new Rejection(
                        Stage.AUTHORIZATION,
                        "path",
                        "/patch/0/path",
                        Optional.empty(),
                        "Expected a path, but got \u001b[31mred."),
                Optional.empty(),
                Optional.empty(),
                Optional.of(EXCERPT)));
    }

    public SampleLog ended() {
        return add(new BoardCompleted(Optional.empty(), state, StateHash.of(state), List.of()));
    }

    /** The worker could not be asked. */
    public SampleLog outage(String proposalId, String invocationId, String message) {
        return add(new PatchRejected(
                Optional.of(proposalId),
                Optional.of("counter"),
                Optional.of(invocationId),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Rejection(Stage.WORKER, "worker-error", "/failure", Optional.empty(), message),
                Optional.of(BEGIN.plusSeconds(entries.size() + 60L)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(EXCERPT),
                Optional.of(Failure.of(Failure.Kind.OUTAGE, message)),
                Optional.empty()));
    }

    /** Any other entry. */
    public SampleLog add(Event event) {
        String previous = entries.isEmpty()
                ? LogHeader.GENESIS_HASH
                : entries.get(entries.size() - 1).header().hash();
        long sequence = entries.size() + 1L;
        entries.add(new LogEntry(
                        new LogHeader(boardId, sequence, version, BEGIN.plusSeconds(sequence), previous, ""), event)
                .sealed());
        return this;
    }

    public List<LogEntry> entries() {
        return entries;
    }

    /** The entries as they would be read. */
    public List<LogRecord> records() {
        return entries.stream().map(SampleLog::record).toList();
    }

    public static LogRecord record(LogEntry entry) {
        return new LogRecord(TOPICS.of(entry.event()), 0, entry.sequence(), entry, bytes(entry));
    }

    public static byte[] bytes(LogEntry entry) {
        return JsonWriter.compact(entry.toJson()).getBytes(StandardCharsets.UTF_8);
    }
}
