package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/** The keywords on objects of an {@link Inclusion}. */
final class ObjectInclusion {

    private final Inclusion inclusion;
    private final Premises known;
    private final int depth;

    ObjectInclusion(Inclusion inclusion, Premises known, int depth) {
        this.inclusion = inclusion;
        this.known = known;
        this.depth = depth;
    }

    boolean proves(JsonObject schema, String keyword) {
        Json value = schema.get(keyword).orElseThrow();
        return switch (keyword) {
            case "required" ->
                Inclusion.items(value).stream()
                        .allMatch(name -> known.required().contains(((JsonString) name).value()));
            case "properties" -> provesProperties((JsonObject) value);
            case "additionalProperties" -> provesAdditional(schema, value);
            case "minProperties" ->
                known.isWithin(keyword, value)
                        || value instanceof JsonNumber number
                                && number.value()
                                                .compareTo(BigDecimal.valueOf(
                                                        known.required().size()))
                                        <= 0;
            default -> known.isWithin(keyword, value);
        };
    }

    private boolean provesProperties(JsonObject properties) {
        return properties.names().stream()
                .allMatch(name -> inclusion.proves(
                        known.property(name), properties.get(name).orElseThrow(), depth + 1));
    }

    private boolean provesAdditional(JsonObject schema, Json additional) {
        if (schema.has("patternProperties")) {
            return false;
        }
        Set<String> own = schema.get("properties").orElse(null) instanceof JsonObject given ? given.names() : Set.of();
        boolean named = known.propertyNames().stream()
                .filter(name -> !own.contains(name))
                .allMatch(name -> inclusion.proves(known.property(name), additional, depth + 1));
        List<Json> others = known.otherProperties();
        return named && inclusion.proves(others, additional, depth + 1);
    }
}
