package io.patchboard.client.seal;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Values in the place of others, wherever they stand. */
final class Replacing {

    private Replacing() {}

    /** @param other what stands for a value; absent where what is in it is to be looked at */
    static Json in(Json value, Function<Json, Optional<Json>> other) {
        Optional<Json> replaced = other.apply(value);
        if (replaced.isPresent()) {
            return replaced.get();
        }
        if (value instanceof JsonObject object) {
            JsonObject.Builder copy = JsonObject.builder();
            object.members().forEach((name, member) -> copy.put(name, in(member, other)));
            return copy.build();
        }
        if (value instanceof JsonArray array) {
            List<Json> copy = new ArrayList<>();
            array.forEach(item -> copy.add(in(item, other)));
            return JsonArray.copyOf(copy);
        }
        return value;
    }
}
