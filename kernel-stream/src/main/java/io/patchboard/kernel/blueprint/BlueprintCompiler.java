package io.patchboard.kernel.blueprint;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compiles blueprints.
 *
 * <p>The meta-schema is checked first; then, whatever it found, everything else that can still be read is compiled too
 * (schemas, patterns, expressions, references), so that an author gets all errors at once.
 */
public final class BlueprintCompiler {

    private BlueprintCompiler() {}

    public static CompileResult compile(Json source) {
        Problems problems = new Problems();
        Problems warnings = new Problems();
        MetaSchema.check(source, problems);

        Node root = new Node(source, JsonPointer.ROOT);
        Parts parts = new Parts(problems);
        Optional<JsonSchema> input = root.child("input").flatMap(node -> schema(node, problems));
        Optional<Node> state = root.child("state");
        Optional<Node> stateSchema = state.flatMap(node -> node.child("schema"));
        Optional<JsonSchema> compiledState = stateSchema.flatMap(node -> schema(node, problems));
        Optional<Node> initial = state.flatMap(node -> node.child("initial"));
        initial.ifPresent(node -> InitialState.check(node.value(), node.at(), problems));

        SortedMap<String, Policy> policies = new TreeMap<>();
        root.child("policies")
                .ifPresent(node -> node.members()
                        .forEach(policy -> policies.put(policy.at().last(), parts.policy(policy))));
        WorkerCompiler workerCompiler =
                new WorkerCompiler(parts, policies, stateSchema.map(Node::value).orElse(JsonObject.EMPTY));
        SortedMap<String, WorkerRole> workers = new TreeMap<>();
        root.child("workers")
                .ifPresent(node -> node.members()
                        .forEach(worker -> workers.put(worker.at().last(), workerCompiler.compile(worker))));

        List<Rule> rules = new ArrayList<>();
        root.items("rules").forEach(node -> parts.rule(node, workers.keySet()).ifPresent(rules::add));
        List<Invariant> invariants = new ArrayList<>();
        root.items("invariants").forEach(node -> parts.invariant(node).ifPresent(invariants::add));
        unique(root.items("rules"), "rule", problems);
        unique(root.items("invariants"), "invariant", problems);
        rules.sort(Comparator.comparing(Rule::name));
        invariants.sort(Comparator.comparing(Invariant::name));

        Optional<Completion> completion = root.child("complete").flatMap(parts::completion);
        Budgets budgets = parts.budgets(root.child("budgets"));
        root.child("circuit")
                .ifPresent(node -> warnings.add(
                        node.at(),
                        "The circuit detectors are checked for form, but this version does not act on them yet."));

        if (!problems.isEmpty()) {
            return new CompileResult.Invalid(problems.sorted());
        }
        Blueprint blueprint = new Blueprint(
                CanonicalJson.sha256(source),
                source,
                root.text("name").orElseThrow(),
                input,
                compiledState.orElseThrow(),
                new InitialState(initial.orElseThrow().value()),
                workers,
                List.copyOf(rules),
                List.copyOf(invariants),
                budgets,
                completion);
        return new CompileResult.Valid(blueprint, warnings.sorted());
    }

    private static Optional<JsonSchema> schema(Node node, Problems problems) {
        try {
            return Optional.of(JsonSchema.compile(node.value()));
        } catch (SchemaCompileException e) {
            for (Problem problem : e.problems()) {
                problems.add(node.at() + problem.pointer(), problem.message());
            }
            return Optional.empty();
        }
    }

    private static void unique(List<Node> nodes, String what, Problems problems) {
        Set<String> names = new HashSet<>();
        for (Node node : nodes) {
            node.text("name")
                    .filter(name -> !names.add(name))
                    .ifPresent(name -> problems.add(
                            node.at().child("name"),
                            "Expected every " + what + " to have a name of its own, but \"" + name
                                    + "\" is used twice."));
        }
    }
}
