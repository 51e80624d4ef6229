package io.patchboard.examples.evidence;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes invocations as a kernel would. */
final class Invocations {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private final Map<String, Json> state = new LinkedHashMap<>();
    private Optional<String> path = Optional.empty();
    private Optional<Json> item = Optional.empty();
    private long attempt = 1;

    static Invocations of() {
        return new Invocations();
    }

    Invocations showing(String pointer, Json value) {
        state.put(pointer, value);
        return this;
    }

    Invocations showing(String pointer, String json) {
        return showing(pointer, JsonReader.parse(json));
    }

    Invocations faults(Fault... faults) {
        return showing(
                "/faults",
                JsonArray.ofStrings(Stream.of(faults).map(Fault::wireName).toList()));
    }

    Invocations item(String pointer, Json value) {
        path = Optional.of(pointer);
        item = Optional.of(value);
        return this;
    }

    Invocations attempt(long number) {
        attempt = number;
        return this;
    }

    Invocation build() {
        JsonObject.Builder view = JsonObject.builder();
        path.ifPresent(pointer -> view.put(
                "item",
                JsonObject.builder()
                        .put("path", pointer)
                        .putIfPresent("value", item)
                        .build()));
        view.put("state", JsonObject.copyOf(state));
        return new Invocation(new LogEntry(
                header(),
                new WorkerInvoked(
                        "inv-1",
                        "worker",
                        "default",
                        attempt,
                        TIME.plusSeconds(30),
                        1,
                        new Trigger("rule", 1, path),
                        "",
                        view.build(),
                        "",
                        Json.nul())));
    }

    private static LogHeader header() {
        return new LogHeader("b-1", 2, 1, TIME, LogHeader.GENESIS_HASH, "");
    }
}
