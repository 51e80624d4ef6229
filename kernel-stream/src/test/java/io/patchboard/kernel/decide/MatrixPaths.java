package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Every place of a state, and places around each that are not there. */
final class MatrixPaths {

    private final TreeSet<String> paths = new TreeSet<>();

    private MatrixPaths() {}

    static List<String> of(Json state) {
        MatrixPaths all = new MatrixPaths();
        all.visit(JsonPointer.ROOT, state);
        return List.copyOf(all.paths);
    }

    private void visit(JsonPointer place, Json value) {
        paths.add(place.toString());
        if (value instanceof JsonObject object) {
            paths.add(place.child("-").toString());
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                // Beside it: a name that only begins like it, and one that it only begins like.
                paths.add(place.child(member.getKey() + "s").toString());
                visit(place.child(member.getKey()), member.getValue());
            }
        } else if (value instanceof JsonArray array) {
            paths.add(place.child("-").toString());
            paths.add(place.child(array.size()).toString());
            paths.add(place.child("-").child("below").toString());
            for (int i = 0; i < array.size(); i++) {
                visit(place.child(i), array.get(i));
            }
        } else {
            paths.add(place.child("below").toString());
        }
    }
}
