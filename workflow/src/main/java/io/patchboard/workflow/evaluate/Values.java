package io.patchboard.workflow.evaluate;

import com.dashjoin.jsonata.Jsonata;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as the maps, lists and numbers of the libraries, and back. A number that is only handed on stays exact. */
final class Values {

    private static final int DEEPEST = 100;
    private static final int MOST = 250_000;

    private int count;

    private Values() {}

    static Object plain(Json json) {
        return switch (json) {
            case JsonObject object -> {
                Map<String, Object> map = new LinkedHashMap<>();
                object.members().forEach((name, value) -> map.put(name, plain(value)));
                yield map;
            }
            case JsonArray array -> {
                List<Object> list = new ArrayList<>();
                array.forEach(item -> list.add(plain(item)));
                yield list;
            }
            case JsonString text -> text.value();
            case JsonBoolean flag -> flag.value();
            case JsonNumber number -> plain(number.value());
            case JsonNull nothing -> null;
        };
    }

    /** The smallest type that holds it whole. */
    private static Number plain(BigDecimal number) {
        if (number.signum() == 0 || number.stripTrailingZeros().scale() <= 0) {
            if (number.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0) {
                return number.intValue();
            }
            return number.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
                    ? (Number) number.longValue()
                    : number;
        }
        double near = number.doubleValue();
        boolean exact = Double.isFinite(near) && JsonNumber.of(near).value().compareTo(number) == 0;
        return exact ? (Number) near : number;
    }

    /** @throws EvaluationException if it is no JSON, or more than a board can hold */
    static Json json(Object value) {
        return new Values().json(value, 0);
    }

    private Json json(Object value, int depth) {
        count++;
        if (depth > DEEPEST || count > MOST) {
            throw new EvaluationException(
                    EvaluationException.SIZE,
                    "Expected a value of at most " + MOST + " parts and " + DEEPEST + " levels, but got more.");
        }
        if (value == null || value == Jsonata.NULL_VALUE) {
            return Json.nul();
        }
        return switch (value) {
            case Json json -> json;
            case Map<?, ?> map -> {
                JsonObject.Builder object = JsonObject.builder();
                map.forEach((name, member) -> object.put(String.valueOf(name), json(member, depth + 1)));
                yield object.build();
            }
            case Collection<?> list -> {
                List<Json> items = new ArrayList<>();
                for (Object item : list) {
                    items.add(json(item, depth + 1));
                }
                yield JsonArray.copyOf(items);
            }
            case String text -> Json.of(text);
            case Boolean flag -> Json.of(flag);
            case Number number -> number(number);
            default ->
                throw new EvaluationException(
                        EvaluationException.QUERY, "Expected a value that JSON can say, but got a function.");
        };
    }

    private static Json number(Number number) {
        return switch (number) {
            case BigDecimal exact -> JsonNumber.of(exact);
            case Double real
            when real.isInfinite() || real.isNaN() ->
                throw new EvaluationException(
                        EvaluationException.QUERY, "Expected a number that JSON can say, but got " + real + ".");
            case Double real -> JsonNumber.of(real.doubleValue());
            case Float real -> JsonNumber.of(real.doubleValue());
            default -> JsonNumber.of(new BigDecimal(number.toString()));
        };
    }
}
