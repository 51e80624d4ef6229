package io.patchboard.standalone.sources;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.CelOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** A JSON value in which each string is a CEL expression over an event; everything else stands for itself. */
sealed interface Template {

    /** The value for one event's variables. */
    Json fill(Map<String, Json> variables) throws UnmappedException;

    /** @param at where it stands in the file */
    record Computed(CelExpression expression, JsonPointer at) implements Template {

        @Override
        public Json fill(Map<String, Json> variables) throws UnmappedException {
            return switch (expression.evaluate(variables)) {
                case CelOutcome.Value value -> value.value();
                case CelOutcome.Failed failed ->
                    throw new UnmappedException(
                            at, "Expected " + expression + " to have a value, but: " + failed.message());
            };
        }
    }

    record Members(Map<String, Template> members) implements Template {

        @Override
        public Json fill(Map<String, Json> variables) throws UnmappedException {
            JsonObject.Builder filled = JsonObject.builder();
            for (Map.Entry<String, Template> member : members.entrySet()) {
                filled.put(member.getKey(), member.getValue().fill(variables));
            }
            return filled.build();
        }
    }

    record Items(List<Template> items) implements Template {

        @Override
        public Json fill(Map<String, Json> variables) throws UnmappedException {
            JsonArray filled = JsonArray.EMPTY;
            for (Template item : items) {
                filled = filled.append(item.fill(variables));
            }
            return filled;
        }
    }

    record Constant(Json value) implements Template {

        @Override
        public Json fill(Map<String, Json> variables) {
            return value;
        }
    }

    /** What is wrong with a place of a file. */
    interface Problems {

        void add(JsonPointer at, String message);
    }

    /**
     * @param variables that expressions may use
     * @param problems takes what is wrong, and there is a template all the same
     */
    static Template compile(Json value, JsonPointer at, Set<String> variables, Problems problems) {
        return switch (value) {
            case JsonString text -> expression(text.value(), at, variables, problems);
            case JsonObject object -> {
                Map<String, Template> members = new LinkedHashMap<>();
                object.members()
                        .forEach((name, member) ->
                                members.put(name, compile(member, at.child(name), variables, problems)));
                yield new Members(members);
            }
            case JsonArray array ->
                new Items(IntStream.range(0, array.size())
                        .mapToObj(i -> compile(array.get(i), at.child(i), variables, problems))
                        .toList());
            default -> new Constant(value);
        };
    }

    private static Template expression(String text, JsonPointer at, Set<String> variables, Problems problems) {
        try {
            return new Computed(CelExpression.compile(text, variables), at);
        } catch (CelCompileException e) {
            problems.add(at, e.getMessage() + " A text that is meant as it stands goes into quotes of its own.");
            return new Constant(Json.of(text));
        }
    }
}
