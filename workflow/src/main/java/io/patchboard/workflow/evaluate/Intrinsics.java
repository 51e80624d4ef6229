package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls of intrinsic functions, read and evaluated in one go. */
final class Intrinsics {

    private static final Pattern CALL = Pattern.compile("States\\.(\\w+)\\(");
    private static final Pattern TEXT = Pattern.compile("'((?:[^'\\\\]|\\\\.)*+)'");
    private static final Pattern CONSTANT =
            Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|null|true|false)");
    private static final Pattern PATH =
            Pattern.compile("(\\$(?:[^,()\\['\"\\s]|\\[(?:[^\\]'\"]|'[^']*'|\"[^\"]*\")*+\\])*+)");
    private static final Pattern SPACE = Pattern.compile("(\\s*)");
    private static final int DEEPEST = 10;

    private final String text;
    private final Paths paths;
    private final Functions functions;
    private int at;
    private int depth;

    private Intrinsics(String text, Paths paths, Scope scope) {
        this.text = text;
        this.paths = paths;
        this.functions = new Functions(scope);
    }

    static Json call(String text, Paths paths, Scope scope) {
        Intrinsics reader = new Intrinsics(text, paths, scope);
        try {
            Json value = reader.call();
            if (reader.at < text.length()) {
                throw new IllegalArgumentException("Expected the end, but got \"" + text.substring(reader.at) + "\".");
            }
            return value;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new EvaluationException(
                    EvaluationException.INTRINSIC, "The intrinsic function '" + text + "' failed. " + e.getMessage());
        }
    }

    private Optional<String> take(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        at = matcher.end();
        return Optional.of(matcher.group(1));
    }

    private boolean takes(char wanted) {
        take(SPACE);
        boolean there = at < text.length() && text.charAt(at) == wanted;
        at += there ? 1 : 0;
        return there;
    }

    private Json call() {
        String name = take(CALL).orElseThrow(() -> new IllegalArgumentException("Expected States.NAME(...)."));
        depth++;
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("Expected at most " + DEEPEST + " calls within one another.");
        }
        List<Json> arguments = new ArrayList<>();
        if (!takes(')')) {
            do {
                take(SPACE);
                arguments.add(argument(name.equals("Format") && arguments.isEmpty()));
            } while (takes(','));
            if (!takes(')')) {
                throw new IllegalArgumentException("Expected \")\" at character " + at + ".");
            }
        }
        depth--;
        return functions.of(name, arguments);
    }

    /** @param raw whether backslashes before braces stay, since the text is a format */
    private Json argument(boolean raw) {
        Optional<String> quoted = take(TEXT);
        if (quoted.isPresent()) {
            return new JsonString(quoted.get().replaceAll(raw ? "\\\\(['])" : "\\\\(.)", "$1"));
        }
        Optional<Json> constant = take(CONSTANT).map(JsonReader::parse);
        return constant.or(() -> take(PATH).map(path -> paths.path(path, text))).orElseGet(this::call);
    }
}
