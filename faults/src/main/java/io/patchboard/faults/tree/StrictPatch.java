package io.patchboard.faults.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** JSON Patch (RFC 6902) on Jackson trees, all or nothing. The generator asks it what a patch would come to. */
public final class StrictPatch {

    private StrictPatch() {}

    /**
     * The document after the patch; empty if the patch is none or cannot be applied. The document itself stays as it
     * is.
     */
    public static Optional<JsonNode> apply(JsonNode document, JsonNode patch) {
        if (!patch.isArray()) {
            return Optional.empty();
        }
        Optional<JsonNode> result = Optional.of(document.deepCopy());
        for (JsonNode operation : patch) {
            result = result.flatMap(tree -> one(tree, operation));
        }
        return result;
    }

    private static Optional<JsonNode> one(JsonNode tree, JsonNode operation) {
        Optional<List<String>> path = pointer(operation, "path");
        if (path.isEmpty()) {
            return Optional.empty();
        }
        boolean hasValue = operation.has("value");
        JsonNode value = operation.path("value").deepCopy();
        return switch (operation.path("op").isTextual() ? operation.get("op").textValue() : "") {
            case "add" -> hasValue ? add(tree, path.get(), value) : Optional.empty();
            case "replace" -> hasValue ? replace(tree, path.get(), value) : Optional.empty();
            case "remove" -> remove(tree, path.get());
            case "test" ->
                hasValue
                                && exists(tree, path.get())
                                && Pointers.at(tree, path.get()).equals(value)
                        ? Optional.of(tree)
                        : Optional.empty();
            case "copy" ->
                pointer(operation, "from")
                        .filter(from -> exists(tree, from))
                        .flatMap(from ->
                                add(tree, path.get(), Pointers.at(tree, from).deepCopy()));
            case "move" ->
                pointer(operation, "from")
                        .filter(from -> exists(tree, from) && !inside(from, path.get()))
                        .flatMap(from -> move(tree, from, path.get()));
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> move(JsonNode tree, List<String> from, List<String> path) {
        JsonNode value = Pointers.at(tree, from);
        return remove(tree, from).flatMap(without -> add(without, path, value));
    }

    private static boolean inside(List<String> from, List<String> path) {
        return path.size() > from.size() && path.subList(0, from.size()).equals(from);
    }

    private static Optional<List<String>> pointer(JsonNode operation, String name) {
        return operation.path(name).isTextual()
                ? Pointers.tokens(operation.get(name).textValue())
                : Optional.empty();
    }

    private static boolean exists(JsonNode tree, List<String> path) {
        return !Pointers.at(tree, path).isMissingNode();
    }

    private static Optional<JsonNode> add(JsonNode tree, List<String> path, JsonNode value) {
        if (path.isEmpty()) {
            return Optional.of(value);
        }
        JsonNode parent = Pointers.at(tree, Pointers.parent(path));
        String last = Pointers.last(path);
        if (parent instanceof ObjectNode object) {
            object.set(last, value);
            return Optional.of(tree);
        }
        if (parent instanceof ArrayNode array) {
            Optional<Integer> index = last.equals("-") ? Optional.of(array.size()) : Pointers.index(last);
            if (index.isPresent() && index.get() <= array.size()) {
                array.insert(index.get(), value);
                return Optional.of(tree);
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> replace(JsonNode tree, List<String> path, JsonNode value) {
        if (path.isEmpty()) {
            return Optional.of(value);
        }
        if (!exists(tree, path)) {
            return Optional.empty();
        }
        JsonNode parent = Pointers.at(tree, Pointers.parent(path));
        if (parent instanceof ObjectNode object) {
            object.set(Pointers.last(path), value);
        } else {
            ((ArrayNode) parent).set(Pointers.index(Pointers.last(path)).orElseThrow(), value);
        }
        return Optional.of(tree);
    }

    private static Optional<JsonNode> remove(JsonNode tree, List<String> path) {
        if (path.isEmpty() || !exists(tree, path)) {
            return Optional.empty();
        }
        JsonNode parent = Pointers.at(tree, Pointers.parent(path));
        if (parent instanceof ObjectNode object) {
            object.remove(Pointers.last(path));
        } else {
            ((ArrayNode) parent).remove(Pointers.index(Pointers.last(path)).orElseThrow());
        }
        return Optional.of(tree);
    }
}
