package io.patchboard.standalone.screen;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.Optional;

/** Entries of a board about which a story is told. */
final class SampleEntries {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    static final Trigger TRIGGER = new Trigger("extract", 2, Optional.of("/sources/0"));

    private SampleEntries() {}

    static LogHeader header(long sequence) {
        Instant time = sequence == 1 ? BEGIN : BEGIN.plusMillis(sequence * 100);
        return new LogHeader("b-1", sequence, 2, time, LogHeader.GENESIS_HASH, "");
    }

    static LogEntry created() {
        Json blueprint = JsonReader.parse("{\"name\":\"review\",\"workers\":{\"extractor\":{},\"writer\":{}}}");
        return new LogEntry(
                header(1),
                new BoardCreated(
                        "c-1",
                        blueprint,
                        "",
                        JsonReader.parse("{\"question\":\"Why?\"}"),
                        JsonObject.EMPTY,
                        new StateHash(StateHash.MERKLE, "")));
    }

    static LogEntry invoked(long sequence, String id, long attempt) {
        return new LogEntry(
                header(sequence),
                new WorkerInvoked(
                        id,
                        "extractor",
                        "default",
                        attempt,
                        BEGIN,
                        1,
                        TRIGGER,
                        "",
                        JsonObject.EMPTY,
                        "",
                        JsonArray.EMPTY));
    }

    static LogEntry rejected(long sequence, String invocation) {
        return rejected(sequence, invocation, "Expected one of draft, but got \"ok\".");
    }

    static LogEntry rejected(long sequence, String invocation, String message) {
        return new LogEntry(
                header(sequence),
                new PatchRejected(
                        Optional.of("p-1"),
                        Optional.of("extractor"),
                        Optional.of(invocation),
                        new Rejection(
                                Stage.SCHEMA, "enum", "/claims/0/status", Optional.of("/properties/claims"), message),
                        Optional.of(header(sequence).time().plusSeconds(1)),
                        Optional.empty(),
                        Optional.empty()));
    }

    static LogEntry away(long sequence, String invocation) {
        return new LogEntry(
                header(sequence),
                new PatchRejected(
                        Optional.of("p-1"),
                        Optional.of("extractor"),
                        Optional.of(invocation),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        new Rejection(Stage.WORKER, "worker-error", "/failure", Optional.empty(), "HTTP 503"),
                        Optional.of(header(sequence).time().plusSeconds(1)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Failure.of(Failure.Kind.OUTAGE, "HTTP 503")),
                        Optional.empty()));
    }

    static LogEntry committed(long sequence, String invocation) {
        return committed(
                sequence,
                invocation,
                "[{\"op\":\"add\",\"path\":\"/claims/0\",\"value\":{\"subject\":\"Ed Wood\"}},"
                        + "{\"op\":\"remove\",\"path\":\"/drafts/1\"}]");
    }

    static LogEntry committed(long sequence, String invocation, String patch) {
        return new LogEntry(
                header(sequence),
                new PatchCommitted(
                        "p-" + sequence,
                        "extractor",
                        Optional.of(invocation),
                        Optional.of(TRIGGER),
                        Optional.of(""),
                        JsonReader.parse(patch),
                        Optional.empty(),
                        new StateHash(StateHash.MERKLE, "")));
    }
}
