package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.text.Spelling;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.SchemaRef;
import io.patchboard.workflow.ir.Workflow;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Schemas are schemas, and what a node hands on is what the next one takes (3.2, 4). */
final class SchemaCheck {

    private final Workflow workflow;
    private final Remarks remarks;

    SchemaCheck(Workflow workflow, Remarks remarks) {
        this.workflow = workflow;
        this.remarks = remarks;
    }

    void run() {
        compileAll("schemas", workflow.schemas());
        compileAll("logSchemas", workflow.logSchemas());
        workflow.nodes()
                .flatMap(node -> Stream.of(node.input(), node.output(), node.error()))
                .flatMap(Optional::stream)
                .forEach(this::check);
        workflow.graphs().forEach(graph -> graph.edges().forEach(edge -> check(graph, edge)));
    }

    private void compileAll(String member, Map<String, Json> schemas) {
        schemas.forEach((name, schema) -> compile(JsonPointer.ROOT.child(member).child(name), schema));
    }

    private void check(SchemaRef ref) {
        switch (ref) {
            case SchemaRef.Inline inline -> compile(inline.at(), inline.schema());
            case SchemaRef.Named named -> {
                if (!workflow.schemas().containsKey(named.name())) {
                    remarks.error(
                            named.at(),
                            "Expected a name out of schemas, but got \"" + named.name() + "\"."
                                    + Spelling.question(
                                            named.name(), workflow.schemas().keySet()));
                }
            }
        }
    }

    private void compile(JsonPointer at, Json schema) {
        try {
            JsonSchema.compile(schema);
        } catch (SchemaCompileException e) {
            e.problems()
                    .forEach(problem -> remarks.error(JsonPointer.parse(at + problem.pointer()), problem.message()));
        }
    }

    private void check(Graph graph, Edge edge) {
        Optional<Node> from = graph.node(edge.from());
        Optional<Node> to = graph.node(edge.to());
        Optional<Json> taken = to.map(Node::input).flatMap(workflow::schema);
        if (from.isEmpty() || taken.isEmpty()) {
            return;
        }
        String question =
                "Whether what goes from \"" + edge.from() + "\" to \"" + edge.to() + "\" always fits is undecided: ";
        Optional<Json> given = workflow.schema(from.get().handsOn());
        if (given.isEmpty()) {
            remarks.undecided(edge.at(), question + "\"" + edge.from() + "\" has no schema of its output.");
            return;
        }
        switch (Subschema.compare(given.get(), taken.get())) {
            case Subschema.Holds holds -> {}
            case Subschema.Refuted refuted ->
                remarks.error(
                        edge.at(),
                        "Expected each output of \"" + edge.from() + "\" to be an input that \"" + edge.to()
                                + "\" takes, but " + refuted.example() + " is none: " + refuted.reason());
            case Subschema.Undecided undecided -> remarks.undecided(edge.at(), question + undecided.reason());
        }
    }
}
