package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaFragments;
import io.patchboard.kernel.schema.SchemaWork;
import io.patchboard.record.Taint;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What compiling a blueprint takes, in units of {@link io.patchboard.kernel.work.Work}, told from its source: whether
 * it is done or remembered must not matter to who decides.
 */
public final class BlueprintWork {

    /** More than that is no blueprint: a board is to begin within what is left. */
    public static final long MOST = 15_000_000;

    /** What asking the invariants of a first state that needs no input may take. */
    static final long FIRST_STATE = 2_000_000;

    private static final long UNITS_OF_A_BYTE = 25;
    private static final long UNITS_OF_AN_EXPRESSION = 35_000;
    private static final long UNITS_OF_A_CHARACTER = 80;
    private static final long UNITS_OF_A_KEY = 15_000;

    /** Of one path with another, beside their segments. */
    private static final long UNITS_OF_A_COMPARISON = 5;

    private static final long UNITS_OF_A_FRAGMENTS_BYTE = 3;

    /** Where the tokens of a view are bounded, those of the part of it that never changes are counted. */
    private static final long UNITS_OF_A_COUNTED_BYTE = 12;

    /** A problem names its place: characters of that, but for as many as the places of people's blueprints have. */
    private static final long UNITS_OF_A_PLACES_CHARACTER = 2;

    private static final long USUAL_CHARACTERS = 1_000;

    private BlueprintWork() {}

    public static long of(Json source) {
        JsonPlace root = JsonPlace.of(source);
        long units = UNITS_OF_A_BYTE * source.canonicalBytes();
        if (!root.items("invariants").isEmpty()) {
            units += FIRST_STATE;
        }
        units += UNITS_OF_A_KEY * keys(root);
        units += UNITS_OF_A_PLACES_CHARACTER * unusualCharacters(source, 0);
        units += comparisons(root);
        Json state = root.into("state").child("schema").map(JsonPlace::value).orElse(JsonObject.EMPTY);
        units += BlueprintCompiler.schemas(root)
                .mapToLong(schema -> SchemaWork.of(schema.value(), MOST))
                .sum();
        units += fragments(root, state, MOST - units);
        return units + expressions(root).mapToLong(BlueprintWork::ofExpression).sum();
    }

    /** Of the places of all that is inside of a part, each counted from the root. */
    private static long unusualCharacters(Json part, long outer) {
        long sum = Math.max(0, outer - USUAL_CHARACTERS);
        if (part instanceof JsonObject object) {
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                sum += unusualCharacters(
                        member.getValue(), outer + 1 + member.getKey().length());
            }
        } else if (part instanceof JsonArray array) {
            for (Json item : array) {
                sum += unusualCharacters(item, outer + 2);
            }
        }
        return sum;
    }

    private static long keys(JsonPlace root) {
        return Stream.of("workers", "operators")
                .flatMap(part -> root.child(part).map(JsonPlace::members).orElse(List.of()).stream())
                .mapToLong(author -> author.items("keys").size())
                .sum();
    }

    /** Labels are compared with what roles may read, and what a validator may write with what its planner may. */
    private static long comparisons(JsonPlace root) {
        JsonPlace workers = root.into("workers");
        long labels = Arrays.stream(Taint.values())
                .mapToLong(taint -> root.into("taint").items(taint.word()).size())
                .sum();
        Map<String, Long> ofPlanners = new HashMap<>();
        long units = 0;
        for (JsonPlace worker : workers.members()) {
            units += labels == 0 ? 0 : labels * ofComparing(worker.items("read"));
            long ofPlanner = worker.text("validates")
                    .map(name -> ofPlanners.computeIfAbsent(
                            name, any -> ofComparing(workers.into(name).items("write"))))
                    .orElse(0L);
            units += worker.items("write").size() * ofPlanner;
        }
        return units;
    }

    /**
     * Each view has the schema of each place that its worker may write, with the definitions that it refers to.
     *
     * @param most units after which nothing more is counted
     */
    private static long fragments(JsonPlace root, Json schema, long most) {
        IdentityHashMap<Json, Long> bytes = new IdentityHashMap<>();
        long units = 0;
        for (JsonPlace worker : root.into("workers").members()) {
            long unitsOfAByte =
                    UNITS_OF_A_FRAGMENTS_BYTE + (worker.into("view").has("maxTokens") ? UNITS_OF_A_COUNTED_BYTE : 0);
            for (JsonPlace grant : worker.items("write")) {
                Optional<Json> fragment =
                        units > most ? Optional.empty() : grant.text("path").flatMap(path -> fragment(schema, path));
                units += unitsOfAByte
                        * fragment.map(part -> bytes.computeIfAbsent(
                                        part,
                                        any -> SchemaFragments.withDefs(schema, part)
                                                .canonicalBytes()))
                                .orElse(0L);
            }
        }
        return units;
    }

    private static Optional<Json> fragment(Json schema, String path) {
        try {
            return SchemaFragments.at(schema, PathPattern.parse(path));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // told by the compiler
        }
    }

    /** Each path with one other. */
    private static long ofComparing(List<JsonPlace> paths) {
        return paths.stream()
                .flatMap(item -> PathChecks.path(item).text().stream())
                .mapToLong(path -> UNITS_OF_A_COMPARISON
                        + path.chars().filter(c -> c == '/').count())
                .sum();
    }

    private static long ofExpression(String expression) {
        return UNITS_OF_AN_EXPRESSION + UNITS_OF_A_CHARACTER * expression.length();
    }

    private static Stream<String> expressions(JsonPlace root) {
        List<JsonPlace> rules = root.items("rules");
        return Stream.of(
                        rules.stream().flatMap(rule -> rule.text("when").stream()),
                        rules.stream()
                                .flatMap(rule -> rule.child("invoke").stream())
                                .flatMap(target -> target.text("choose").stream()),
                        rules.stream()
                                .flatMap(rule -> rule.child("on").stream())
                                .flatMap(on -> on.text("correlate").stream()),
                        rules.stream()
                                .flatMap(rule -> rule.child("loopGuards").stream())
                                .flatMap(RuleCompiler::guards)
                                .flatMap(guard -> guard.text("predicate").stream()),
                        root.into("workers").members().stream()
                                .flatMap(worker -> worker.text("idempotencyKey").stream()),
                        root.into("workers").members().stream()
                                .flatMap(worker -> worker.child("board").stream())
                                .flatMap(BlueprintWork::ofBoards),
                        root.items("gates").stream().flatMap(gate -> gate.text("when").stream()),
                        root.items("neighbourhoods").stream().flatMap(step -> step.text("to").stream()),
                        root.items("invariants").stream().flatMap(invariant -> invariant.text("rule").stream()),
                        root.child("complete").stream().flatMap(complete -> complete.text("when").stream()))
                .flatMap(each -> each);
    }

    private static Stream<String> ofBoards(JsonPlace board) {
        return Stream.of("input", "share", "result")
                .flatMap(member -> board.child(member).stream())
                .map(part -> part.text().orElseGet(() -> part.value().toString()));
    }
}
