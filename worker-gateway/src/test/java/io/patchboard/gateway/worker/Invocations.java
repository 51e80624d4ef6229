package io.patchboard.gateway.worker;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** Invocations to test with. */
public final class Invocations {

    private Invocations() {}

    /** Due in ten minutes. */
    public static Invocation invocation(String invocationId, String worker) {
        return invocation(invocationId, worker, Instant.now().plusSeconds(600), "{}");
    }

    public static Invocation invocation(String invocationId, String worker, Instant deadline, String view) {
        return new Invocation(new LogEntry(
                new LogHeader("b-1", 3, 1, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new WorkerInvoked(
                                invocationId,
                                worker,
                                "llm",
                                1,
                                deadline,
                                1,
                                new Trigger("extract", 1, Optional.of("/sources/0")),
                                "Extract.",
                                JsonReader.parse(view),
                                "0",
                                JsonReader.parse("[]"))
                        .reaching(true)));
    }

    public static byte[] bytes(Invocation invocation) {
        JsonObject json = invocation.entry().toJson();
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
