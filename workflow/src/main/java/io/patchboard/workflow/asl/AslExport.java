package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Findings;
import io.patchboard.workflow.translation.Imported;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes workflows as state machines (ALAS, appendix A.4). */
public final class AslExport {

    private final Workflow workflow;
    private final JsonPlace document;
    private final Findings findings = new Findings();
    private final List<Problem> carried = new ArrayList<>();
    private JsonObject extra = JsonObject.EMPTY;

    private AslExport(Workflow workflow) {
        this.workflow = workflow;
        this.document = JsonPlace.of(workflow.document());
    }

    /**
     * What became of a workflow.
     *
     * @param machine absent if anything is unsupported
     * @param unsupported what a state machine cannot say
     * @param carried what stands in the machine's comment for the way back, and means nothing to the service
     */
    public record Result(Optional<JsonObject> machine, List<Problem> unsupported, List<Problem> carried) {

        public Result {
            unsupported = List.copyOf(unsupported);
            carried = List.copyOf(carried);
        }
    }

    /** Writes a workflow that {@code workflow check} has nothing against. */
    public static Result write(Workflow workflow) {
        return new AslExport(workflow).write();
    }

    private Result write() {
        MachineExport export = new MachineExport(workflow, findings);
        JsonObject machine = export.machine();
        if (findings.unsupported().isEmpty()) {
            Imported back = AslImport.read(machine, workflow.name());
            back.errors()
                    .forEach(problem -> findings.unsupported(
                            JsonPointer.ROOT,
                            "Its state at " + problem.pointer() + " would be wrong: " + problem.message()));
            back.unsupported()
                    .forEach(problem -> findings.unsupported(
                            JsonPointer.ROOT,
                            "Its state at " + problem.pointer() + " could not be read: " + problem.message()));
            if (back.workflow()
                    .filter(plain -> !plain.equals(workflow.document()))
                    .isPresent()) {
                carry(JsonPlace.of(back.workflow().get()), export.made());
                machine = Carrier.Comment.put(machine, extra);
            }
        }
        boolean clean = findings.unsupported().isEmpty();
        return new Result(clean ? Optional.of(machine) : Optional.empty(), findings.unsupported(), carried);
    }

    private void carry(JsonPlace plain, Map<String, List<String>> made) {
        Map<String, JsonPlace> nodes = Carrier.nodes(document);
        Map<String, JsonPlace> states = Carrier.nodes(plain);
        for (String part : List.of("name", "schemas", "logSchemas")) {
            document.child(part).ifPresent(place -> extra = extra.with(part, place.value()));
        }
        if (document.into("meta").value() instanceof JsonObject meta
                && !meta.without(MachineImport.OWN).isEmpty()) {
            extra = extra.with("meta", meta.without(MachineImport.OWN));
        }
        JsonObject known = JsonObject.EMPTY;
        JsonObject fields = JsonObject.EMPTY;
        for (String id : states.keySet()) {
            known = known.with(id, Carrier.extra(nodes.get(id)));
        }
        for (Map.Entry<String, List<String>> field : made.entrySet()) {
            fields = fields.with(field.getKey(), JsonArray.ofStrings(field.getValue()));
        }
        extra = extra.with("nodes", known).with("made", fields).with("policies", policies(plain, nodes, states));
        List<Json> apart = new ArrayList<>();
        List<Json> edges = new ArrayList<>();
        List<Json> more = new ArrayList<>();
        Map<String, List<String>> guards = new HashMap<>();
        graphs(workflow.graph(), "").forEach((key, graph) -> {
            for (Node node : graph.nodes()) {
                if (!states.containsKey(node.id())) {
                    apart.add(JsonObject.of("in", Json.of(key)).with("node", at(node.at())));
                }
            }
            Map<String, Integer> onward = new HashMap<>();
            for (Edge edge : graph.edges()) {
                boolean away = !states.containsKey(edge.from()) || !states.containsKey(edge.to());
                if (away || !edge.isControl()) {
                    more.add(JsonObject.of("in", Json.of(key)).with("edge", at(edge.at())));
                } else {
                    long nth = onward.merge(edge.from(), 1, Integer::sum) - 1L;
                    JsonObject said = (JsonObject) at(edge.at());
                    if (said.has("repairable")) {
                        edges.add(said.without("guard").with("nth", Json.of(nth)));
                    }
                }
                if (made.getOrDefault(edge.from(), List.of()).contains("Choices")) {
                    edge.guard()
                            .ifPresent(guard -> guards.computeIfAbsent(edge.from(), from -> new ArrayList<>())
                                    .add(guard));
                }
            }
        });
        JsonObject conditions = JsonObject.EMPTY;
        for (Map.Entry<String, List<String>> guard : guards.entrySet()) {
            conditions = conditions.with(guard.getKey(), JsonArray.ofStrings(guard.getValue()));
        }
        extra = extra.with("guards", conditions)
                .with("apart", JsonArray.copyOf(apart))
                .with("edges", JsonArray.copyOf(edges))
                .with("more", JsonArray.copyOf(more));
    }

    private Json at(JsonPointer pointer) {
        return pointer.resolve(workflow.document()).orElseThrow();
    }

    private JsonObject policies(JsonPlace plain, Map<String, JsonPlace> nodes, Map<String, JsonPlace> states) {
        Map<String, String> refs = Carrier.refs(nodes);
        refs.keySet().retainAll(states.keySet());
        Map<String, JsonObject> said = Carrier.said(plain, refs);
        JsonObject policies = JsonObject.EMPTY;
        for (JsonPlace policy : document.into("policies").members()) {
            JsonObject base = said.getOrDefault(policy.name(), JsonObject.EMPTY);
            Json difference =
                    PolicyForm.difference(base, PolicyForm.of(policy.value())).orElse(JsonObject.EMPTY);
            policies = policies.with(policy.name(), difference);
            ((JsonObject) difference)
                    .names().stream()
                            .sorted()
                            .filter(policy::has)
                            .forEach(name -> carried.add(new Problem(
                                    policy.at().child(name).toString(),
                                    "A state has no field for all of it, so the service does not do it as it is"
                                            + " said.")));
        }
        return policies;
    }

    private static Map<String, Graph> graphs(Graph graph, String key) {
        Map<String, Graph> all = new HashMap<>(Map.of(key, graph));
        for (Node node : graph.nodes()) {
            for (int i = 0; i < node.graphs().size(); i++) {
                boolean body = node.params().has("body");
                all.putAll(graphs(node.graphs().get(i), body ? node.id() : node.id() + "/" + i));
            }
        }
        return all;
    }
}
