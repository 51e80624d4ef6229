package io.patchboard.workflow.ir;

import io.patchboard.json.Json;
import io.patchboard.record.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A workflow as its document says it (ALAS, section 3.2).
 *
 * @param document what it was read from
 * @param graph its nodes and edges; branches and bodies are graphs within their nodes
 * @param policies by name
 * @param schemas of inputs, outputs and errors, by name
 * @param logSchemas by name
 */
public record Workflow(
        Json document,
        String name,
        Graph graph,
        Map<String, Policy> policies,
        Map<String, Json> schemas,
        Map<String, Json> logSchemas) {

    /** The policy of each node that names none. */
    public static final String DEFAULT_POLICY = "default";

    public Workflow {
        policies = Map.copyOf(policies);
        schemas = Map.copyOf(schemas);
        logSchemas = Map.copyOf(logSchemas);
    }

    /**
     * What became of a document.
     *
     * @param workflow absent if there are problems
     * @param problems all that the published schema has against it
     */
    public record Reading(Optional<Workflow> workflow, List<Problem> problems) {

        public Reading {
            problems = List.copyOf(problems);
        }
    }

    public static Reading read(Json document) {
        return WorkflowReader.read(document);
    }

    /** The node's own policy, or the default; absent if there is none. */
    public Optional<Policy> policyOf(Node node) {
        return Optional.ofNullable(policies.get(node.policyRef().orElse(DEFAULT_POLICY)));
    }

    /** The schema that a node's {@code io} means; absent where it says nothing, or names one that is not there. */
    public Optional<Json> schema(Optional<SchemaRef> ref) {
        return ref.flatMap(given -> switch (given) {
            case SchemaRef.Named named -> Optional.ofNullable(schemas.get(named.name()));
            case SchemaRef.Inline inline -> Optional.of(inline.schema());
        });
    }

    /** One of its graphs as a workflow, with the policies and schemas of all. */
    public Workflow of(Graph one) {
        return new Workflow(document, name, one, policies, schemas, logSchemas);
    }

    /** The graph of the whole and those within its nodes, outer ones first. */
    public Stream<Graph> graphs() {
        return graph.withInner();
    }

    public Stream<Node> nodes() {
        return graphs().flatMap(inner -> inner.nodes().stream());
    }

    /** The nodes that begin one of its graphs: the one that is said, or all that nothing leads to. */
    public Set<String> starts(Graph graph) {
        if (graph.start().isPresent()) {
            return new LinkedHashSet<>(List.of(graph.start().get()));
        }
        Set<String> starts = new LinkedHashSet<>();
        graph.nodes().forEach(node -> starts.add(node.id()));
        graph.edges().stream().filter(Edge::isControl).map(Edge::to).forEach(starts::remove);
        graph.nodes().stream()
                .flatMap(node -> policyOf(node).stream())
                .forEach(policy -> starts.removeAll(policy.handlers()));
        return starts;
    }
}
