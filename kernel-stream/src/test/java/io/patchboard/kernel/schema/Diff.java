package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import java.util.ArrayList;
import java.util.List;

/** Operations that lead from one value to another and leave alone what both have in the same place. */
final class Diff {

    private final List<Operation> operations = new ArrayList<>();

    private Diff() {}

    static List<Operation> between(Json from, Json to) {
        Diff diff = new Diff();
        diff.value(from, to, JsonPointer.ROOT);
        return diff.operations;
    }

    static Json apply(Json value, Operation operation) {
        PatchResult result = PatchApplier.apply(value, new Patch(List.of(operation)));
        if (result instanceof PatchResult.Applied applied) {
            return applied.document();
        }
        throw new AssertionError("Expected that " + operation + " can be done, but got " + result + ".");
    }

    private void value(Json from, Json to, JsonPointer at) {
        if (from instanceof JsonObject before && to instanceof JsonObject after) {
            members(before, after, at);
        } else if (from instanceof JsonArray before && to instanceof JsonArray after) {
            items(before, after, at);
        } else if (!from.equals(to)) {
            operations.add(new Operation.Replace(at, to));
        }
    }

    private void members(JsonObject before, JsonObject after, JsonPointer at) {
        before.names().stream()
                .filter(name -> !after.has(name))
                .forEach(name -> operations.add(new Operation.Remove(at.child(name))));
        after.members().forEach((name, value) -> {
            if (before.has(name)) {
                value(before.get(name).orElseThrow(), value, at.child(name));
            } else {
                operations.add(new Operation.Add(at.child(name), value));
            }
        });
    }

    private void items(JsonArray before, JsonArray after, JsonPointer at) {
        for (int i = before.size() - 1; i >= after.size(); i--) {
            operations.add(new Operation.Remove(at.child(i)));
        }
        for (int i = 0; i < after.size(); i++) {
            if (i < before.size()) {
                value(before.get(i), after.get(i), at.child(i));
            } else {
                operations.add(new Operation.Add(at.child(JsonPointer.END), after.get(i)));
            }
        }
    }
}
