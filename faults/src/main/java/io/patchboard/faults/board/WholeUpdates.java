package io.patchboard.faults.board;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Predicate;

/**
 * A structured blackboard in its mildest sensible reading, as far as updates go: one is done as a whole or not at all,
 * and only if the state that it leads to keeps the whole schema.
 */
public final class WholeUpdates implements Blackboard {

    private final Predicate<JsonNode> schema;
    private StructuredBlackboard control;

    /** @param schema whether a state keeps the whole schema, patterns, bounds and unknown members included */
    public WholeUpdates(StructuredBlackboard control, Predicate<JsonNode> schema) {
        this.control = control;
        this.schema = schema;
    }

    @Override
    public void deliver(byte[] record) {
        StructuredBlackboard tried = control.copy();
        if (tried.take(record) && schema.test(tried.state())) {
            control = tried;
        }
    }

    @Override
    public byte[] stored() {
        return control.stored();
    }
}
