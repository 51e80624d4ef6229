package io.patchboard.kernel.cel;

import dev.cel.common.CelIssue;
import io.patchboard.text.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is wrong with an expression, for people: the compiler's words, and what may have been meant. */
final class CelMessages {

    private static final String UNDECLARED = "undeclared reference to '";

    /** Those that people misspell. */
    private static final List<String> FUNCTIONS = List.of(
            "size",
            "has",
            "all",
            "exists",
            "exists_one",
            "filter",
            "map",
            "contains",
            "startsWith",
            "endsWith",
            "matches",
            "lowerAscii",
            "upperAscii",
            "substring",
            "trim",
            "string",
            "int",
            "double",
            "bool",
            "duration",
            "timestamp",
            "type",
            "sort",
            "slice",
            "reverse",
            "charAt");

    /** What other languages call them. */
    private static final Map<String, String> OTHER_NAMES = Map.of(
            "len", "size",
            "length", "size",
            "count", "size",
            "any", "exists",
            "some", "exists",
            "every", "all",
            "includes", "contains",
            "lower", "lowerAscii",
            "upper", "upperAscii");

    /** Nothing here adds up a list. */
    private static final Set<String> FOLDS = Set.of("sum", "reduce", "fold", "avg", "average", "mean", "total");

    /** What other languages write, outside of texts, and what is written here. */
    private static final Map<String, String> OTHER_OPERATORS = new LinkedHashMap<>();

    static {
        OTHER_OPERATORS.put("(?<![=!<>])=(?!=)|={3}", " To compare, write ==.");
        OTHER_OPERATORS.put("!={2}|<>", " To compare, write !=.");
        OTHER_OPERATORS.put("\\band\\b", " For \"and\", write &&.");
        OTHER_OPERATORS.put("\\bor\\b", " For \"or\", write ||.");
        OTHER_OPERATORS.put("\\bnot\\b", " For \"not\", write !.");
    }

    private static final String TEXT = "\"[^\"]*\"|'[^']*'";

    private CelMessages() {}

    static String of(List<CelIssue> issues, String source, Set<String> variables) {
        return issues.stream().map(issue -> described(issue, source, variables)).collect(Collectors.joining(" "))
                + " the variables are " + variables.stream().sorted().collect(Collectors.joining(", ")) + "."
                + hint(source);
    }

    private static String described(CelIssue issue, String source, Set<String> variables) {
        String said = issue.getMessage().strip().replaceAll("\\s+", " ");
        return "line " + issue.getSourceLocation().getLine() + ", column "
                + (issue.getSourceLocation().getColumn() + 1) + " has: "
                + said.replace(" (in container '')", "")
                + (said.startsWith(UNDECLARED) ? meant(said, source, variables) : "")
                + ";";
    }

    private static String meant(String said, String source, Set<String> variables) {
        String name = said.substring(UNDECLARED.length(), said.indexOf('\'', UNDECLARED.length()));
        if (OTHER_NAMES.containsKey(name)) {
            return " Did you mean \"" + OTHER_NAMES.get(name) + "\"?";
        }
        if (FOLDS.contains(name)) {
            return " CEL adds up no list: have the total as a member beside it, which workers write with the list, or"
                    + " bound each item, as in state.parts.all(p, p.cost <= 10) && size(state.parts) <= 5.";
        }
        List<String> known = new ArrayList<>(variables.stream().sorted().toList());
        known.addAll(FUNCTIONS);
        String question = Spelling.question(name, known);
        boolean word = !variables.contains(name) && !source.contains(name + "(") && !source.contains(name + ".");
        return question.isEmpty() && word ? " A text stands in quotes, as '" + name + "'." : question;
    }

    private static String hint(String source) {
        String code = source.replaceAll(TEXT, "''");
        return OTHER_OPERATORS.entrySet().stream()
                .filter(other -> code.matches("(?s).*(?:" + other.getKey() + ").*"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
