package io.patchboard.workflow.evaluate;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.EvaluationListener;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JSONPath: paths into input, context object and variables, calls of intrinsic functions, and templates of these. */
final class Paths {

    static final String DYNAMIC = ".$";

    private static final Pattern HEAD = Pattern.compile("\\$(\\$|[\\p{L}_][\\p{L}\\p{N}_]*)?");
    private static final Pattern STEP =
            Pattern.compile("\\.([\\p{L}\\p{N}_-]+)|\\['((?:[^'\\\\]|\\\\.)*+)'\\]|\\[\"((?:[^\"\\\\]|\\\\.)*+)\"\\]"
                    + "|\\[([0-9]{1,9})\\]");
    private static final int LONGEST = 10_000;
    private static final int MOST_FOUND = 100_000;
    private static final Configuration BOUNDED = Configuration.defaultConfiguration()
            .setEvaluationListeners(found -> {
                if (found.index() >= MOST_FOUND) {
                    // To abort it would give what was found so far, as if that were all.
                    throw new EvaluationException(
                            EvaluationException.SIZE,
                            "Expected a JSONPath that finds at most " + MOST_FOUND + " values, but it finds more.");
                }
                return EvaluationListener.EvaluationContinuation.CONTINUE;
            });

    private final Scope scope;

    Paths(Scope scope) {
        this.scope = scope;
    }

    /** A template: members whose names end with {@code .$} hold paths or calls. */
    Json template(Json template) {
        return switch (template) {
            case JsonObject object -> {
                JsonObject.Builder made = JsonObject.builder();
                object.members().forEach((name, value) -> {
                    boolean dynamic = name.endsWith(DYNAMIC) && value instanceof JsonString;
                    made.put(
                            dynamic ? name.substring(0, name.length() - DYNAMIC.length()) : name,
                            dynamic ? value(((JsonString) value).value(), name) : template(value));
                });
                yield made.build();
            }
            case JsonArray array ->
                JsonArray.copyOf(array.stream().map(this::template).toList());
            default -> template;
        };
    }

    /** What a path leads to, or a call comes to. */
    Json value(String text, String field) {
        return text.startsWith("States.") ? Intrinsics.call(text, this, scope) : path(text, field);
    }

    /** @param field that has the path, for a message */
    Json path(String path, String field) {
        Matcher head = HEAD.matcher(path);
        if (path.length() > LONGEST || !head.lookingAt()) {
            throw nowhere(path, field, "it is none");
        }
        String rest = path.substring(head.end());
        Json root = head.group(1) == null
                ? scope.input()
                : head.group(1).equals("$")
                        ? scope.context()
                        : scope.variables()
                                .get(head.group(1))
                                .orElseThrow(() -> nowhere(path, field, "there is no such variable"));
        if (rest.isEmpty()) {
            return root;
        }
        Patterns.check(rest, EvaluationException.RUNTIME);
        try {
            return Values.json(JsonPath.using(BOUNDED).parse(Values.plain(root)).read("$" + rest));
        } catch (JsonPathException | IllegalArgumentException | StackOverflowError e) {
            throw nowhere(path, field, String.valueOf(e.getMessage()));
        }
    }

    private static EvaluationException nowhere(String path, String field, String why) {
        return new EvaluationException(
                EvaluationException.RUNTIME,
                "The JSONPath '" + path + "' of the field '" + field + "' leads nowhere: " + why + ".");
    }

    /** A value with another at a reference path, in objects made where none are. */
    static Json put(Json into, String path, Json value) {
        List<Object> steps = new ArrayList<>();
        Matcher step = STEP.matcher(path);
        int at = 1;
        while (at < path.length() && step.region(at, path.length()).lookingAt()) {
            String name = step.group(1) != null ? step.group(1) : step.group(2) != null ? step.group(2) : step.group(3);
            steps.add(name != null ? name.replaceAll("\\\\(.)", "$1") : (Object) Integer.valueOf(step.group(4)));
            at = step.end();
        }
        if (at < path.length()) {
            throw new EvaluationException(
                    EvaluationException.RUNTIME, "Expected a ResultPath of names and indices, but got '" + path + "'.");
        }
        return put(into, steps, value, path);
    }

    private static Json put(Json into, List<Object> steps, Json value, String path) {
        if (steps.isEmpty()) {
            return value;
        }
        List<Object> rest = steps.subList(1, steps.size());
        if (steps.get(0) instanceof Integer index && into instanceof JsonArray array && index < array.size()) {
            return array.with(index, put(array.get(index), rest, value, path));
        }
        if (!(steps.get(0) instanceof String name) || !(into instanceof JsonObject object)) {
            throw new EvaluationException(
                    "States.ResultPathMatchFailure",
                    "Expected an object, or a list with that item, in which ResultPath '" + path
                            + "' can put something, but got a " + into.typeName() + ".");
        }
        return object.with(name, put(object.get(name).orElse(JsonObject.EMPTY), rest, value, path));
    }
}
