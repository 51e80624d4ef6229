package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.FieldComparison;
import io.patchboard.kernel.cel.FieldRead;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.Workflow;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Every branch has a boolean guard that type-checks against what it can see (3.2, 2). */
final class GuardCheck {

    static final String INPUT = "input";
    static final String OUTPUT = "output";

    /** What states of a state machine see beside; only who evaluates what they say does. */
    private static final Set<String> OF_MACHINES = Set.of(INPUT, OUTPUT, "context", "variables");

    /** All of a guard: what the state's own rule comes to, of which nothing is known here. */
    private static final Pattern OWN_RULE = Pattern.compile("rules\\[[0-9]{1,9}\\]");

    private final Workflow workflow;
    private final Remarks remarks;

    GuardCheck(Workflow workflow, Remarks remarks) {
        this.workflow = workflow;
        this.remarks = remarks;
    }

    void run() {
        workflow.graphs().forEach(graph -> graph.edges().forEach(edge -> check(graph, edge)));
    }

    private void check(Graph graph, Edge edge) {
        boolean branch = edge.kind() == Edge.Kind.BRANCH;
        if (branch && edge.guard().isEmpty()) {
            remarks.error(
                    edge.at(),
                    "Expected a guard on the branch from \"" + edge.from() + "\" to \"" + edge.to()
                            + "\", but got none. The guard true takes what is left over.");
        } else if (!branch && edge.guard().isPresent()) {
            remarks.error(
                    edge.at().child("guard"),
                    "Expected a guard on branch edges alone, but this one is of the kind "
                            + edge.kind().name().toLowerCase(Locale.ROOT) + ".");
        } else if (branch) {
            Map<String, Json> bindings = new HashMap<>();
            Optional<Node> from = graph.node(edge.from());
            from.map(Node::input).flatMap(workflow::schema).ifPresent(schema -> bindings.put(INPUT, schema));
            from.map(Node::handsOn).flatMap(workflow::schema).ifPresent(schema -> bindings.put(OUTPUT, schema));
            check(edge.at().child("guard"), edge.guard().orElseThrow(), bindings);
        }
    }

    private void check(JsonPointer at, String guard, Map<String, Json> bindings) {
        try {
            boolean machine = JsonPlace.of(workflow.document()).into("meta").has("asl");
            if (machine && OWN_RULE.matcher(guard).matches()) {
                return;
            }
            CelExpression condition =
                    CelExpression.compileCondition(guard, machine ? OF_MACHINES : Set.of(INPUT, OUTPUT));
            for (FieldRead field : condition.fields().fields()) {
                if (types(field, bindings).filter(Set::isEmpty).isPresent()) {
                    remarks.error(
                            at,
                            "Expected a guard over what there is, but the schema of " + field.variable()
                                    + " has no place for "
                                    + field.text(field.path().size()) + ".");
                }
            }
            for (FieldComparison comparison : condition.fields().comparisons()) {
                String type = comparison.constant().typeName();
                types(comparison.field(), bindings)
                        .filter(known -> !known.isEmpty() && !known.contains(type))
                        .ifPresent(known -> remarks.error(
                                at,
                                "Expected a comparison of like with like, but "
                                        + comparison
                                                .field()
                                                .text(comparison.field().path().size()) + " is "
                                        + String.join(
                                                " or ", known.stream().sorted().toList())
                                        + " by its schema, and " + comparison.constant() + " is " + type + "."));
            }
            condition
                    .fields()
                    .result()
                    .flatMap(field -> types(field, bindings))
                    .filter(known -> !known.isEmpty() && !known.contains("boolean"))
                    .ifPresent(known -> remarks.error(
                            at,
                            "Expected a guard that is true or false, but " + guard + " is "
                                    + String.join(
                                            " or ", known.stream().sorted().toList()) + " by its schema."));
        } catch (CelCompileException e) {
            remarks.error(at, e.getMessage());
        }
    }

    private static Optional<Set<String>> types(FieldRead field, Map<String, Json> bindings) {
        Json schema = bindings.get(field.variable());
        return schema == null ? Optional.empty() : SchemaTypes.at(schema, field);
    }
}
