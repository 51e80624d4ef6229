package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.FieldComparison;
import io.patchboard.kernel.cel.FieldPair;
import io.patchboard.kernel.cel.FieldRead;
import io.patchboard.kernel.cel.FieldReads;
import io.patchboard.kernel.cel.FieldType;
import io.patchboard.kernel.cel.FieldUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds in one expression what {@link FieldChecks} looks for. Where a variable may be at several places, only what is
 * wrong at each of them is told.
 */
final class ExpressionChecks {

    private static final Set<String> NO_NAMES = Set.of(FieldRead.ANY, "**", JsonPointer.END);

    /** What other languages call {@code size(...)}. */
    private static final Set<String> SIZES = Set.of("size", "length", "len", "count");

    /** Bytes of a keyword's value that are quoted. */
    private static final long MOST_QUOTED = 1_000;

    private final PathChecks places;
    private final Map<JsonPointer, CelExpression> expressions;
    private final Problems problems;

    ExpressionChecks(PathChecks places, Map<JsonPointer, CelExpression> expressions, Problems problems) {
        this.places = places;
        this.expressions = expressions;
        this.problems = problems;
    }

    /** Whether the expression there is a field and nothing else. */
    boolean isField(JsonPlace node) {
        return fields(node).flatMap(FieldReads::result).isPresent();
    }

    private Optional<FieldReads> fields(JsonPlace node) {
        return Optional.ofNullable(expressions.get(node.at())).map(CelExpression::fields);
    }

    /** @param variables the segments of the places where each may be; one that is not there is not looked at */
    void checkCondition(JsonPlace node, Map<String, List<List<String>>> variables) {
        check(node, variables);
        fields(node)
                .flatMap(FieldReads::result)
                .ifPresent(read -> tell(node, variables, read, base -> condition(read, base)));
    }

    /** @param variables the segments of the places where each may be; one that is not there is not looked at */
    void check(JsonPlace node, Map<String, List<List<String>>> variables) {
        Optional.ofNullable(expressions.get(node.at()))
                .ifPresent(expression ->
                        expression.unusablePatterns().forEach(message -> problems.add(node.at(), message)));
        fields(node).ifPresent(reads -> {
            reads.fields().forEach(read -> tell(node, variables, read, base -> missing(read, base)));
            reads.conditions().forEach(read -> tell(node, variables, read, base -> condition(read, base)));
            reads.searched().forEach(read -> tell(node, variables, read, base -> searched(read, base)));
            reads.comparisons().forEach(one -> tell(node, variables, one.field(), base -> compared(one, base)));
            reads.uses().forEach(use -> tell(node, variables, use.field(), base -> used(use, base)));
            for (FieldPair pair : reads.pairs()) {
                List<List<String>> others = bases(variables, pair.right());
                tell(
                        node,
                        variables,
                        pair.left(),
                        base -> all(others, pair.right(), other -> paired(pair, base, other)));
            }
        });
    }

    private void tell(
            JsonPlace node,
            Map<String, List<List<String>>> variables,
            FieldRead read,
            Function<List<String>, Optional<String>> wrong) {
        if (!problems.full()) {
            all(bases(variables, read), read, wrong).ifPresent(message -> problems.add(node.at(), message));
        }
    }

    /** Where a field's variable may be; none if that is not known. */
    private static List<List<String>> bases(Map<String, List<List<String>>> variables, FieldRead read) {
        return variables.getOrDefault(read.variable(), List.of());
    }

    /** What is wrong at the first of the places, if something is at each, and there is time to look at each. */
    private Optional<String> all(
            List<List<String>> bases, FieldRead read, Function<List<String>, Optional<String>> wrong) {
        Optional<String> first = Optional.empty();
        for (List<String> base : bases) {
            Optional<String> message =
                    places.looks(base.size() + read.path().size()) ? wrong.apply(base) : Optional.empty();
            if (message.isEmpty()) {
                return message;
            }
            first = first.or(() -> message);
        }
        return first;
    }

    /** The first step that cannot be. */
    private Optional<String> missing(FieldRead read, List<String> base) {
        JsonPointer at = new JsonPointer(base);
        for (int i = 0; i < read.path().size(); i++) {
            String step = read.path().get(i);
            if (isUnsure(read, i, at)) {
                return Optional.empty();
            }
            JsonPointer next = at.child(step);
            Optional<JsonPointer> forbidden = places.forbidden(next.toString());
            if (forbidden.isPresent()) {
                return Optional.of(message(read.text(i + 1), at, step, forbidden.get()));
            }
            at = next;
        }
        return Optional.empty();
    }

    /** A constant that cannot be there. */
    private Optional<String> compared(FieldComparison comparison, List<String> base) {
        FieldRead field = comparison.field();
        return place(field, base)
                .flatMap(at -> places.excludes(at.toString(), comparison.constant(), comparison.ordered()))
                .map(keyword -> message(text(field), comparison, keyword));
    }

    /** A condition that is a field which is never true or false. */
    private Optional<String> condition(FieldRead field, List<String> base) {
        return place(field, base)
                .flatMap(at -> places.excludes(at.toString(), Json.of(true), true))
                .map(keyword -> "Expected a condition that is true or false, but " + text(field) + " never is: "
                        + says(keyword) + ".");
    }

    /** A field that has no items or members among which something could be. */
    private Optional<String> searched(FieldRead field, List<String> base) {
        return place(field, base)
                .flatMap(at -> excluded(at, List.of(FieldType.OBJECT, FieldType.LIST)))
                .map(keyword -> "Expected a list or an object after in, but " + text(field) + " never is: "
                        + says(keyword) + ". Whether a text has another in it is asked with " + text(field)
                        + ".contains('...').");
    }

    /** A field of a type that a function or an operator does not take. */
    private Optional<String> used(FieldUse use, List<String> base) {
        FieldRead field = use.field();
        String types = use.types().stream().map(FieldType::words).collect(Collectors.joining(" or "));
        return place(field, base)
                .flatMap(at -> excluded(at, use.types())
                        .map(keyword -> "Expected " + types + " for " + use.by()
                                + ", but " + text(field) + " never is: " + says(keyword) + "."
                                + (use.by().equals("contains") && isPossible(at, FieldType.LIST)
                                        ? " Whether a list has something in it is asked with ... in " + text(field)
                                                + "."
                                        : "")));
    }

    /** Two fields that are never of one type. */
    private Optional<String> paired(FieldPair pair, List<String> base, List<String> otherBase) {
        Optional<JsonPointer> left = place(pair.left(), base);
        Optional<JsonPointer> right = place(pair.right(), otherBase);
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        List<FieldType> these = possible(left.get(), pair.types());
        List<FieldType> those = possible(right.get(), pair.types());
        boolean told = these.isEmpty() || those.isEmpty(); // as a use of its own
        if (told || these.stream().anyMatch(those::contains)) {
            return Optional.empty();
        }
        String here = excluded(left.get(), those).map(this::says).orElse("");
        String there = excluded(right.get(), these).map(this::says).orElse("");
        return Optional.of("Expected " + text(pair.left()) + " and " + text(pair.right())
                + " to be of one type, but they never are: " + here + ", and " + there + ".");
    }

    private List<FieldType> possible(JsonPointer at, List<FieldType> types) {
        return types.stream().filter(type -> isPossible(at, type)).toList();
    }

    private boolean isPossible(JsonPointer at, FieldType type) {
        return places.excludes(at.toString(), type.example(), true).isEmpty();
    }

    /** The keyword by which nothing there is of one of the types. */
    private Optional<JsonPointer> excluded(JsonPointer at, List<FieldType> types) {
        Optional<JsonPointer> first = Optional.empty();
        for (FieldType type : types) {
            Optional<JsonPointer> keyword = places.excludes(at.toString(), type.example(), true);
            if (keyword.isEmpty()) {
                return keyword;
            }
            first = first.or(() -> keyword);
        }
        return first;
    }

    private String says(JsonPointer keyword) {
        return "/state/schema" + keyword + " says "
                + places.schema(keyword)
                        .map(value -> value.canonicalBytes() > MOST_QUOTED ? "otherwise" : value.toString())
                        .orElse("");
    }

    private static String text(FieldRead field) {
        return field.text(field.path().size());
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
        return "Expected " + text + " to be compared with what it may be, but "
                + (comparison.ordered() ? "it is never a " + constant.typeName() + " as " : "it is never ") + constant
                + ": " + says(keyword) + "."
                + (constant.isNull()
                        ? " A field that is not there is asked for with has(" + text + ")."
                        : meant(constant, keyword));
    }

    private String meant(Json constant, JsonPointer keyword) {
        if (!(constant instanceof JsonString text) || keyword.last().equals("type") || !problems.suggests()) {
            return "";
        }
        List<String> names = places.schema(keyword).stream()
                .flatMap(values ->
                        values instanceof JsonArray list && keyword.last().equals("enum")
                                ? list.stream()
                                : Stream.of(values))
                .flatMap(value -> value instanceof JsonString string ? Stream.of(string.value()) : Stream.empty())
                .toList();
        return problems.question(text.value(), names);
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
        return why + " forbids it." + problems.question(name, names)
                + (names.isEmpty() ? "" : " The fields are " + Parts.list(names) + ".");
    }
}
