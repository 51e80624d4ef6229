package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A condition of a step or task as a guard. */
final class When {

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:\\{\\{\\s*([^{}=][^{}]*?)\\s*\\}\\}|\"([^\"\\\\]*)\"|'([^'\\\\]*)'"
                    + "|(&&|\\|\\||==|!=|>=|<=|=~|[><!()])|(-?[0-9]+(?:\\.[0-9]+)?(?![A-Za-z0-9_.-]))|([A-Za-z0-9_][A-Za-z0-9_.-]*))\\s*");

    private static final Pattern MATCH = Pattern.compile("(\\S+) =~ (\"[^\"]*\")");

    private static final String STATUS =
            "\\([^\\s(]+ == \\[\\] \\? " + Json.of(References.EITHER) + " : (" + Json.of(References.SUCCEEDED) + ")\\)";

    /** What may be one of two is compared with neither. */
    private static final Pattern EITHER =
            Pattern.compile("(?<!\"Succeeded\" [!=]= (?:string\\()?)" + STATUS + "\\)*+(?! [!=]= \\1)");

    private static final Pattern IS_EITHER = both("==", "\\|\\|");
    private static final Pattern IS_NEITHER = both("!=", "&&");

    private When() {}

    /** CEL over {@code input}; empty if it says what a guard cannot. */
    static Optional<String> guard(String when, References references) {
        StringBuilder guard = new StringBuilder();
        Matcher token = TOKEN.matcher(when);
        int at = 0;
        while (at < when.length()) {
            if (!token.region(at, when.length()).lookingAt() || token.end() == at) {
                return Optional.empty();
            }
            Optional<String> word = word(token, references);
            if (word.isEmpty()) {
                return Optional.empty();
            }
            guard.append(word.get());
            at = token.end();
        }
        String either = IS_EITHER.matcher(guard).replaceAll("$1 != $2");
        String told = IS_NEITHER.matcher(either).replaceAll("$1 == $2");
        return EITHER.matcher(told).find()
                ? Optional.empty()
                : Optional.of(MATCH.matcher(told).replaceAll("$1.matches($2)"));
    }

    /** A status compared with both that it may be, where nothing else stands beside them. */
    private static Pattern both(String comparison, String join) {
        return Pattern.compile("(?<![^(])((?:string\\()?" + STATUS + "\\)?) " + comparison + " \"(Failed|Error)\" "
                + join + " \\1 " + comparison + " \"(?!\\3)(?:Failed|Error)\"(?![^)])");
    }

    private static Optional<String> word(Matcher token, References references) {
        if (token.group(1) != null) {
            return references.cel(token.group(1));
        }
        if (token.group(4) != null) {
            String sign = token.group(4);
            return Optional.of(sign.matches("[!()]") ? sign : " " + sign + " ");
        }
        if (token.group(5) != null) {
            return Optional.of(token.group(5));
        }
        String quoted = token.group(2) != null ? token.group(2) : token.group(3);
        if (quoted != null && quoted.contains("{{")) { // what stands there is put in before quotes are read
            return References.braced(quoted).flatMap(references::quoted);
        }
        String text = quoted != null ? quoted : token.group(6);
        boolean constant = token.group(6) != null && text.matches("true|false");
        return Optional.of(constant ? text : Json.of(text).toString());
    }
}
