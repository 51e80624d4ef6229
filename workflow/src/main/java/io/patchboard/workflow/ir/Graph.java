package io.patchboard.workflow.ir;

import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Nodes and the edges between them: a whole workflow, a branch of a parallel, or the body of a map.
 *
 * @param at where it stands in the document
 * @param start the node that begins, where that is said
 */
public record Graph(JsonPointer at, List<Node> nodes, List<Edge> edges, Optional<String> start) {

    public Graph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    public Optional<Node> node(String id) {
        return nodes.stream().filter(node -> node.id().equals(id)).findFirst();
    }

    /** This graph and those within its nodes, outer ones first. */
    public Stream<Graph> withInner() {
        return Stream.concat(
                Stream.of(this),
                nodes.stream().flatMap(node -> node.graphs().stream().flatMap(Graph::withInner)));
    }
}
