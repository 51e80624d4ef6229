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
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            Map.entry("len", "size"),
            Map.entry("length", "size"),
            Map.entry("count", "size"),
            Map.entry("any", "exists"),
            Map.entry("some", "exists"),
            Map.entry("every", "all"),
            Map.entry("includes", "contains"),
            Map.entry("lower", "lowerAscii"),
            Map.entry("upper", "upperAscii"),
            Map.entry("True", "true"),
            Map.entry("False", "false"),
            Map.entry("None", "null"),
            Map.entry("nil", "null"),
            Map.entry("undefined", "null"));

    /** What variables are called elsewhere. */
    private static final Map<String, String> OTHER_VARIABLES = Map.of(
            "this", "self",
            "value", "self",
            "item", "self",
            "old", "oldSelf",
            "board", "state",
            "context", "state",
            "data", "state");

    /** Names of loops over a list, whose variables mean nothing to a compiler that knows no such loop. */
    private static final Set<String> LOOPS = Set.of("exists", "all", "map", "filter", "exists_one");

    /** What an expression comes to depends on the board alone. */
    private static final Set<String> CLOCKS = Set.of("now", "today", "date", "time", "Date");

    /** Nothing here adds up a list. */
    private static final Set<String> FOLDS = Set.of("sum", "reduce", "fold", "avg", "average", "mean", "total");

    /** What other languages write, outside of texts, and what is written here. */
    private static final Map<String, String> OTHER_OPERATORS = new LinkedHashMap<>();

    static {
        OTHER_OPERATORS.put("\\$\\{|\\{\\{", " An expression stands alone, without ${...} or {{...}}.");
        OTHER_OPERATORS.put("\\$", " The state is called state: for $.x write state.x.");
        OTHER_OPERATORS.put("=>|->|\\blambda\\b", " A loop names its item first, as in state.items.all(i, i.ok).");
        OTHER_OPERATORS.put("(?<![=!<>])=(?!=)|={3}", " To compare, write ==.");
        OTHER_OPERATORS.put("!={2}|<>", " To compare, write !=.");
        OTHER_OPERATORS.put("\\band\\b", " For \"and\", write &&.");
        OTHER_OPERATORS.put("\\bor\\b", " For \"or\", write ||.");
        OTHER_OPERATORS.put("\\bnot\\b", " For \"not\", write !.");
        OTHER_OPERATORS.put("\\bis\\b", " To compare, write ==.");
        OTHER_OPERATORS.put("\\blike\\b", " For \"like\", write startsWith, endsWith, contains or matches.");
        OTHER_OPERATORS.put("\\bif\\b", " For \"if\", write CONDITION ? THIS : THAT.");
        OTHER_OPERATORS.put("\\+{2}|--|[-+*/]=", " An expression changes nothing.");
        OTHER_OPERATORS.put("[\"']", " A text ends with the quote that it began with.");
    }

    private static final String TEXT = "\"[^\"]*\"|'[^']*'";

    private CelMessages() {}

    static String of(List<CelIssue> issues, String source, Set<String> variables) {
        return told(issues).stream()
                        .map(issue -> described(issue, source, variables))
                        .collect(Collectors.joining(" "))
                + " The variables are " + variables.stream().sorted().collect(Collectors.joining(", ")) + "."
                + hint(source);
    }

    /** What a parser says after its first error follows from it; so do the variables of a loop that there is not. */
    private static List<CelIssue> told(List<CelIssue> issues) {
        return issues.stream()
                .filter(issue -> !said(issue).startsWith(UNDECLARED) || isLoop(said(issue)))
                .findFirst()
                .map(List::of)
                .orElse(issues);
    }

    private static boolean isLoop(String said) {
        return LOOPS.contains(OTHER_NAMES.getOrDefault(undeclared(said), ""));
    }

    private static String said(CelIssue issue) {
        return issue.getMessage()
                .strip()
                .replaceAll("\\s+", " ")
                .replace(" (in container '')", "")
                .replaceAll(" expecting \\{.*", "")
                .replaceAll("^(token recognition error at:|mismatched input|extraneous input)", "unexpected")
                .replace("'<EOF>'", "the end");
    }

    private static String described(CelIssue issue, String source, Set<String> variables) {
        String said = said(issue);
        return "line " + issue.getSourceLocation().getLine() + ", column "
                + (issue.getSourceLocation().getColumn() + 1) + " has: "
                + said + "."
                + (said.startsWith(UNDECLARED) ? meant(undeclared(said), source, variables) : "");
    }

    private static String undeclared(String said) {
        return said.startsWith(UNDECLARED)
                ? said.substring(UNDECLARED.length(), said.indexOf('\'', UNDECLARED.length()))
                : "";
    }

    private static String meant(String name, String source, Set<String> variables) {
        if (CLOCKS.contains(name)) {
            return " An expression knows no time, since it has to come to the same whenever it is asked: a rule can have"
                    + " a delay, and a worker may write the time down.";
        }
        if (OTHER_NAMES.containsKey(name)) {
            return " Did you mean \"" + OTHER_NAMES.get(name) + "\"?";
        }
        if (variables.contains(OTHER_VARIABLES.getOrDefault(name, ""))) {
            return " Did you mean \"" + OTHER_VARIABLES.get(name) + "\"?";
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
        String code = source.replaceAll(TEXT, "0");
        return OTHER_OPERATORS.entrySet().stream()
                .filter(other -> code.matches("(?s).*(?:" + other.getKey() + ").*"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
