package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.WorkBudget;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The template of a board's first state: an object of the form {@code {"$input": "/pointer"}} stands for that part of
 * the input.
 */
public final class InitialState {

    private static final String REFERENCE = "$input";

    private final Json template;

    InitialState(Json template) {
        this.template = template;
    }

    /**
     * The first state for an input.
     *
     * @param missing receives one problem for each reference that the input has no value for
     */
    public Json fill(Json input, List<Problem> missing) {
        return fill(template, input, missing);
    }

    /**
     * How large the parts of the input are that the first state repeats, each counted as often as it is referred to. It
     * is known before the state is made, which could be more than fits the heap.
     *
     * @param most beyond which there is no need to count
     */
    public long repeatedChars(Json input, long most) {
        return repeatedChars(template, input, most, new HashMap<>());
    }

    private static long repeatedChars(Json part, Json input, long most, Map<String, Long> known) {
        Optional<String> reference = reference(part);
        if (reference.isPresent()) {
            return known.computeIfAbsent(
                    reference.get(),
                    pointer -> JsonPointer.parse(pointer)
                            .resolve(input)
                            .map(Json::compactChars)
                            .orElse(0L));
        }
        Collection<Json> inside = List.of();
        if (part instanceof JsonObject object) {
            inside = object.members().values();
        } else if (part instanceof JsonArray array) {
            inside = array.items();
        }
        long sum = 0;
        for (Json item : inside) {
            sum += sum > most ? 0 : repeatedChars(item, input, most, known);
        }
        return sum;
    }

    private static Json fill(Json part, Json input, List<Problem> missing) {
        Optional<String> reference = reference(part);
        if (reference.isPresent()) {
            Optional<Json> value = JsonPointer.parse(reference.get()).resolve(input);
            if (value.isEmpty()) {
                missing.add(new Problem(
                        reference.get(),
                        "Expected the input to have a value at " + reference.get()
                                + ", because the initial state refers to it, but there is none."));
            }
            return value.orElse(Json.nul());
        }
        if (part instanceof JsonObject object) {
            Map<String, Json> filled = new LinkedHashMap<>();
            object.members().forEach((name, value) -> filled.put(name, fill(value, input, missing)));
            return JsonObject.copyOf(filled);
        }
        if (part instanceof JsonArray array) {
            return JsonArray.copyOf(
                    array.stream().map(item -> fill(item, input, missing)).toList());
        }
        return part;
    }

    /** Where the template refers to the input, in document order. */
    List<JsonPointer> references() {
        List<JsonPointer> found = new ArrayList<>();
        references(template, JsonPointer.ROOT, found);
        return found;
    }

    private static void references(Json part, JsonPointer at, List<JsonPointer> found) {
        if (reference(part).isPresent()) {
            found.add(at);
        } else if (part instanceof JsonObject object) {
            object.members().forEach((name, value) -> references(value, at.child(name), found));
        } else if (part instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                references(array.get(i), at.child(i), found);
            }
        }
    }

    /** Whether a board can begin with a value at some place of a pattern; yes where there is no work left to tell. */
    public boolean mayHold(PathPattern pattern, WorkBudget work) {
        return mayHold(template, pattern, 0, work);
    }

    private static boolean mayHold(Json part, PathPattern pattern, int depth, WorkBudget work) {
        if (!work.spend(1) || reference(part).isPresent()) {
            return true;
        }
        List<String> segments = pattern.segments();
        if (depth == segments.size() + (pattern.isDeep() ? 1 : 0)) {
            return true;
        }
        String segment = depth < segments.size() ? segments.get(depth) : "*";
        Collection<Json> inside = List.of();
        if (!segment.equals("*")) {
            inside = new JsonPointer(List.of(segment)).resolve(part).stream().toList();
        } else if (part instanceof JsonObject object) {
            inside = object.members().values();
        } else if (part instanceof JsonArray array) {
            inside = array.items();
        }
        return inside.stream().anyMatch(value -> mayHold(value, pattern, depth + 1, work));
    }

    /** Reports every reference that is not a JSON Pointer. */
    static void check(Json part, JsonPointer at, Problems problems) {
        Optional<String> reference = reference(part);
        if (reference.isPresent()) {
            try {
                JsonPointer.parse(reference.get());
            } catch (IllegalArgumentException e) {
                problems.add(at.child(REFERENCE), e.getMessage());
            }
        } else if (part instanceof JsonObject object) {
            object.members().forEach((name, value) -> check(value, at.child(name), problems));
        } else if (part instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                check(array.get(i), at.child(i), problems);
            }
        }
    }

    private static Optional<String> reference(Json part) {
        return part instanceof JsonObject object && object.size() == 1
                ? object.get(REFERENCE)
                        .flatMap(value ->
                                value instanceof JsonString text ? Optional.of(text.value()) : Optional.empty())
                : Optional.empty();
    }
}
