package io.patchboard.workflow.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.record.Cause;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A board's log in the words of ALAS. */
final class AlasLogTest {

    private static final Trigger TRIGGER = new Trigger("mend", 1, Optional.of("/plan"));

    private final AlasLog log = new AlasLog();
    private final List<JsonObject> written = new ArrayList<>();
    private long sequence;

    private String next(Event event) {
        LogHeader header = new LogHeader("b-1", ++sequence, 1, Instant.EPOCH, LogHeader.GENESIS_HASH, "");
        LogEntry entry = new LogEntry(header, event).sealed();
        JsonObject as = log.next(entry);
        assertThat(as.get("payload")).contains(entry.toJson());
        written.add(as);
        return ((JsonString) as.get("eventType").orElseThrow()).value();
    }

    private static WorkerInvoked invoked(String id, Optional<Cause> cause, Optional<Neighbourhood> near) {
        return new WorkerInvoked(
                id,
                "repair",
                "default",
                1,
                Instant.EPOCH,
                1,
                TRIGGER,
                "",
                JsonObject.EMPTY,
                "",
                JsonArray.EMPTY,
                cause,
                List.of(),
                List.of(),
                near,
                Optional.empty(),
                Set.of(),
                false);
    }

    private static PatchCommitted committed(String invocation) {
        return new PatchCommitted(
                "p-" + invocation,
                "repair",
                Optional.of(invocation),
                Optional.of(TRIGGER),
                Optional.empty(),
                JsonArray.EMPTY,
                Optional.empty(),
                StateHash.of(JsonObject.EMPTY));
    }

    @Test
    void commitOfARepair_isOne_andAnotherIsNot() {
        Optional<Neighbourhood> near = Optional.of(new Neighbourhood(1, List.of("/plan")));
        Optional<Cause> retried = Optional.of(new Cause(Cause.Action.RETRY, 2));
        Optional<Cause> repaired = Optional.of(new Cause(Cause.Action.REPAIR, 2));

        assertThat(next(invoked("i-1", Optional.empty(), Optional.empty()))).isEqualTo("Invoke");
        assertThat(next(committed("i-1"))).isEqualTo("Complete");
        assertThat(next(invoked("i-2", retried, near))).isEqualTo("Retry");
        assertThat(next(committed("i-2"))).isEqualTo("RepairApply");
        assertThat(next(invoked("i-3", repaired, Optional.empty()))).isEqualTo("Repair");
        assertThat(next(committed("i-3"))).isEqualTo("RepairApply");
        assertThat(written).allSatisfy(entry -> {
            assertThat(entry.get("nodeId")).contains(Json.of("repair"));
            assertThat(entry.get("correlationId").orElseThrow().toString()).contains("i-");
        });
    }

    @ParameterizedTest
    @EnumSource(Stage.class)
    void rejection_isWhatItsStageSays(Stage stage) {
        String type = next(new PatchRejected(
                Optional.of("p"),
                Optional.of("repair"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Rejection(stage, "code", "", Optional.empty(), "Expected something else."),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));

        assertThat(type)
                .isEqualTo(
                        switch (stage) {
                            case TIMEOUT -> "Timeout";
                            case WORKER -> "Error";
                            case APPROVAL -> "Refuse";
                            default -> "ValidateFail";
                        });
    }

    @Test
    void entries_areOfTheSchemaOfWorkflows() throws Exception {
        next(invoked("i-1", Optional.empty(), Optional.empty()));
        next(committed("i-1"));
        JsonObject schema;
        try (var in = AlasLog.class.getResourceAsStream("/workflow.schema.json")) {
            schema = (JsonObject) JsonReader.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        JsonSchema entry = JsonSchema.compile(JsonObject.of("$ref", Json.of("#/$defs/logEntry"))
                .with("$defs", schema.get("$defs").orElseThrow()));

        assertThat(written)
                .allSatisfy(as -> assertThat(entry.validateAll(as, 10)).isEmpty());
    }
}
