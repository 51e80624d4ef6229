package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.FieldComparison;
import io.patchboard.kernel.cel.FieldRead;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.text.Spelling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds fields in expressions that no valid state can have, and constants that no valid state has there. An expression
 * with such a field fails whenever it is asked, and a {@code has} of it is never true; a comparison with such a
 * constant always comes to the same. So these are typing mistakes.
 *
 * <p>Known are the places of {@code state}, of {@code self} in an invariant, and of {@code item} where a rule watches
 * one place and does not spread; what other variables hold is not looked at.
 */
final class FieldChecks {

    private static final Set<String> NO_NAMES = Set.of(FieldRead.ANY, "**", JsonPointer.END);

    /** What other languages call {@code size(...)}. */
    private static final Set<String> SIZES = Set.of("size", "length", "len", "count");

    private final PathChecks places;
    private final Map<JsonPointer, CelExpression> expressions;
    private final Problems problems;

    FieldChecks(PathChecks places, Map<JsonPointer, CelExpression> expressions, Problems problems) {
        this.places = places;
        this.expressions = expressions;
        this.problems = problems;
    }

    void check(JsonPlace root) {
        for (JsonPlace rule : root.items("rules")) {
            Map<String, String> variables = new HashMap<>(Map.of("state", ""));
            Optional<String> watched = rule.child("on").flatMap(on -> on.text("path"));
            watched.filter(path -> rule.child("forEach").isEmpty()).ifPresent(path -> variables.put("item", path));
            rule.child("when").ifPresent(node -> checkCondition(node, variables));
            guards(rule)
                    .flatMap(guard -> guard.child("predicate").stream())
                    .forEach(node -> checkCondition(node, variables));
            rule.child("invoke").flatMap(target -> target.child("choose")).ifPresent(node -> check(node, variables));
            rule.child("on").flatMap(on -> on.child("correlate")).ifPresent(node -> check(node, Map.of("state", "")));
        }
        root.child("workers").map(JsonPlace::members).orElse(List.of()).stream()
                .flatMap(worker -> Stream.concat(
                        worker.child("idempotencyKey").stream(),
                        worker.child("board").flatMap(board -> board.child("input")).stream()))
                .forEach(node -> check(node, Map.of("state", "")));
        for (JsonPlace step : root.items("neighbourhoods")) {
            Map<String, String> variables = new HashMap<>(Map.of("state", ""));
            step.text("from").ifPresent(path -> variables.put("item", path));
            step.child("to").ifPresent(node -> check(node, variables));
        }
        for (JsonPlace invariant : root.items("invariants")) {
            String self = invariant.text("path").orElse("");
            invariant
                    .child("rule")
                    .ifPresent(node ->
                            checkCondition(node, Map.of("state", "", "oldState", "", "self", self, "oldSelf", self)));
        }
        for (JsonPlace gate : root.items("gates")) {
            gate.child("when").ifPresent(node -> checkCondition(node, Map.of("state", "", "oldState", "")));
        }
        root.child("complete")
                .flatMap(complete -> complete.child("when"))
                .ifPresent(node -> checkCondition(node, Map.of("state", "")));
    }

    private static Stream<JsonPlace> guards(JsonPlace rule) {
        List<JsonPlace> several = rule.items("loopGuards");
        return several.isEmpty() ? rule.child("loopGuards").stream() : several.stream();
    }

    private void checkCondition(JsonPlace node, Map<String, String> variables) {
        check(node, variables);
        Optional.ofNullable(expressions.get(node.at()))
                .flatMap(CelExpression::result)
                .ifPresent(read -> at(read, variables, base -> checkCondition(node, read, base)));
    }

    private void check(JsonPlace node, Map<String, String> variables) {
        Optional.ofNullable(expressions.get(node.at())).ifPresent(expression -> {
            expression.unusablePatterns().forEach(message -> problems.add(node.at(), message));
            expression.fields().forEach(read -> at(read, variables, base -> check(node, read, base)));
            expression.conditions().forEach(read -> at(read, variables, base -> checkCondition(node, read, base)));
            expression.searched().forEach(read -> at(read, variables, base -> checkSearched(node, read, base)));
            expression.comparisons().forEach(one -> at(one.field(), variables, base -> check(node, one, base)));
        });
    }

    private static void at(FieldRead read, Map<String, String> variables, Consumer<List<String>> known) {
        Optional.ofNullable(variables.get(read.variable()))
                .flatMap(FieldChecks::base)
                .ifPresent(known);
    }

    private static Optional<List<String>> base(String path) {
        try {
            PathPattern pattern = PathPattern.parse(path);
            return pattern.isDeep() ? Optional.empty() : Optional.of(pattern.segments());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // reported already
        }
    }

    /** Tells the first step that cannot be. */
    private void check(JsonPlace node, FieldRead read, List<String> base) {
        JsonPointer at = new JsonPointer(base);
        for (int i = 0; i < read.path().size(); i++) {
            String step = read.path().get(i);
            if (isUnsure(read, i, at)) {
                return;
            }
            JsonPointer next = at.child(step);
            Optional<JsonPointer> forbidden = places.forbidden(next.toString());
            if (forbidden.isPresent()) {
                problems.add(node.at(), message(read.text(i + 1), at, step, forbidden.get()));
                return;
            }
            at = next;
        }
    }

    /** Tells a constant that cannot be there. */
    private void check(JsonPlace node, FieldComparison comparison, List<String> base) {
        FieldRead field = comparison.field();
        place(field, base)
                .flatMap(at -> places.excludes(at.toString(), comparison.constant(), comparison.ordered()))
                .ifPresent(keyword ->
                        problems.add(node.at(), message(field.text(field.path().size()), comparison, keyword)));
    }

    /** Tells a condition that is a field which is never true or false. */
    private void checkCondition(JsonPlace node, FieldRead field, List<String> base) {
        place(field, base)
                .flatMap(at -> places.excludes(at.toString(), Json.of(true), true))
                .ifPresent(keyword -> problems.add(
                        node.at(),
                        "Expected a condition that is true or false, but "
                                + field.text(field.path().size())
                                + " never is: /state/schema" + keyword + " says "
                                + places.schema(keyword).map(Json::toString).orElse("") + "."));
    }

    /** Tells a field that has no items or members among which something could be. */
    private void checkSearched(JsonPlace node, FieldRead field, List<String> base) {
        Optional<JsonPointer> at = place(field, base);
        at.filter(place -> places.excludes(place.toString(), JsonObject.EMPTY, true)
                        .isPresent())
                .flatMap(place -> places.excludes(place.toString(), JsonArray.EMPTY, true))
                .ifPresent(keyword -> {
                    String text = field.text(field.path().size());
                    problems.add(
                            node.at(),
                            "Expected a list or an object after in, but " + text + " never is: /state/schema" + keyword
                                    + " says "
                                    + places.schema(keyword).map(Json::toString).orElse("")
                                    + ". Whether a text has another in it is asked with " + text + ".contains('...').");
                });
    }

    /** Where a field is in the state; absent where that is not sure. */
    private Optional<JsonPointer> place(FieldRead field, List<String> base) {
        JsonPointer at = new JsonPointer(base);
        for (int i = 0; i < field.path().size(); i++) {
            if (isUnsure(field, i, at)) {
                return Optional.empty();
            }
            at = at.child(field.path().get(i));
        }
        return Optional.of(at);
    }

    /** Whether a step from a place may lead elsewhere than its text says. */
    private boolean isUnsure(FieldRead read, int step, JsonPointer from) {
        return read.items().contains(step)
                ? !places.areArrays(from.toString())
                : isNoName(read.path().get(step));
    }

    private String message(String text, FieldComparison comparison, JsonPointer keyword) {
        Json constant = comparison.constant();
        String allowed = places.schema(keyword).map(Json::toString).orElse("");
        return "Expected " + text + " to be compared with what it may be, but "
                + (comparison.ordered() ? "it is never a " + constant.typeName() + " as " : "it is never ") + constant
                + ": /state/schema" + keyword + " says " + allowed + "."
                + (constant.isNull()
                        ? " A field that is not there is asked for with has(" + text + ")."
                        : meant(constant, keyword));
    }

    private String meant(Json constant, JsonPointer keyword) {
        List<String> names = places.schema(keyword).stream()
                .flatMap(values ->
                        values instanceof JsonArray list && keyword.last().equals("enum")
                                ? list.stream()
                                : Stream.of(values))
                .flatMap(value -> value instanceof JsonString string ? Stream.of(string.value()) : Stream.empty())
                .toList();
        return constant instanceof JsonString text && !keyword.last().equals("type")
                ? Spelling.question(text.value(), names)
                : "";
    }

    /** A member of this name cannot be told from a wildcard. */
    private static boolean isNoName(String step) {
        return NO_NAMES.contains(step) && !step.equals(FieldRead.ANY);
    }

    private String message(String text, JsonPointer parent, String name, JsonPointer keyword) {
        Optional<Json> type =
                Optional.of(keyword).filter(at -> at.last().equals("type")).flatMap(places::schema);
        String why = "Expected fields that the state's schema allows, but there can never be " + text
                + ": /state/schema" + keyword;
        if (type.isPresent()) {
            return why + " says " + type.get() + ", which has no such field."
                    + (SIZES.contains(name)
                            ? " Write size(" + text.substring(0, text.length() - name.length() - 1) + ")."
                            : name.equals("-1") ? " The last item of a list is list[size(list) - 1]." : "");
        }
        List<String> names = List.copyOf(places.names(parent.toString()));
        return why + " forbids it." + Spelling.question(name, names)
                + (names.isEmpty() ? "" : " The fields are " + Parts.list(names) + ".");
    }
}
