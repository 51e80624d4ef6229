package io.patchboard.kernel.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.NullValue;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The way back from CEL's values to JSON. */
final class CelResults {

    private CelResults() {}

    /**
     * Empty for what JSON does not have: NaN, bytes, times, types, optional values, maps with keys other than strings.
     */
    static Optional<Json> json(Object value, Budget budget) {
        budget.charge(1);
        if (value instanceof CelViews.ObjectView view) {
            return whole(view.json(), budget);
        }
        if (value instanceof CelViews.ArrayView view) {
            return whole(view.json(), budget);
        }
        if (value instanceof Map<?, ?> map) {
            return object(map, budget);
        }
        if (value instanceof Collection<?> items) {
            return array(items, budget);
        }
        return scalar(value);
    }

    /**
     * A part of the state is not copied, but may be in the result many times, and whoever gets the result goes through
     * it.
     */
    private static Optional<Json> whole(Json part, Budget budget) {
        budget.chargeCharacters(part.canonicalBytes());
        return Optional.of(part);
    }

    private static Optional<Json> scalar(Object value) {
        if (value instanceof String text) {
            return Optional.of(Json.of(text));
        }
        if (value instanceof Boolean bool) {
            return Optional.of(Json.of((boolean) bool));
        }
        if (value instanceof Long integer) {
            return Optional.of(Json.of((long) integer));
        }
        if (value instanceof UnsignedLong unsigned) {
            return Optional.of(JsonNumber.of(new BigDecimal(unsigned.bigIntegerValue())));
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return Optional.of(JsonNumber.of((double) number));
        }
        boolean isNull = value instanceof NullValue || value instanceof com.google.protobuf.NullValue;
        return isNull ? Optional.of(Json.nul()) : Optional.empty();
    }

    private static Optional<Json> array(Collection<?> items, Budget budget) {
        List<Json> array = new ArrayList<>();
        for (Object item : items) {
            Optional<Json> json = json(item, budget);
            if (json.isEmpty()) {
                return Optional.empty();
            }
            array.add(json.get());
        }
        return Optional.of(JsonArray.copyOf(array));
    }

    private static Optional<Json> object(Map<?, ?> map, Budget budget) {
        TreeMap<String, Json> members = new TreeMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Optional<Json> json = json(entry.getValue(), budget);
            if (json.isEmpty() || !(entry.getKey() instanceof String)) {
                return Optional.empty();
            }
            members.put((String) entry.getKey(), json.get());
        }
        return Optional.of(JsonObject.copyOf(members));
    }
}
