package io.patchboard.standalone.check;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Invocations to ask a worker, all made from one. */
final class Samples {

    private static final Duration DUE_IN = Duration.ofMinutes(10);
    private static final int IN_A_ROW = 5;
    private static final int LARGE_CHARS = 1_000_000;
    private static final int LONG_CHARS = 20_000;
    private static final String WIDE =
            "\u00e4\u00df \u4e16\u754c \ud83d\ude80 \u0000 \" \\ \u2028 \ud83d\udc69\u200d\ud83d\udcbb";

    private static final List<PathPattern> READABLE =
            List.of(PathPattern.parse("/question"), PathPattern.parse("/sources/*"));

    private final LogEntry entry;
    private final WorkerInvoked base;
    private final JsonObject files;
    private final Duration dueIn;

    /** Who keeps what it answered under an id would say the same of a worker that was mended since. */
    private final String run = UUID.randomUUID().toString();

    private int asked;

    /**
     * @param files of the blobs in its view, by hash, for who gets them
     * @param limit how long an answer may take
     */
    Samples(Invocation base, JsonObject files, Duration limit) {
        this.dueIn = limit.compareTo(DUE_IN) > 0 ? limit : DUE_IN;
        this.entry = base.entry();
        this.base = base.invoked();
        this.files = files;
    }

    /** A worker that extracts claims from sources, for who has no blueprint at hand. */
    static Invocation builtIn(Optional<WorkerInvoked> contract) {
        Invocation sample = new Invocation(new LogEntry(
                new LogHeader("board-1", 3, 1, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new WorkerInvoked(
                                "check",
                                "worker",
                                "default",
                                1,
                                Instant.EPOCH,
                                1,
                                new Trigger("extract", 1, Optional.of("/sources/0")),
                                "Extract claims that the source states.",
                                JsonReader.parse("""
                        {"instruction": "Extract claims that the source states.",
                         "contract": [{"op": ["add"], "path": "/claims/-"}],
                         "schema": {"/claims/-": {"type": "object", "required": ["text"]}},
                         "item": {"path": "/sources/0", "value": {"id": "s-1", "text": "Kafka keeps the log."}},
                         "state": {"/question": "What is the log for?"}}"""),
                                "0",
                                JsonReader.parse("[{\"op\":[\"add\"],\"path\":\"/claims/-\"}]"))
                        .reaching(contract.map(WorkerInvoked::egress).orElse(true))));
        return contract.map(own -> change(sample, own.worker(), own.instruction(), own.writes()))
                .orElse(sample);
    }

    /** Whether the worker of the built-in sample may read a place: where its view is from. */
    static boolean isReadable(JsonPointer place) {
        return READABLE.stream().anyMatch(pattern -> pattern.covers(place));
    }

    private static Invocation change(Invocation of, String worker, String instruction, Json writes) {
        WorkerInvoked sample = of.invoked();
        return new Invocation(new LogEntry(
                of.entry().header(),
                new WorkerInvoked(
                                sample.invocationId(),
                                worker,
                                sample.queue(),
                                1,
                                sample.deadline(),
                                sample.baseVersion(),
                                sample.trigger(),
                                instruction,
                                sample.view(),
                                sample.viewHash(),
                                writes)
                        .reaching(sample.egress())));
    }

    Sample plain() {
        return sample("answers", "a sample invocation", next(1, base.view()));
    }

    List<Sample> inARow() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < IN_A_ROW; i++) {
            samples.add(sample("in-a-row", "the same view under another id", next(1, base.view())));
        }
        return samples;
    }

    /** Each is well-formed, and asks for an answer, if only for one that says "error". */
    List<Sample> unusual() {
        Invocation twice = next(1, base.view());
        return List.of(
                sample("unknown-fields", "an invocation with a field that is new", next(1, base.view()))
                        .with("addedLater", JsonObject.of("a", Json.of(1))),
                sample("empty-view", "a view with nothing in it", next(1, JsonObject.EMPTY)),
                sample("null-item", "an item that is null", next(1, withItem(Json.nul()))),
                sample(
                        "long-text",
                        "an item of long and unusual text",
                        next(1, withItem(Json.of(WIDE.repeat(LONG_CHARS / WIDE.length()))))),
                sample("large-view", "a view of 1 MB", next(1, large())),
                sample("attempt-2", "a second attempt, with the rejection of the first", next(2, rejected())),
                sample("twice", "an invocation", twice),
                sample("twice", "the same invocation again", twice));
    }

    Sample garbage() {
        Invocation invocation = next(1, base.view());
        return new Sample("garbage", "something that is no JSON", "{\"type\":\"WorkerInvoked\",", invocation);
    }

    Sample afterGarbage() {
        return sample("garbage", "an invocation after garbage", next(1, base.view()));
    }

    private Sample sample(String check, String about, Invocation invocation) {
        Sample sample = Sample.of(check, about, invocation);
        return files.isEmpty() || BlobHandle.in(invocation.view()).isEmpty() ? sample : sample.with("blobs", files);
    }

    private JsonObject view() {
        return base.view() instanceof JsonObject view ? view : JsonObject.EMPTY;
    }

    private Json withItem(Json value) {
        JsonObject item = view().get("item").orElse(Json.nul()) instanceof JsonObject given
                ? given
                : JsonObject.of("path", Json.of("/sources/0"));
        return view().with("item", item.with("value", value));
    }

    private Json large() {
        JsonObject state = view().object("state");
        return view().with("state", state.with("/large", Json.of("x".repeat(LARGE_CHARS))));
    }

    private Json rejected() {
        return view().with("rejections", JsonArray.of(JsonReader.parse("""
                {"stage": "SCHEMA", "code": "required", "path": "/claims/*", "count": 1,
                 "message": "Expected a member text at /claims/0, but got none."}""")));
    }

    private Invocation next(long attempt, Json view) {
        asked++;
        return new Invocation(new LogEntry(
                entry.header(),
                new WorkerInvoked(
                        "check-" + run + "-" + asked,
                        base.worker(),
                        base.queue(),
                        attempt,
                        Instant.now().plus(dueIn),
                        base.baseVersion(),
                        base.trigger(),
                        base.instruction(),
                        view,
                        base.viewHash(),
                        base.writes(),
                        base.cause(),
                        base.releases(),
                        base.expanded(),
                        base.neighbourhood(),
                        base.child(),
                        base.taint(),
                        base.egress())));
    }
}
