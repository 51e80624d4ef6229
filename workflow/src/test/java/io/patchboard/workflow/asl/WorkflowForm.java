package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Workflows in one form, so that those that mean the same are equal: the order of nodes, and of edges of two nodes,
 * says nothing.
 */
public final class WorkflowForm {

    private WorkflowForm() {}

    public static JsonObject of(Json document) {
        Workflow workflow = Workflow.read(document).workflow().orElseThrow();
        JsonObject policies = JsonObject.EMPTY;
        for (JsonPlace policy : JsonPlace.of(document).into("policies").members()) {
            policies = policies.with(policy.name(), PolicyForm.of(policy.value()));
        }
        return JsonObject.builder()
                .putAll((JsonObject) document)
                .putAll(graph(workflow.graph(), workflow))
                .put("policies", policies)
                .build();
    }

    private static JsonObject graph(Graph graph, Workflow workflow) {
        Json document = workflow.document();
        List<Json> nodes = new ArrayList<>();
        graph.nodes().stream().sorted(Comparator.comparing(node -> node.id())).forEach(node -> {
            JsonObject json = (JsonObject) node.at().resolve(document).orElseThrow();
            JsonObject params = node.params();
            if (params.has("body")) {
                params = params.with("body", graph(node.graphs().get(0), workflow));
            } else if (params.has("branches")) {
                params = params.with(
                        "branches",
                        JsonArray.copyOf(node.graphs().stream()
                                .map(inner -> graph(inner, workflow))
                                .toList()));
            }
            nodes.add(params.isEmpty() ? json : json.with("params", params));
        });
        return JsonObject.builder()
                .putAll((JsonObject) graph.at().resolve(document).orElseThrow())
                .put("start", MachineExport.start(graph, workflow).orElseThrow())
                .put("nodes", JsonArray.copyOf(nodes))
                .put(
                        "edges",
                        JsonArray.copyOf(graph.edges().stream()
                                .sorted(Comparator.comparing(edge -> edge.from() + edge.kind()))
                                .map(edge -> edge.at().resolve(document).orElseThrow())
                                .toList()))
                .build();
    }
}
