package io.patchboard.kernel.cel;

import dev.cel.common.CelIssue;
import io.patchboard.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What is wrong with an expression, for people: the compiler's words, and what may have been meant. */
final class CelMessages {

    private static final String UNDECLARED = "undeclared reference to '";
    private static final String NO_COMPARISON = "=!<>";

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

    private CelMessages() {}

    static String of(List<CelIssue> issues, String source, Set<String> variables) {
        return issues.stream().map(issue -> described(issue, variables)).collect(Collectors.joining(" "))
                + " the variables are " + variables.stream().sorted().collect(Collectors.joining(", ")) + "."
                + hint(source);
    }

    private static String described(CelIssue issue, Set<String> variables) {
        String said = issue.getMessage().strip().replaceAll("\\s+", " ");
        return "line " + issue.getSourceLocation().getLine() + ", column "
                + (issue.getSourceLocation().getColumn() + 1) + " has: "
                + said.replace(" (in container '')", "") + (said.startsWith(UNDECLARED) ? meant(said, variables) : "")
                + ";";
    }

    private static String meant(String said, Set<String> variables) {
        String name = said.substring(UNDECLARED.length(), said.indexOf('\'', UNDECLARED.length()));
        List<String> known = new ArrayList<>(variables.stream().sorted().toList());
        known.addAll(FUNCTIONS);
        return Spelling.question(name, known);
    }

    private static String hint(String source) {
        return assigns(source) ? " To compare, write ==." : "";
    }

    /** Whether it has, outside of texts, an equals sign of its own. */
    private static boolean assigns(String source) {
        char quote = 0;
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '='
                    && (i == 0 || NO_COMPARISON.indexOf(source.charAt(i - 1)) < 0)
                    && (i + 1 == source.length() || source.charAt(i + 1) != '=')) {
                return true;
            }
        }
        return false;
    }
}
