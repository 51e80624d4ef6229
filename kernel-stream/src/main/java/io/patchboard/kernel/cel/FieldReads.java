package io.patchboard.kernel.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fields that an expression reads, in {@code has} too, the constants that it compares them with, and what it does
 * with them else, as far as its text tells. What comes out of a function, a choice or a literal is not followed.
 */
public final class FieldReads {

    private static final String INDEX = "_[_]";
    private static final String OPTIONAL_FIELD = "_?._";
    private static final int MOST = 2_000;

    private static final Set<String> EQUALITY = Set.of("_==_", "_!=_");
    private static final Set<String> ORDER = Set.of("_<_", "_<=_", "_>_", "_>=_");
    private static final String IN = "@in";
    /** What asks whether something is true; of a choice, the first. */
    private static final Set<String> LOGIC = Set.of("_&&_", "_||_", "!_", "_?_:_");

    private static final String SUM = "_+_";
    private static final Set<String> ARITHMETIC = Set.of("_-_", "_*_", "_/_", "_%_", "-_");
    private static final List<FieldType> ADDED = List.of(FieldType.NUMBER, FieldType.STRING, FieldType.LIST);
    private static final String SIZE = "size";
    private static final List<FieldType> SIZED = List.of(FieldType.STRING, FieldType.LIST, FieldType.OBJECT);
    /** Functions on strings: how many of what they are given, in front of the dot and behind it, have to be strings. */
    private static final Map<String, Integer> ON_STRINGS = Map.ofEntries(
            Map.entry("contains", 2),
            Map.entry("startsWith", 2),
            Map.entry("endsWith", 2),
            Map.entry("matches", 2),
            Map.entry("indexOf", 2),
            Map.entry("lastIndexOf", 2),
            Map.entry("split", 2),
            Map.entry("replace", 3),
            Map.entry("lowerAscii", 1),
            Map.entry("upperAscii", 1),
            Map.entry("trim", 1),
            Map.entry("charAt", 1),
            Map.entry("substring", 1));

    private final Set<FieldRead> found = new LinkedHashSet<>();
    private final Set<FieldComparison> comparisons = new LinkedHashSet<>();
    private final Set<FieldRead> conditions = new LinkedHashSet<>();
    private final Set<FieldRead> searched = new LinkedHashSet<>();
    private final Set<FieldUse> uses = new LinkedHashSet<>();
    private final Set<FieldPair> pairs = new LinkedHashSet<>();
    private Optional<FieldRead> result = Optional.empty();

    private FieldReads() {}

    static FieldReads of(CelExpr expression) {
        FieldReads reads = new FieldReads();
        reads.result = reads.visit(expression, Map.of());
        return reads;
    }

    /** Those that it reads or asks for. */
    public Set<FieldRead> fields() {
        return Collections.unmodifiableSet(found);
    }

    /** What the expression comes to, if that is a field as it is. */
    public Optional<FieldRead> result() {
        return result;
    }

    /** With constants. */
    public Set<FieldComparison> comparisons() {
        return Collections.unmodifiableSet(comparisons);
    }

    /** Fields that are to be true or false inside of the expression. */
    public Set<FieldRead> conditions() {
        return Collections.unmodifiableSet(conditions);
    }

    /** Fields in which {@code in} looks for something. */
    public Set<FieldRead> searched() {
        return Collections.unmodifiableSet(searched);
    }

    /** Fields that it gives to functions and operators that take some types only. */
    public Set<FieldUse> uses() {
        return Collections.unmodifiableSet(uses);
    }

    /** Fields that it compares with each other, or adds up. */
    public Set<FieldPair> pairs() {
        return Collections.unmodifiableSet(pairs);
    }

    /**
     * @param bound where the names that loops around it bind are; empty for those that are nowhere
     * @return where the value of the expression is; empty if that is not known
     */
    private Optional<FieldRead> visit(CelExpr expression, Map<String, Optional<FieldRead>> bound) {
        return switch (expression.exprKind().getKind()) {
            case IDENT -> {
                String name = expression.ident().name();
                yield bound.containsKey(name)
                        ? bound.get(name)
                        : Optional.of(new FieldRead(name, List.of(), List.of()));
            }
            case SELECT ->
                visit(expression.select().operand(), bound)
                        .flatMap(from -> read(from, expression.select().field()))
                        .filter(field -> !expression.select().testOnly()); // has(...) is true or false
            case CALL -> visit(expression.call(), bound);
            case LIST -> {
                expression.list().elements().forEach(element -> visit(element, bound));
                yield Optional.empty();
            }
            case STRUCT -> {
                expression.struct().entries().forEach(entry -> visit(entry.value(), bound));
                yield Optional.empty();
            }
            case MAP -> {
                expression.map().entries().forEach(entry -> {
                    visit(entry.key(), bound);
                    visit(entry.value(), bound);
                });
                yield Optional.empty();
            }
            case COMPREHENSION -> {
                visit(expression.comprehension(), bound);
                yield Optional.empty();
            }
            case CONSTANT, NOT_SET -> Optional.empty();
        };
    }

    private Optional<FieldRead> visit(CelCall call, Map<String, Optional<FieldRead>> bound) {
        List<Optional<FieldRead>> operands = new ArrayList<>();
        call.target().ifPresent(before -> operands.add(visit(before, bound)));
        int behind = operands.size();
        call.args().forEach(argument -> operands.add(visit(argument, bound)));
        List<Optional<FieldRead>> arguments = operands.subList(behind, operands.size());
        use(call, operands);
        if (call.function().equals(INDEX)) {
            return arguments.get(0).flatMap(from -> read(from, index(call.args().get(1))));
        } else if (call.function().equals(OPTIONAL_FIELD)) {
            arguments.get(0).ifPresent(from -> read(from, index(call.args().get(1))));
        } else if (EQUALITY.contains(call.function()) || ORDER.contains(call.function())) {
            boolean order = ORDER.contains(call.function());
            arguments
                    .get(0)
                    .ifPresent(field -> compare(field, order, call.args().get(1)));
            arguments
                    .get(1)
                    .ifPresent(field -> compare(field, order, call.args().get(0)));
            pair(arguments, List.of(FieldType.values()));
        } else if (LOGIC.contains(call.function())) {
            int asked = call.function().equals("_?_:_") ? 1 : arguments.size();
            arguments.subList(0, asked).forEach(argument -> argument.ifPresent(conditions::add));
        } else if (call.function().equals(IN) && arguments.get(1).isPresent()) {
            searched.add(arguments.get(1).get());
        } else if (call.function().equals(IN)
                && call.args().get(1).exprKind().getKind() == CelExpr.ExprKind.Kind.LIST) {
            arguments
                    .get(0)
                    .ifPresent(field ->
                            call.args().get(1).list().elements().forEach(element -> compare(field, false, element)));
        }
        return Optional.empty();
    }

    /** @param operands what it is given, in front of the dot and behind it; empty for what is no field */
    private void use(CelCall call, List<Optional<FieldRead>> operands) {
        String function = call.function();
        if (function.equals(SIZE)) {
            use(operands.subList(0, 1), function, SIZED);
        } else if (ARITHMETIC.contains(function)) {
            use(operands, function, List.of(FieldType.NUMBER));
        } else if (function.equals(SUM)) {
            use(operands.subList(0, 1), function, addedTo(call.args().get(1)));
            use(operands.subList(1, 2), function, addedTo(call.args().get(0)));
            pair(operands, ADDED);
        } else {
            int strings = Math.min(ON_STRINGS.getOrDefault(function, 0), operands.size());
            use(operands.subList(0, strings), function, List.of(FieldType.STRING));
        }
    }

    private void use(List<Optional<FieldRead>> operands, String function, List<FieldType> types) {
        for (Optional<FieldRead> operand : operands) {
            if (operand.isPresent() && uses.size() < MOST) {
                uses.add(new FieldUse(operand.get(), function.replace("_", ""), types));
            }
        }
    }

    private void pair(List<Optional<FieldRead>> operands, List<FieldType> types) {
        if (operands.stream().allMatch(Optional::isPresent) && pairs.size() < MOST) {
            pairs.add(new FieldPair(operands.get(0).get(), operands.get(1).get(), types));
        }
    }

    /** What may be added to it. */
    private static List<FieldType> addedTo(CelExpr other) {
        return switch (other.exprKind().getKind()) {
            case LIST -> List.of(FieldType.LIST);
            case CONSTANT ->
                switch (other.constant().getKind()) {
                    case INT64_VALUE, DOUBLE_VALUE -> List.of(FieldType.NUMBER);
                    case STRING_VALUE -> List.of(FieldType.STRING);
                    default -> ADDED;
                };
            default -> ADDED;
        };
    }

    private void compare(FieldRead field, boolean order, CelExpr other) {
        if (other.exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT && comparisons.size() < MOST) {
            value(other.constant()).ifPresent(value -> comparisons.add(new FieldComparison(field, order, value)));
        }
    }

    private static Optional<Json> value(CelConstant constant) {
        return switch (constant.getKind()) {
            case NULL_VALUE -> Optional.of(Json.nul());
            case BOOLEAN_VALUE -> Optional.of(Json.of(constant.booleanValue()));
            case INT64_VALUE -> Optional.of(Json.of(constant.int64Value()));
            case DOUBLE_VALUE ->
                Optional.of(constant.doubleValue()).filter(Double::isFinite).map(JsonNumber::of);
            case STRING_VALUE -> Optional.of(Json.of(constant.stringValue()));
            default -> Optional.empty();
        };
    }

    private static String index(CelExpr expression) {
        if (expression.exprKind().getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
            return FieldRead.ANY;
        }
        CelConstant constant = expression.constant();
        return switch (constant.getKind()) {
            case STRING_VALUE -> constant.stringValue();
            case INT64_VALUE -> Long.toString(constant.int64Value());
            default -> FieldRead.ANY;
        };
    }

    private Optional<FieldRead> read(FieldRead from, String step) {
        FieldRead read = new FieldRead(from.variable(), with(from.path(), step), from.items());
        if (found.size() < MOST) {
            found.add(read);
        }
        return Optional.of(read);
    }

    private void visit(CelComprehension loop, Map<String, Optional<FieldRead>> bound) {
        Optional<FieldRead> range = visit(loop.iterRange(), bound);
        visit(loop.accuInit(), bound);
        Map<String, Optional<FieldRead>> inResult = new HashMap<>(bound);
        inResult.put(loop.accuVar(), Optional.empty());
        Map<String, Optional<FieldRead>> inLoop = new HashMap<>(inResult);
        if (loop.iterVar2().isEmpty()) {
            inLoop.put(
                    loop.iterVar(),
                    range.map(list -> new FieldRead(
                            list.variable(),
                            with(list.path(), FieldRead.ANY),
                            with(list.items(), list.path().size()))));
        } else {
            // The first is an index or a key, the second what is there, in lists and objects alike.
            inLoop.put(loop.iterVar(), Optional.empty());
            inLoop.put(
                    loop.iterVar2(),
                    range.map(all -> new FieldRead(all.variable(), with(all.path(), FieldRead.ANY), all.items())));
        }
        visit(loop.loopCondition(), inLoop);
        visit(loop.loopStep(), inLoop);
        visit(loop.result(), inResult);
    }

    private static <T> List<T> with(List<T> list, T last) {
        List<T> longer = new ArrayList<>(list);
        longer.add(last);
        return longer;
    }
}
