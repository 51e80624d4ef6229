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
        return Optional.of(MATCH.matcher(guard.toString()).replaceAll("$1.matches($2)"));
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
