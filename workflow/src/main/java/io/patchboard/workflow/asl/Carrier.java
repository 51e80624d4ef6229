package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a workflow says and a state machine cannot: it travels in the machine's comment, and is put back on the way in.
 * What the machine says itself is never taken from there.
 */
final class Carrier {

    private static final String POLICY_REF = "policyRef";
    private static final String DEFAULT = "default";

    private Carrier() {}

    /** A machine and what was in its comment. */
    record Comment(Json machine, Optional<JsonPlace> carried) {

        private static final String MARK = "patchboard: ";
        private static final String FIELD = "Comment";

        static Comment of(Json document) {
            String text = JsonPlace.of(document).text(FIELD).orElse("");
            int at = text.startsWith(MARK) ? 0 : text.indexOf("\n" + MARK) + 1;
            if (!text.startsWith(MARK, at)) {
                return new Comment(document, Optional.empty());
            }
            try {
                Json carried = new JsonReader(JsonLimits.DEFAULT).read(text.substring(at + MARK.length()));
                JsonObject machine = ((JsonObject) document).without(FIELD);
                return new Comment(
                        at == 0 ? machine : machine.with(FIELD, Json.of(text.substring(0, at - 1))),
                        Optional.of(JsonPlace.of(carried)));
            } catch (JsonSyntaxException e) {
                return new Comment(document, Optional.empty());
            }
        }

        static JsonObject put(JsonObject machine, JsonObject carried) {
            String text = machine.get(FIELD)
                    .map(own -> ((JsonString) own).value() + "\n")
                    .orElse("");
            return machine.with(FIELD, Json.of(text + MARK + carried));
        }
    }

    /** The nodes of a graph and those within them, by id. */
    static Map<String, JsonPlace> nodes(JsonPlace graph) {
        Map<String, JsonPlace> all = new TreeMap<>();
        for (JsonPlace node : graph.items("nodes")) {
            all.put(node.text("id").orElseThrow(), node);
            inner(node).forEach(inner -> all.putAll(nodes(inner)));
        }
        return all;
    }

    private static Stream<JsonPlace> inner(JsonPlace node) {
        JsonPlace params = node.into("params");
        return Stream.concat(params.items("branches").stream(), params.child("body").stream());
    }

    /**
     * What the state of each policy's nodes says together.
     *
     * @param refs the policy of each node
     */
    static Map<String, JsonObject> said(JsonPlace plain, Map<String, String> refs) {
        Map<String, JsonObject> said = new HashMap<>();
        nodes(plain).forEach((id, node) -> {
            String own = node.text(POLICY_REF).orElse(DEFAULT);
            Json policy = plain.into("policies").into(own).value();
            boolean task = node.text("type").filter("task"::equals).isPresent();
            if (refs.containsKey(id) && policy instanceof JsonObject members) {
                said.merge(refs.get(id), task ? members : members.without("timeout"), (before, more) -> {
                    JsonObject.Builder both = JsonObject.builder().putAll(before);
                    more.names().stream()
                            .filter(name -> !before.has(name))
                            .forEach(name -> both.put(name, more.get(name).orElseThrow()));
                    return both.build();
                });
            }
        });
        return said;
    }

    static Map<String, String> refs(Map<String, JsonPlace> nodes) {
        Map<String, String> refs = new HashMap<>();
        nodes.forEach((id, node) -> refs.put(id, node.text(POLICY_REF).orElse(DEFAULT)));
        return refs;
    }

    /** A workflow as its machine alone has it, with what was carried. */
    static JsonObject apply(JsonObject plain, JsonPlace carried) {
        JsonPlace before = JsonPlace.of(plain);
        Map<String, JsonPlace> known = new HashMap<>();
        carried.into("nodes").members().forEach(node -> known.put(node.name(), node));
        Map<String, JsonObject> said = said(before, refs(known));
        JsonObject policies = JsonObject.EMPTY;
        for (Map.Entry<String, JsonPlace> node : nodes(before).entrySet()) {
            String ref = node.getValue().text(POLICY_REF).orElse(DEFAULT);
            if (!known.containsKey(node.getKey())) {
                policies = policies.with(ref, before.into("policies").into(ref).value());
            }
        }
        for (JsonPlace policy : carried.into("policies").members()) {
            Json base = said.getOrDefault(policy.name(), JsonObject.EMPTY);
            policies = policies.with(policy.name(), PolicyForm.merge(base, policy.value()));
        }
        JsonObject meta = carried.into("meta").value() instanceof JsonObject given ? given : JsonObject.EMPTY;
        Json own = before.into("meta").into(MachineImport.OWN).value();
        meta = own.equals(JsonObject.EMPTY) ? meta : meta.with(MachineImport.OWN, own);
        JsonObject workflow = graph(before, "", carried, known)
                .with("name", carried.child("name").orElse(before.into("name")).value());
        for (String part : List.of("schemas", "logSchemas")) {
            if (carried.has(part)) {
                workflow = workflow.with(part, carried.into(part).value());
            }
        }
        workflow = policies.isEmpty() ? workflow : workflow.with("policies", policies);
        return meta.isEmpty() ? workflow : workflow.with("meta", meta);
    }

    private static JsonObject graph(JsonPlace graph, String key, JsonPlace carried, Map<String, JsonPlace> known) {
        List<Json> nodes = new ArrayList<>();
        Map<String, Integer> branches = new HashMap<>();
        graph.items("nodes").forEach(node -> nodes.add(node(node, carried, known)));
        carried.items("apart").stream()
                .filter(apart -> apart.text("in").filter(key::equals).isPresent())
                .forEach(apart -> nodes.add(apart.into("node").value()));
        Map<String, JsonPlace> states = nodes(graph);
        List<Json> edges = new ArrayList<>();
        for (JsonPlace edge : graph.items("edges")) {
            String from = edge.text("from").orElseThrow();
            int index = branches.merge(from, 1, Integer::sum) - 1;
            JsonObject one = (JsonObject) edge.value();
            Optional<Json> guard = guard(states.get(from), index, carried);
            one = guard.isPresent() ? one.with("guard", guard.get()) : one;
            for (JsonPlace extra : carried.items("edges")) {
                boolean same = extra.integer("nth").filter(nth -> nth == index).isPresent();
                if (same
                        && Stream.of("from", "to", "kind")
                                .allMatch(name -> extra.into(name)
                                        .value()
                                        .equals(edge.into(name).value()))) {
                    one = one.with("repairable", extra.into("repairable").value());
                }
            }
            edges.add(one);
        }
        carried.items("more").stream()
                .filter(edge -> edge.text("in").filter(key::equals).isPresent())
                .forEach(edge -> edges.add(edge.into("edge").value()));
        return JsonObject.builder()
                .put("start", graph.into("start").value())
                .put("nodes", JsonArray.copyOf(nodes))
                .put("edges", JsonArray.copyOf(edges))
                .build();
    }

    /** The guard as it was, if it is what the state's condition was made of. */
    private static Optional<Json> guard(JsonPlace state, int index, JsonPlace carried) {
        List<JsonPlace> all = carried.into("guards").items(state.text("id").orElseThrow());
        List<JsonPlace> rules = state.into("params").into(MachineImport.OWN).items("Choices");
        if (index >= all.size() || index >= rules.size()) {
            return Optional.empty();
        }
        return all.get(index)
                .text()
                .flatMap(text -> Condition.parse(text, Dialect.CEL))
                .map(parsed -> "{% " + parsed.text(Dialect.JSONATA) + " %}")
                .filter(text ->
                        rules.get(index).text("Condition").filter(text::equals).isPresent())
                .map(text -> all.get(index).value());
    }

    private static JsonObject node(JsonPlace node, JsonPlace carried, Map<String, JsonPlace> known) {
        String id = node.text("id").orElseThrow();
        JsonObject params = node.into("params").value() instanceof JsonObject given ? given : JsonObject.EMPTY;
        JsonObject own = node.into("params").into(MachineImport.OWN).value() instanceof JsonObject given
                ? given
                : JsonObject.EMPTY;
        for (JsonPlace made : carried.into("made").items(id)) {
            own = own.without(made.text().orElse(""));
        }
        params = params.without(MachineImport.OWN);
        JsonPlace inner = JsonPlace.of(params);
        if (params.has("body")) {
            params = params.with("body", graph(inner.into("body"), id, carried, known));
        }
        if (params.has("branches")) {
            List<Json> branches = new ArrayList<>();
            for (JsonPlace branch : inner.items("branches")) {
                branches.add(graph(branch, id + "/" + branches.size(), carried, known));
            }
            params = params.with("branches", JsonArray.copyOf(branches));
        }
        params = own.isEmpty() ? params : params.with(MachineImport.OWN, own);
        JsonObject extra = known.containsKey(id) ? (JsonObject) known.get(id).value() : JsonObject.EMPTY;
        Json more = extra.get("params").orElse(JsonObject.EMPTY);
        params = JsonObject.builder().putAll(params).putAll((JsonObject) more).build();
        JsonObject whole = ((JsonObject) node.value()).without("params");
        whole = known.containsKey(id) ? whole.without(POLICY_REF) : whole;
        whole = JsonObject.builder()
                .putAll(whole)
                .putAll(extra.without("params"))
                .build();
        return params.isEmpty() ? whole : whole.with("params", params);
    }

    /** Members of a node that a state has no field for. */
    static JsonObject extra(JsonPlace node) {
        JsonObject extra = (JsonObject) node.value();
        for (String said : Set.of("id", "type", "params")) {
            extra = extra.without(said);
        }
        JsonObject params = node.into("params").value() instanceof JsonObject given ? given : JsonObject.EMPTY;
        for (String said : Set.of("branches", "body", MachineImport.OWN)) {
            params = params.without(said);
        }
        return params.isEmpty() ? extra : extra.with("params", params);
    }
}
