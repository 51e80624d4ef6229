package io.patchboard.client.board;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.diff.JsonDiff;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The difference of two states as a JSON Patch. It is applied to the first state before it is shown; should the library
 * have found a patch that does not lead to the second, one operation that replaces everything is shown instead.
 */
public final class StateDiff {

    private static final PatchLimits ANY_PATCH = new PatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);
    private static final ApplyLimits ANY_SIZE = new ApplyLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Json before;
    private final JsonArray patch;

    private StateDiff(Json before, JsonArray patch) {
        this.before = before;
        this.patch = patch;
    }

    public static StateDiff between(Json before, Json after) {
        Json found = toJson(JsonDiff.asJson(toNode(before), toNode(after)));
        boolean right = found instanceof JsonArray && apply(before, found).equals(Optional.of(after));
        return new StateDiff(before, right ? (JsonArray) found : replacement(after));
    }

    private static JsonArray replacement(Json after) {
        return JsonArray.of(new Operation.Replace(JsonPointer.ROOT, after).toJson());
    }

    /** What leads from the first to the second. */
    public JsonArray patch() {
        return patch;
    }

    /**
     * One step of the way.
     *
     * @param old the value that it removes or replaces
     */
    public record Step(Operation operation, Optional<Json> old) {

        /** The operation, and {@code old}. */
        public JsonObject toJson() {
            return JsonObject.builder()
                    .putAll(operation.toJson())
                    .putIfPresent("old", old)
                    .build();
        }
    }

    /** As {@link #patch}, with what each step meets. */
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        Json state = before;
        for (Json item : patch) {
            JsonArray one = JsonArray.of(item);
            Operation operation = parse(one).operations().get(0);
            boolean ends = operation instanceof Operation.Remove || operation instanceof Operation.Replace;
            steps.add(new Step(operation, ends ? operation.path().resolve(state) : Optional.empty()));
            state = apply(state, one).orElseThrow();
        }
        return steps;
    }

    private static Optional<Json> apply(Json document, Json patch) {
        return PatchApplier.apply(document, parse(patch), ANY_SIZE) instanceof PatchResult.Applied applied
                ? Optional.of(applied.document())
                : Optional.empty();
    }

    private static Patch parse(Json patch) {
        try {
            return Patch.parse(patch, ANY_PATCH);
        } catch (PatchSyntaxException e) {
            throw new IllegalStateException("Expected the library to make a JSON Patch, but got " + patch, e);
        }
    }

    static JsonNode toNode(Json value) {
        return switch (value) {
            case JsonObject object -> {
                ObjectNode node = NODES.objectNode();
                object.members().forEach((name, member) -> node.set(name, toNode(member)));
                yield node;
            }
            case JsonArray array -> {
                ArrayNode node = NODES.arrayNode(array.size());
                array.forEach(item -> node.add(toNode(item)));
                yield node;
            }
            case JsonString string -> NODES.textNode(string.value());
            case JsonNumber number -> number(number);
            case JsonBoolean bool -> NODES.booleanNode(bool.value());
            case JsonNull nothing -> NODES.nullNode();
        };
    }

    /** The library writes decimals anew, 100 as 1E+2; whole numbers stay as they are. */
    private static JsonNode number(JsonNumber number) {
        return number.isIntegral()
                ? NODES.numberNode(number.value().toBigIntegerExact())
                : DecimalNode.valueOf(number.value());
    }

    static Json toJson(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, Json> members = new LinkedHashMap<>();
                node.properties().forEach(member -> members.put(member.getKey(), toJson(member.getValue())));
                yield JsonObject.copyOf(members);
            }
            case ARRAY -> {
                List<Json> items = new ArrayList<>();
                node.forEach(item -> items.add(toJson(item)));
                yield JsonArray.copyOf(items);
            }
            case STRING -> Json.of(node.textValue());
            case NUMBER -> JsonNumber.of(node.decimalValue());
            case BOOLEAN -> Json.of(node.booleanValue());
            default -> Json.nul();
        };
    }
}
