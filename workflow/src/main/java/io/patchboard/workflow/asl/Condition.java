package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What conditions of CEL and JSONata have in common: comparisons of parts of the input, joined. */
sealed interface Condition {

    /** All of them, or one. */
    record Joined(boolean all, List<Condition> parts) implements Condition {}

    /** The opposite. */
    record Not(Condition inner) implements Condition {}

    /** A comparison; the sign is CEL's. */
    record Comparison(Operand left, String sign, Operand right) implements Condition {}

    /** Whether there is such a value. */
    record Exists(Path path) implements Condition {}

    /** A value that is true or false. */
    record Truth(Operand value) implements Condition {}

    /** What is compared. */
    sealed interface Operand {}

    /** A part of what there is. */
    record Path(Reference reference) implements Operand {}

    /** A constant. */
    record Constant(Json value) implements Operand {}

    /** How many items a list has, or characters a text. */
    record Size(Path path) implements Operand {}

    /** Empty if the text says what only one of the languages can. */
    static Optional<Condition> parse(String text, Dialect dialect) {
        return ConditionParser.parse(text, dialect);
    }

    /** In one of the languages. An equation with what is not there is false in JSONata; in CEL that has to be said. */
    default String text(Dialect dialect) {
        return switch (this) {
            case Joined joined ->
                joined.parts().stream()
                        .map(part -> part instanceof Joined ? "(" + part.text(dialect) + ")" : part.text(dialect))
                        .collect(Collectors.joining(joined.all() ? dialect.and() : dialect.or()));
            case Not not -> dialect.not() + "(" + not.inner().text(dialect) + ")";
            case Exists exists ->
                dialect == Dialect.CEL
                        ? PathText.celPresence(exists.path().reference())
                        : "$exists(" + text(exists.path(), dialect) + ")";
            case Truth truth -> text(truth.value(), dialect);
            case Comparison comparison -> comparison(comparison, dialect);
        };
    }

    private static String comparison(Comparison given, Dialect dialect) {
        String sign = given.sign().equals("==") ? dialect.equal() : given.sign();
        String plain = text(given.left(), dialect) + " " + sign + " " + text(given.right(), dialect);
        if (dialect != Dialect.CEL || !sign.matches("[=!]=")) {
            return plain;
        }
        String present = List.of(given.left(), given.right()).stream()
                .filter(Path.class::isInstance)
                .map(path -> PathText.celPresence(((Path) path).reference()))
                .collect(Collectors.joining(" && "));
        String equal = text(given.left(), dialect) + " == " + text(given.right(), dialect);
        String whole = present.isEmpty() ? equal : present + " && " + equal;
        return sign.equals("==") ? "(" + whole + ")" : "!(" + whole + ")";
    }

    private static String text(Operand operand, Dialect dialect) {
        return switch (operand) {
            case Constant constant -> constant.value().toString();
            case Path path -> dialect == Dialect.CEL ? PathText.cel(path.reference()) : jsonata(path.reference());
            case Size size -> {
                String of = text(size.path(), dialect);
                yield dialect == Dialect.CEL
                        ? "size(" + of + ")"
                        : "($type(" + of + ") = \"string\" ? $length(" + of + ") : $count(" + of + "))";
            }
        };
    }

    private static String jsonata(Reference reference) {
        boolean variable =
                reference.root() == Root.VARIABLES && !reference.steps().isEmpty();
        String head = reference.root().jsonata() + (variable ? reference.steps().getFirst() : "");
        return reference.steps().stream()
                .skip(variable ? 1 : 0)
                .map(step -> step instanceof String name ? "." + jsonataName(name) : "[" + step + "]")
                .collect(Collectors.joining("", head, ""));
    }

    private static String jsonataName(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") && !name.matches("and|or|in|true|false|null")
                ? name
                : name.contains("`") ? new JsonString(name).toString() : "`" + name + "`";
    }
}
