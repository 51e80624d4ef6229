package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What depends on what in a DAG that {@link DagForm} wrote, as edges and catches. */
final class OwnEdges {

    private static final Pattern NEED =
            Pattern.compile("\\s*([a-zA-Z0-9][-a-zA-Z0-9]*)\\.(Succeeded|Failed|Errored)\\s*");

    private final List<JsonPlace> nodes = new ArrayList<>();
    private final Map<String, JsonPlace> gates = new LinkedHashMap<>();
    private final JsonPlace kept;
    private final Findings findings;
    private final List<JsonObject> edges = new ArrayList<>();
    private final Map<String, Set<String>> handlers = new LinkedHashMap<>();
    private final Set<String> later = new LinkedHashSet<>();

    /** @param kept the note of the DAG's template */
    OwnEdges(List<JsonPlace> tasks, JsonPlace kept, Findings findings) {
        this.kept = kept;
        this.findings = findings;
        for (JsonPlace task : tasks) {
            if (task.text("template").filter(DagForm.GATE::equals).isPresent()) {
                gates.put(task.text("name").orElse("?"), task);
            } else {
                nodes.add(task);
            }
        }
        Map<String, String> guards = guards();
        Map<String, String> targets = new LinkedHashMap<>();
        for (JsonPlace node : nodes) {
            String id = node.text("name").orElse("?");
            for (Matcher need : needs(node)) {
                later.add(id);
                String from = need.group(1);
                if (!need.group(2).equals("Succeeded")) {
                    handlers.computeIfAbsent(from, any -> new LinkedHashSet<>()).add(id);
                } else if (gates.containsKey(from)) {
                    targets.put(from, id);
                } else {
                    edges.add(edge(from, id, "sequence"));
                }
            }
        }
        gates.forEach((name, gate) -> {
            for (Matcher need : needs(gate)) {
                if (targets.containsKey(name)) {
                    edges.add(
                            edge(need.group(1), targets.get(name), "branch").with("guard", Json.of(guards.get(name))));
                }
            }
        });
    }

    /** The tasks that are nodes. */
    List<JsonPlace> nodes() {
        return nodes;
    }

    /** The one that waits for none, if that is one. */
    Optional<String> start() {
        List<String> first = nodes.stream()
                .flatMap(node -> node.text("name").stream())
                .filter(id -> !later.contains(id))
                .toList();
        return first.size() == 1 ? Optional.of(first.get(0)) : Optional.empty();
    }

    /** Where the errors of a node lead. */
    Set<String> handlers(String id) {
        return handlers.getOrDefault(id, Set.of());
    }

    /** With what only the note has: what may be repaired, and edges for data and to what is done apart. */
    List<JsonObject> all() {
        List<JsonPlace> unused = new ArrayList<>(kept.items("edges"));
        List<JsonObject> all = new ArrayList<>();
        for (JsonObject edge : edges) {
            Optional<JsonPlace> same =
                    unused.stream().filter(other -> isSame(edge, other)).findFirst();
            same.ifPresent(unused::remove);
            Optional<Json> repairable =
                    same.flatMap(other -> other.child("repairable")).map(JsonPlace::value);
            all.add(repairable.map(value -> edge.with("repairable", value)).orElse(edge));
        }
        Set<String> here = new LinkedHashSet<>();
        nodes.forEach(node -> node.text("name").ifPresent(here::add));
        unused.stream()
                .filter(edge -> edge.text("kind").filter("data"::equals).isPresent()
                        || !here.contains(edge.text("from").orElse(""))
                        || !here.contains(edge.text("to").orElse("")))
                .forEach(edge -> all.add((JsonObject) edge.value()));
        return all;
    }

    private static boolean isSame(JsonObject edge, JsonPlace other) {
        return List.of("from", "to", "kind").stream()
                .allMatch(name -> other.child(name).map(JsonPlace::value).equals(edge.get(name)));
    }

    private static JsonObject edge(String from, String to, String kind) {
        return JsonObject.of("from", Json.of(from)).with("to", Json.of(to)).with("kind", Json.of(kind));
    }

    private List<Matcher> needs(JsonPlace task) {
        List<Matcher> needs = new ArrayList<>();
        for (String text : task.text("depends").map(all -> all.split("\\|\\|")).orElse(new String[0])) {
            Matcher need = NEED.matcher(text);
            if (need.matches()) {
                needs.add(need);
            } else {
                findings.unsupported(
                        task.into("depends").at(),
                        "Expected tasks of which one has succeeded or failed, but got \"" + text.strip() + "\".");
            }
        }
        return needs;
    }

    /** The guard of each gate: as it was, where all of its node's gates say still what they said. */
    private Map<String, String> guards() {
        Map<String, List<String>> byNode = new LinkedHashMap<>();
        gates.forEach((name, gate) -> needs(gate)
                .forEach(need -> byNode.computeIfAbsent(need.group(1), any -> new ArrayList<>())
                        .add(name)));
        Map<String, String> guards = new LinkedHashMap<>();
        byNode.forEach((node, names) -> {
            List<String> said = kept.items("edges").stream()
                    .filter(edge -> edge.text("kind").filter("branch"::equals).isPresent()
                            && edge.text("from").filter(node::equals).isPresent())
                    .map(edge -> edge.text("guard").orElse("true"))
                    .toList();
            List<String> now =
                    names.stream().map(name -> condition(gates.get(name))).toList();
            boolean same = GuardText.branches(said).filter(now::equals).isPresent();
            for (int i = 0; i < names.size(); i++) {
                guards.put(names.get(i), same ? said.get(i) : cel(gates.get(names.get(i)), now.get(i)));
            }
        });
        return guards;
    }

    private static String condition(JsonPlace gate) {
        return gate.text("when").flatMap(GuardText::unbound).orElse("");
    }

    private String cel(JsonPlace gate, String condition) {
        Optional<String> guard = GuardText.cel(condition);
        if (guard.isEmpty()) {
            findings.unsupported(
                    gate.into("when").at(),
                    "Expected a condition over input, as it was written here, but got "
                            + gate.into("when").value() + ".");
        }
        return guard.orElse("false");
    }
}
