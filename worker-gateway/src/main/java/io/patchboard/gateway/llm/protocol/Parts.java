package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Reads what may be there: what is missing, or of another type, is not there. */
final class Parts {

    private static final BigDecimal MOST = BigDecimal.valueOf(Integer.MAX_VALUE);

    private Parts() {}

    static Optional<JsonObject> object(JsonObject parent, String name) {
        return parent.get(name).filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
    }

    static List<JsonObject> objects(JsonObject parent, String name) {
        return parent.get(name).orElse(Json.nul()) instanceof JsonArray items
                ? items.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .toList()
                : List.of();
    }

    static Optional<String> text(JsonObject parent, String name) {
        return parent.get(name).filter(JsonString.class::isInstance).map(value -> ((JsonString) value).value());
    }

    /** A count of tokens; 0 for what is none. */
    static long count(Optional<JsonObject> parent, String name) {
        return parent.flatMap(object -> object.get(name))
                .filter(JsonNumber.class::isInstance)
                .map(value -> ((JsonNumber) value).value())
                .filter(value -> value.signum() > 0 && value.compareTo(MOST) <= 0)
                .map(BigDecimal::longValue)
                .orElse(0L);
    }
}
