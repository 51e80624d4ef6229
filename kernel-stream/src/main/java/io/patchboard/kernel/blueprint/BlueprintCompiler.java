package io.patchboard.kernel.blueprint;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaMarks;
import io.patchboard.kernel.schema.SealedKeyword;
import io.patchboard.sign.AuthorKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compiles blueprints.
 *
 * <p>The meta-schema is checked first; then, whatever it found, everything else that can still be read is compiled too
 * (schemas, patterns, expressions, references), so that an author gets all errors at once: unless there are more
 * workers, or more of what is looked at for each of them, than a blueprint may have.
 */
public final class BlueprintCompiler {

    private static final String UNIQUE = "unique";

    private BlueprintCompiler() {}

    /** Compiles a blueprint, and says everything that is wrong with it. */
    public static CompileResult compile(Json source) {
        return compile(source, true);
    }

    /**
     * Compiles a blueprint that a board was created with. What would keep its workflow from working is not looked for:
     * a log stays readable, whatever later versions learn to refuse.
     */
    public static CompileResult recompile(Json source) {
        return compile(source, false);
    }

    private static CompileResult compile(Json source, boolean looksAtSense) {
        Problems problems = new Problems();
        long work = BlueprintWork.of(source);
        if (looksAtSense && work > BlueprintWork.MOST) {
            problems.add(
                    JsonPointer.ROOT,
                    "Expected a blueprint that can be compiled within " + BlueprintWork.MOST + " steps, but it takes "
                            + work
                            + ". Use fewer or shorter expressions, a smaller schema with fewer patterns, or fewer"
                            + " places that workers may write.");
            return new CompileResult.Invalid(problems.sorted());
        }
        MetaSchema.check(source, problems);
        if (!MetaSchema.isBounded(source)) {
            return new CompileResult.Invalid(problems.sorted());
        }

        JsonPlace root = JsonPlace.of(source);
        Parts parts = new Parts(problems);
        Optional<JsonSchema> input = root.child("input").flatMap(parts::schema);
        Optional<JsonPlace> state = root.child("state");
        Optional<JsonPlace> stateSchema = state.flatMap(node -> node.child("schema"));
        Problems ofSense = looksAtSense ? problems : new Problems();
        stateSchema.ifPresent(node -> SchemaMarks.problems(node.value())
                .forEach(problem -> ofSense.add(node.at() + problem.pointer(), problem.message())));
        schemas(root)
                .forEach(node -> SealedKeyword.blobs(node.value())
                        .forEach(problem -> ofSense.add(node.at() + problem.pointer(), problem.message())));
        Optional<JsonSchema> compiledState = stateSchema.flatMap(parts::schema);
        Optional<JsonPlace> initial = state.flatMap(node -> node.child("initial"));
        initial.ifPresent(node -> InitialState.check(node.value(), node.at(), problems));

        PolicyCompiler policyCompiler = new PolicyCompiler(
                parts,
                root.child("workers").map(JsonPlace::members).orElse(List.of()).stream()
                        .map(node -> node.at().last())
                        .toList());
        SortedMap<String, Function<WorkerRole.Kind, Policy>> policies = new TreeMap<>();
        root.child("policies")
                .ifPresent(node -> node.members().forEach(policy -> {
                    // One that nobody uses is looked at, too.
                    policyCompiler.compile(policy, WorkerRole.Kind.MODEL);
                    policies.put(policy.at().last(), kind -> policyCompiler.compile(policy, kind));
                }));
        ViewCompiler views =
                new ViewCompiler(ofSense, stateSchema.map(JsonPlace::value).orElse(JsonObject.EMPTY));
        Map<PathPattern, Set<String>> owners = owners(root, parts);
        TaintLabels taint = TaintLabels.of(root.child("taint"), parts);
        WorkerCompiler workerCompiler = new WorkerCompiler(parts, policies, views, owners, taint);
        SortedMap<String, WorkerRole> workers = new TreeMap<>();
        root.child("workers")
                .ifPresent(node -> node.members()
                        .forEach(worker -> workers.put(worker.at().last(), workerCompiler.compile(worker))));

        SortedMap<String, List<AuthorKey>> operators = new KeysCompiler(problems).operators(root);

        Privileges.check(root, ofSense);
        new Validators(root, workers, owners, ofSense).check();
        PolicyCompiler.checkCatches(workers, root, problems);
        Fallbacks.check(root, workers, problems);
        Handlers.check(root, workers, problems);
        stateSchema.ifPresent(schema -> Quarantine.check(root, schema.value(), workers, ofSense));

        List<Rule> rules = new ArrayList<>();
        RuleCompiler ruleCompiler = new RuleCompiler(parts, workers.keySet());
        root.items("rules").forEach(node -> ruleCompiler.compile(node).ifPresent(rules::add));
        List<Invariant> invariants = new ArrayList<>();
        root.items("invariants").forEach(node -> parts.invariant(node).ifPresent(invariants::add));
        unique(root.items("rules"), "rule", problems);
        unique(root.items("invariants"), "invariant", problems);
        rules.sort(Comparator.comparing(Rule::name));
        invariants.sort(Comparator.comparing(Invariant::name));
        List<Gate> gates = gates(root, parts, workers.keySet(), rules);

        List<Neighbours> neighbours = new NeighboursCompiler(parts).compile(root.items("neighbourhoods"));
        NeighboursCompiler.check(root, workers, ofSense);
        Optional<Completion> completion = root.child("complete").flatMap(parts::completion);
        Budgets budgets = new BudgetCompiler(parts).board(root.child("budgets"));
        CircuitPolicy circuit = new CircuitCompiler(parts, workers.keySet()).compile(root.child("circuit"));

        if (looksAtSense && compiledState.isPresent()) {
            boolean fillable =
                    initial.isPresent() && !problems.hasBelow(initial.get().at());
            PathChecks places = new PathChecks(
                    stateSchema.get().value(), compiledState.get().places());
            places.checkWrites(root, problems);
            places.checkReads(root, problems);
            places.checkIndexes(root, problems);
            new FieldChecks(places, parts.expressions(), problems).check(root);
            if (fillable) {
                InitialStateCheck.check(
                        initial.get(), compiledState.get(), stateSchema.get().value(), invariants, problems);
            }
        }
        SortedMap<String, Index> indexes = indexes(root, parts);
        if (!problems.isEmpty()) {
            return new CompileResult.Invalid(problems.sorted(), compiledState);
        }
        return new CompileResult.Valid(new Blueprint(
                CanonicalJson.sha256(source),
                source,
                root.text("name").orElseThrow(),
                input,
                compiledState.orElseThrow(),
                new InitialState(initial.orElseThrow().value()),
                indexes,
                workers,
                operators,
                List.copyOf(rules),
                rules.stream().collect(Collectors.toUnmodifiableMap(Rule::name, rule -> rule)),
                List.copyOf(invariants),
                gates,
                neighbours,
                budgets,
                circuit,
                taint,
                root.child("onIncident")
                        .flatMap(JsonPlace::text)
                        .map("halt"::equals)
                        .orElse(circuit == CircuitPolicy.STRICT),
                root.child("reopen").isEmpty() || root.flag("reopen"),
                completion));
    }

    /** Of the input, of the state, and of what workers may write. */
    static Stream<JsonPlace> schemas(JsonPlace root) {
        return Stream.of(
                        root.child("input").stream(),
                        root.into("state").child("schema").stream(),
                        root.into("workers").members().stream()
                                .flatMap(worker -> worker.into("patch").child("schema").stream()))
                .flatMap(Function.identity());
    }

    private static SortedMap<String, Index> indexes(JsonPlace root, Parts parts) {
        SortedMap<String, Index> indexes = new TreeMap<>();
        for (JsonPlace node : root.into("indexes").members()) {
            parts.pointer(Index.path(node))
                    .map(place -> new Index(node.name(), place, node.flag(UNIQUE)))
                    .ifPresent(index -> indexes.put(index.name(), index));
        }
        List<JsonPlace> unique = root.into("indexes").members().stream()
                .filter(node -> node.flag(UNIQUE))
                .toList();
        if (unique.size() > 1) {
            parts.problems()
                    .add(
                            unique.get(1).at(),
                            "Expected one unique index, whose value a board's id follows from, but \""
                                    + unique.get(0).name() + "\" is unique, too.");
        }
        return indexes;
    }

    private static List<Gate> gates(JsonPlace root, Parts parts, Set<String> workers, List<Rule> rules) {
        GateCompiler compiler =
                new GateCompiler(parts, workers, rules.stream().map(Rule::name).toList());
        unique(root.items("gates"), "gate", parts.problems());
        return root.items("gates").stream()
                .flatMap(node -> compiler.compile(node).stream())
                .sorted(Comparator.comparing(Gate::name))
                .toList();
    }

    /** By private path, the roles that it is private to. */
    private static Map<PathPattern, Set<String>> owners(JsonPlace root, Parts parts) {
        Set<String> names = new TreeSet<>();
        root.child("workers")
                .ifPresent(workers -> workers.members()
                        .forEach(worker -> names.add(worker.at().last())));
        Map<PathPattern, Set<String>> owners = new LinkedHashMap<>();
        for (JsonPlace entry : root.items("private")) {
            Optional<PathPattern> path = entry.child("path").flatMap(parts::stateValues);
            Optional<JsonPlace> to = entry.child("to");
            Optional<String> owner = to.flatMap(JsonPlace::text);
            owner.filter(name -> !names.contains(name))
                    .ifPresent(name ->
                            parts.problems().add(to.get().at(), parts.problems().unknown("worker", names, name)));
            if (path.isPresent() && owner.isPresent()) {
                owners.computeIfAbsent(path.get(), key -> new HashSet<>()).add(owner.get());
            }
        }
        return owners;
    }

    private static void unique(List<JsonPlace> nodes, String what, Problems problems) {
        Set<String> names = new HashSet<>();
        for (JsonPlace node : nodes) {
            node.text("name")
                    .filter(name -> !names.add(name))
                    .ifPresent(name -> problems.add(
                            node.at().child("name"),
                            "Expected every " + what + " to have a name of its own, but \"" + name
                                    + "\" is used twice."));
        }
    }
}
