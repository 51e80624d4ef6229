package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A machine, and those within its states, as graphs. */
final class MachineImport {

    static final String OWN = "asl";
    private static final String STATES = "States";
    private static final String START = "StartAt";
    private static final int LONGEST_NAME = 80;
    private static final String DEFAULT = "default";
    private static final JsonObject DEFAULT_POLICY = JsonObject.of(
            "timeout",
            JsonObject.builder().put("seconds", AslImport.DEFAULT_TIMEOUT).build());

    private final Findings findings;
    private final Map<String, JsonObject> policies = new TreeMap<>();
    private final Set<String> names = new HashSet<>();

    MachineImport(Findings findings) {
        this.findings = findings;
    }

    JsonObject workflow(JsonPlace machine, String name) {
        for (JsonPlace field : machine.members()) {
            if (!Set.of(STATES, START, "Comment", "Version", "TimeoutSeconds", "QueryLanguage")
                    .contains(field.name())) {
                findings.error(field, "Expected a field of a state machine, but got " + field.name() + ".");
            }
        }
        policies.put(DEFAULT, DEFAULT_POLICY);
        JsonObject graph = graph(machine, language(machine, false));
        JsonObject rest = rest(machine);
        return JsonObject.builder()
                .put("name", name)
                .putAll(graph)
                .put("policies", JsonObject.copyOf(policies))
                .put("meta", JsonObject.of(OWN, rest))
                .build();
    }

    /** What a machine says beside its states. */
    private static JsonObject rest(JsonPlace machine) {
        return machine.value() instanceof JsonObject object
                ? object.without(STATES).without(START)
                : JsonObject.EMPTY;
    }

    private boolean language(JsonPlace place, boolean outer) {
        if (!place.has("QueryLanguage")) {
            return outer;
        }
        String word = place.text("QueryLanguage").orElse("");
        if (!word.equals("JSONata") && !word.equals("JSONPath") || outer && !word.equals("JSONata")) {
            findings.error(
                    place.into("QueryLanguage"),
                    "Expected " + (outer ? "JSONata, which is what stands around it" : "JSONata or JSONPath")
                            + ", but got " + place.into("QueryLanguage").value() + ".");
        }
        return word.equals("JSONata");
    }

    private JsonObject graph(JsonPlace machine, boolean jsonata) {
        JsonPlace states = machine.into(STATES);
        if (states.members().isEmpty()) {
            findings.error(states, "Expected at least one state, but got none.");
        }
        target(machine.into(START), states);
        if (states.members().stream()
                .noneMatch(state ->
                        state.has("End") || state.text("Type").orElse("").matches("Succeed|Fail"))) {
            findings.error(states, "Expected a state that ends the machine, but got none.");
        }
        List<Json> nodes = new ArrayList<>();
        List<Json> edges = new ArrayList<>();
        for (JsonPlace state : states.members()) {
            if (!names.add(state.name())) {
                findings.error(state, "Expected a name that no other state of the machine has, but there is another.");
            }
            if (state.name().length() > LONGEST_NAME || state.name().isEmpty()) {
                findings.error(state, "Expected a name of 1 to " + LONGEST_NAME + " characters, but got another.");
            }
            String type = state.text("Type").orElse("");
            if (!StateFields.types().contains(type)) {
                findings.error(
                        state.into("Type"),
                        "Expected a type of "
                                + String.join(
                                        ", ",
                                        StateFields.types().stream().sorted().toList()) + ", but got "
                                + state.into("Type").value() + ".");
                continue;
            }
            boolean own = language(state, jsonata);
            new StateCheck(state, type, own, findings).run();
            edges(state, states, own, edges);
            nodes.add(node(state, states, type, own));
        }
        return JsonObject.builder()
                .put("start", machine.text(START).orElse("?"))
                .put("nodes", JsonArray.copyOf(nodes))
                .put("edges", JsonArray.copyOf(edges))
                .build();
    }

    private void target(JsonPlace name, JsonPlace states) {
        if (name.text().filter(states::has).isEmpty()) {
            findings.error(name, "Expected the name of a state beside it, but got " + name.value() + ".");
        }
    }

    private void edges(JsonPlace state, JsonPlace states, boolean jsonata, List<Json> edges) {
        state.child("Next").ifPresent(next -> {
            target(next, states);
            edges.add(edge(state, next, "sequence").build());
        });
        RuleGuards guards = new RuleGuards(findings);
        List<JsonPlace> rules = state.items("Choices");
        for (int i = 0; i < rules.size(); i++) {
            JsonPlace rule = rules.get(i);
            target(rule.into("Next"), states);
            guards.guard(rule, i, jsonata)
                    .ifPresent(guard -> edges.add(edge(state, rule.into("Next"), "branch")
                            .put("guard", guard)
                            .build()));
        }
        state.child("Default").ifPresent(next -> {
            target(next, states);
            edges.add(edge(state, next, "branch").put("guard", "true").build());
        });
    }

    private static JsonObject.Builder edge(JsonPlace from, JsonPlace to, String kind) {
        return JsonObject.builder()
                .put("from", from.name())
                .put("to", to.text().orElse("?"))
                .put("kind", kind);
    }

    private JsonObject node(JsonPlace state, JsonPlace states, String type, boolean jsonata) {
        String id = state.name();
        JsonObject policy = policy(state, states, type);
        if (!policy.equals(DEFAULT_POLICY)) {
            policies.put(policyName(id), policy);
        }
        JsonObject.Builder params = JsonObject.builder();
        JsonObject own = (JsonObject) state.value();
        for (String said : List.of("Type", "Next", "End", "Default")) {
            own = own.without(said);
        }
        List<Json> branches = new ArrayList<>();
        List<Json> others = new ArrayList<>();
        for (JsonPlace branch : state.items("Branches")) {
            branches.add(graph(branch, jsonata));
            others.add(rest(branch));
        }
        if (!branches.isEmpty()) {
            params.put("branches", JsonArray.copyOf(branches));
            own = others.stream().allMatch(JsonObject.EMPTY::equals)
                    ? own.without("Branches")
                    : own.with("Branches", JsonArray.copyOf(others));
        }
        for (String name : List.of("ItemProcessor", "Iterator")) {
            if (state.has(name)) {
                params.put("body", graph(state.into(name), jsonata));
                own = own.with(name, rest(state.into(name)));
            }
        }
        if (!own.isEmpty()) {
            params.put(OWN, own);
        }
        JsonObject all = params.build();
        return JsonObject.builder()
                .put("id", id)
                .put("type", type.toLowerCase(Locale.ROOT))
                .putIfPresent("params", all.isEmpty() ? Optional.empty() : Optional.of(all))
                .putStringIfPresent(
                        "policyRef", policy.equals(DEFAULT_POLICY) ? Optional.empty() : Optional.of(policyName(id)))
                .build();
    }

    /** That of its state, unless it would be the policy of all states that say nothing. */
    private static String policyName(String state) {
        return state.matches(DEFAULT + "(-2)*") ? state + "-2" : state;
    }

    private JsonObject policy(JsonPlace state, JsonPlace states, String type) {
        state.items("Catch").forEach(caught -> target(caught.into("Next"), states));
        boolean closes = type.equals("Choice") || state.has("Catch") || isHandler(state, states);
        boolean again = type.equals("Map") || closes && isOnCycle(state, states);
        return PolicyImport.of(state, again);
    }

    private static boolean isHandler(JsonPlace state, JsonPlace states) {
        return states.members().stream()
                .flatMap(other -> other.items("Catch").stream())
                .anyMatch(caught ->
                        caught.text("Next").filter(state.name()::equals).isPresent());
    }

    private static boolean isOnCycle(JsonPlace state, JsonPlace states) {
        Set<String> seen = new HashSet<>();
        List<String> open = new ArrayList<>(onward(state).toList());
        while (!open.isEmpty()) {
            String name = open.remove(open.size() - 1);
            if (seen.add(name)) {
                onward(states.into(name)).forEach(open::add);
            }
        }
        return seen.contains(state.name());
    }

    private static Stream<String> onward(JsonPlace state) {
        return Stream.concat(
                Stream.of("Next", "Default").flatMap(name -> state.text(name).stream()),
                Stream.of("Choices", "Catch")
                        .flatMap(name -> state.items(name).stream())
                        .flatMap(rule -> rule.text("Next").stream()));
    }
}
