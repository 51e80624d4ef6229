package io.patchboard.faults.board;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/** The kernel's parts, as its Streams shell puts them together; boards share them. */
public final class Kernel {

    private final InputReader inputs = new InputReader(new RecordDecoder(InputReader.LIMITS));
    private final Decider decider = new Decider(
            Limits.DEFAULT,
            new Blueprints(),
            new InvocationIds("the fault table's own secret".getBytes(StandardCharsets.UTF_8)),
            queue -> true);

    private final Optional<JsonNode> circuit;
    private final Consumer<LogEntry> listener;

    public Kernel() {
        this(Optional.empty(), entry -> {});
    }

    private Kernel(Optional<JsonNode> circuit, Consumer<LogEntry> listener) {
        this.circuit = circuit;
        this.listener = listener;
    }

    /** One whose boards all have this circuit policy, whatever their blueprints say. */
    public static Kernel with(JsonNode circuit) {
        return new Kernel(Optional.of(circuit), entry -> {});
    }

    /** One that tells somebody each entry of its boards' logs, also of copies, each of which goes on for itself. */
    public static Kernel heardBy(Consumer<LogEntry> listener) {
        return new Kernel(Optional.empty(), listener);
    }

    JsonNode blueprint(JsonNode declared) {
        return circuit.<JsonNode>map(policy -> declared.<ObjectNode>deepCopy().set("circuit", policy))
                .orElse(declared);
    }

    InputReader inputs() {
        return inputs;
    }

    Consumer<LogEntry> listener() {
        return listener;
    }

    Decider decider() {
        return decider;
    }
}
