package io.patchboard.workflow.ir;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Optional;

/**
 * A node.
 *
 * @param at where it stands in the document
 * @param id unique in the whole workflow
 * @param name for people
 * @param params as the document has them, branches and body included
 * @param graphs the branches of a parallel, the body of a map
 * @param requires CEL over {@code input}: what holds of whatever it is given
 * @param ensures CEL over {@code input} and {@code output}: what holds of whatever it makes of that
 * @param policyRef absent: the default policy
 */
public record Node(
        JsonPointer at,
        String id,
        NodeType type,
        String name,
        Role role,
        List<String> capabilities,
        JsonObject params,
        List<Graph> graphs,
        Optional<SchemaRef> input,
        Optional<SchemaRef> output,
        Optional<SchemaRef> error,
        Effect effect,
        Optional<String> requires,
        Optional<String> ensures,
        Optional<String> policyRef,
        Optional<String> logSchemaRef) {

    public Node {
        capabilities = List.copyOf(capabilities);
        graphs = List.copyOf(graphs);
    }

    /** What its output is if it declares none: types that only decide where to go hand on their input. */
    public Optional<SchemaRef> handsOn() {
        boolean unchanged = type == NodeType.CHOICE || type == NodeType.WAIT || type == NodeType.SUCCEED;
        return output.isEmpty() && unchanged ? input : output;
    }
}
