package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.text.Cut;
import java.util.List;
import java.util.Optional;

/** What a tool was called with. */
final class Arguments {

    private static final int MOST_SAID = 100;

    private final JsonObject all;

    /** @throws RefusedException if there are others than these */
    Arguments(JsonObject all, JsonObject properties) throws RefusedException {
        this.all = all;
        Optional<String> unknown =
                all.names().stream().filter(name -> !properties.has(name)).findFirst();
        if (unknown.isPresent()) {
            throw new RefusedException("Expected no other arguments than " + String.join(", ", properties.names())
                    + ", but got \"" + Cut.shortened(unknown.get(), MOST_SAID) + "\".");
        }
    }

    String string(String name) throws RefusedException {
        return optionalString(name).orElseThrow(() -> missing(name));
    }

    Optional<String> optionalString(String name) throws RefusedException {
        Optional<Json> value = all.get(name);
        if (value.isPresent() && !(value.get() instanceof JsonString)) {
            throw new RefusedException("Expected a string as " + name + ", but got a JSON "
                    + value.get().typeName() + ".");
        }
        return value.map(text -> ((JsonString) text).value());
    }

    boolean isTrue(String name) throws RefusedException {
        Optional<Json> value = all.get(name);
        if (value.isPresent() && !(value.get() instanceof JsonBoolean)) {
            throw new RefusedException("Expected true or false as " + name + ", but got a JSON "
                    + value.get().typeName() + ".");
        }
        return value.map(flag -> ((JsonBoolean) flag).value()).orElse(false);
    }

    long number(String name) throws RefusedException {
        return optionalNumber(name).orElseThrow(() -> missing(name));
    }

    Optional<Long> optionalNumber(String name) throws RefusedException {
        Optional<Json> value = all.get(name);
        if (value.isPresent()
                && !(value.get() instanceof JsonNumber && value.get().toString().matches("\\d{1,18}"))) {
            throw new RefusedException("Expected a whole number as " + name + ", but got "
                    + Cut.shortened(value.get().toString(), MOST_SAID) + ".");
        }
        return value.map(number -> Long.parseLong(number.toString()));
    }

    /** These, as far as they are there, for a body that has the same names. */
    JsonObject.Builder some(List<String> names) {
        JsonObject.Builder some = JsonObject.builder();
        names.forEach(name -> some.putIfPresent(name, all.get(name)));
        return some;
    }

    private static RefusedException missing(String name) {
        return new RefusedException("Expected the argument " + name + ", but it is missing.");
    }
}
