package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.RejectionCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JSON Patch: operations that are done in order, all or none.
 *
 * @param operations in order; may be empty
 */
public record Patch(List<Operation> operations) {

    private static final String OPERATIONS = "add, remove, replace, move, copy, test";

    public Patch {
        operations = List.copyOf(operations);
    }

    /** The same inside of another place: what it does at or below the one it does at or below the other. */
    public Patch moved(JsonPointer from, JsonPointer to) {
        return new Patch(operations.stream()
                .map(operation -> operation.at(path -> moved(path, from, to)))
                .toList());
    }

    private static JsonPointer moved(JsonPointer path, JsonPointer from, JsonPointer to) {
        if (from.isRoot() || !from.isPrefixOf(path)) {
            return path;
        }
        JsonPointer moved = to;
        for (String token :
                path.tokens().subList(from.tokens().size(), path.tokens().size())) {
            moved = moved.child(token);
        }
        return moved;
    }

    /**
     * Reads the RFC 6902 form. Members that the RFC does not define are ignored (section 3); a {@code move} into a
     * child of its own source (section 4.4) is refused here, since it can be seen without the document.
     *
     * @throws PatchSyntaxException for the first thing that is not a JSON Patch or is over a limit
     */
    public static Patch parse(Json json, PatchLimits limits) throws PatchSyntaxException {
        if (!(json instanceof JsonArray array)) {
            throw new PatchSyntaxException(
                    RejectionCode.NOT_AN_ARRAY,
                    JsonPointer.ROOT,
                    "Expected a JSON Patch, which is an array of operations, but got " + described(json) + ". "
                            + arrayInPlaceOf(json));
        }
        if (array.size() > limits.maxOperations()) {
            throw new PatchSyntaxException(
                    RejectionCode.MAX_OPERATIONS,
                    JsonPointer.ROOT,
                    "Expected at most " + limits.maxOperations() + " operations in one patch, but got " + array.size()
                            + ". Split the patch, or replace a larger part at once.");
        }
        if (array.compactBytes() > limits.maxBytes()) {
            throw new PatchSyntaxException(
                    RejectionCode.MAX_BYTES,
                    JsonPointer.ROOT,
                    "Expected a patch of at most " + limits.maxBytes() + " bytes as compact JSON, but got a larger one."
                            + " Split the patch, or shorten its values.");
        }
        List<Operation> operations = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            operations.add(operation(array.get(i), JsonPointer.ROOT.child(i)));
        }
        return new Patch(operations);
    }

    private static Operation operation(Json json, JsonPointer at) throws PatchSyntaxException {
        if (!(json instanceof JsonObject object)) {
            throw new PatchSyntaxException(
                    RejectionCode.NOT_AN_OBJECT,
                    at,
                    "Expected an operation, which is an object, at " + at + ", but got " + described(json) + ".");
        }
        Json op = member(object, "op", at, "one of " + OPERATIONS);
        if (!(op instanceof JsonString name)) {
            throw unknownOperation(op, at);
        }
        return switch (name.value()) {
            case "add" -> new Operation.Add(pointer(object, "path", at), value(object, at));
            case "remove" -> new Operation.Remove(pointer(object, "path", at));
            case "replace" -> new Operation.Replace(pointer(object, "path", at), value(object, at));
            case "move" -> move(object, at);
            case "copy" -> new Operation.Copy(pointer(object, "from", at), pointer(object, "path", at));
            case "test" -> new Operation.Test(pointer(object, "path", at), value(object, at));
            default -> throw unknownOperation(op, at);
        };
    }

    private static Operation move(JsonObject object, JsonPointer at) throws PatchSyntaxException {
        JsonPointer from = pointer(object, "from", at);
        JsonPointer path = pointer(object, "path", at);
        if (from.isPrefixOf(path) && !from.equals(path)) {
            throw new PatchSyntaxException(
                    RejectionCode.MOVE_INTO_CHILD,
                    at.child("path"),
                    "Expected a move to a place outside of what is moved, but " + quoted(path) + " lies inside of "
                            + quoted(from) + " (RFC 6902 section 4.4). Use copy, or move the parts.");
        }
        return new Operation.Move(from, path);
    }

    private static JsonPointer pointer(JsonObject object, String name, JsonPointer at) throws PatchSyntaxException {
        Json json = member(object, name, at, "a JSON Pointer");
        if (!(json instanceof JsonString text)) {
            throw new PatchSyntaxException(
                    RejectionCode.POINTER,
                    at.child(name),
                    "Expected a JSON Pointer as a string at " + at.child(name) + ", but got " + described(json) + ".");
        }
        String value = text.value();
        if (!value.isEmpty() && value.charAt(0) != '/') {
            throw new PatchSyntaxException(
                    RejectionCode.POINTER,
                    at.child(name),
                    "Expected a JSON Pointer that is empty or begins with \"/\" at " + at.child(name) + ", but got "
                            + described(json) + ".");
        }
        for (int i = value.indexOf('~'); i >= 0; i = value.indexOf('~', i + 1)) {
            if (i + 1 == value.length() || value.charAt(i + 1) != '0' && value.charAt(i + 1) != '1') {
                throw new PatchSyntaxException(
                        RejectionCode.POINTER,
                        at.child(name),
                        "Expected every \"~\" of the JSON Pointer at " + at.child(name)
                                + " to be followed by 0 or 1 (\"~0\" is \"~\", \"~1\" is \"/\"), but got "
                                + described(json) + ".");
            }
        }
        return JsonPointer.parse(value);
    }

    private static Json value(JsonObject object, JsonPointer at) throws PatchSyntaxException {
        return member(object, "value", at, "any JSON value, null included");
    }

    private static Json member(JsonObject object, String name, JsonPointer at, String expected)
            throws PatchSyntaxException {
        Optional<Json> member = object.get(name);
        if (member.isEmpty()) {
            throw new PatchSyntaxException(
                    RejectionCode.MISSING_MEMBER,
                    at.child(name),
                    "Expected the member \"" + name + "\" (" + expected + ") at " + at + ", but got "
                            + described(object) + ".");
        }
        return member.get();
    }

    private static PatchSyntaxException unknownOperation(Json op, JsonPointer at) {
        return new PatchSyntaxException(
                RejectionCode.UNKNOWN_OPERATION,
                at.child("op"),
                "Expected one of " + OPERATIONS + " at " + at.child("op") + ", but got " + described(op) + ".");
    }

    private static String arrayInPlaceOf(Json json) {
        return switch (json) {
            case JsonObject operation -> "Put the operation into an array.";
            case JsonString text -> "Send the array itself, not a string that has it as text.";
            default -> "An empty array changes nothing.";
        };
    }

    private static String described(Json json) {
        return Abbreviation.of(json);
    }

    private static String quoted(JsonPointer pointer) {
        return Abbreviation.quote(pointer.toString());
    }

    /** The RFC 6902 form, which {@link #parse} reads back. */
    public JsonArray toJson() {
        Json[] items = new Json[operations.size()];
        for (int i = 0; i < items.length; i++) {
            items[i] = operations.get(i).toJson();
        }
        return JsonArray.of(items);
    }
}
