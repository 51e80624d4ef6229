package io.patchboard.standalone.cli.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.PathPattern;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Whether a write can trigger a rule, as far as the patterns of both tell. */
final class Reach {

    private static final String ANY = "*";

    /** In a blueprint's initial state this stands for a part of the input, which may be anything. */
    private static final String INPUT = "$input";

    private Reach() {}

    static boolean canTrigger(WriteGrant grant, Rule.Change change) {
        List<String> written = grant.path().segments();
        List<String> watched = change.path().segments();
        int common = Math.min(written.size(), watched.size());
        for (int i = 0; i < common; i++) {
            if (!mayBeSame(written.get(i), watched.get(i))) {
                return false;
            }
        }
        if (watched.size() < written.size() && !change.path().isDeep()) {
            return false; // the rule watches a value around the written one
        }
        boolean below = grant.path().isDeep() || change.path().isDeep() || watched.size() > written.size();
        return grant.operations().stream()
                .flatMap(operation -> (below ? inside(operation) : at(operation)).stream())
                .anyMatch(change.kinds()::contains);
    }

    private static boolean mayBeSame(String written, String watched) {
        if (written.equals(ANY) || watched.equals(ANY) || written.equals(watched)) {
            return true;
        }
        return written.equals(JsonPointer.END)
                && JsonPointer.arrayIndex(watched).isPresent();
    }

    /** What an operation does to the place that it names. */
    private static Set<ChangeKind> at(String operation) {
        return switch (operation) {
            case "add", "copy" -> EnumSet.of(ChangeKind.ADD, ChangeKind.REPLACE);
            case "replace" -> EnumSet.of(ChangeKind.REPLACE);
            case "remove" -> EnumSet.of(ChangeKind.REMOVE);
            case "move" -> EnumSet.allOf(ChangeKind.class);
            default -> EnumSet.noneOf(ChangeKind.class);
        };
    }

    /** What an operation can do to the places inside of the one that it names. */
    private static Set<ChangeKind> inside(String operation) {
        return switch (operation) {
            case "test" -> EnumSet.noneOf(ChangeKind.class);
            case "remove" -> EnumSet.of(ChangeKind.REMOVE);
            default -> EnumSet.allOf(ChangeKind.class);
        };
    }

    /** Whether a board can begin with a value that the rule watches. */
    static boolean fromFirstState(Rule.Change change, Blueprint blueprint) {
        return change.kinds().contains(ChangeKind.ADD)
                && JsonPointer.parse("/state/initial")
                        .resolve(blueprint.source())
                        .map(initial -> mayHold(initial, change.path(), 0))
                        .orElse(false);
    }

    private static boolean mayHold(Json value, PathPattern pattern, int depth) {
        if (value instanceof JsonObject object && object.has(INPUT)) {
            return true;
        }
        List<String> segments = pattern.segments();
        if (depth == segments.size()) {
            return !pattern.isDeep()
                    || value instanceof JsonObject object && !object.isEmpty()
                    || value instanceof JsonArray array && !array.isEmpty();
        }
        String segment = segments.get(depth);
        if (value instanceof JsonObject object) {
            return object.members().entrySet().stream()
                    .filter(member -> segment.equals(ANY) || segment.equals(member.getKey()))
                    .anyMatch(member -> mayHold(member.getValue(), pattern, depth + 1));
        } else if (value instanceof JsonArray array) {
            OptionalInt index = JsonPointer.arrayIndex(segment);
            for (int i = 0; i < array.size(); i++) {
                boolean named = segment.equals(ANY) || index.isPresent() && index.getAsInt() == i;
                if (named && mayHold(array.get(i), pattern, depth + 1)) {
                    return true;
                }
            }
        }
        return false;
    }
}
