package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;

/** The intrinsic functions of Amazon States Language (appendix B of its specification). */
final class Functions {

    private final Scope scope;

    Functions(Scope scope) {
        this.scope = scope;
    }

    /** @throws IllegalArgumentException saying what is wrong */
    Json of(String name, List<Json> given) {
        return switch (name) {
            case "Format" -> format(given);
            case "StringToJson" -> parsed(text(given, 0, 1));
            case "JsonToString" -> Json.of(JsonWriter.compact(argument(given, 0, 1)));
            case "Array" -> JsonArray.copyOf(given);
            case "ArrayPartition" -> partition(list(given, 0, 2), whole(given, 1, 2));
            case "ArrayContains" -> JsonBoolean.of(list(given, 0, 2).items().contains(argument(given, 1, 2)));
            case "ArrayRange" ->
                JsonArray.ofLongs(Numbers.range(whole(given, 0, 3), whole(given, 1, 3), whole(given, 2, 3)));
            case "ArrayGetItem" -> item(list(given, 0, 2), whole(given, 1, 2));
            case "ArrayLength" -> Json.of((long) list(given, 0, 1).size());
            case "ArrayUnique" ->
                JsonArray.copyOf(new LinkedHashSet<>(list(given, 0, 1).items()));
            case "Base64Encode" ->
                Json.of(Base64.getEncoder()
                        .encodeToString(Numbers.bounded(text(given, 0, 1)).getBytes(StandardCharsets.UTF_8)));
            case "Base64Decode" ->
                Json.of(new String(
                        Base64.getDecoder()
                                .decode(Numbers.bounded(text(given, 0, 1)).replaceAll("[\\r\\n]", "")),
                        StandardCharsets.UTF_8));
            case "Hash" -> Json.of(Numbers.hash(plain(argument(given, 0, 2)), text(given, 1, 2)));
            case "JsonMerge" -> merged(given);
            case "MathRandom" -> random(given);
            case "MathAdd" -> Json.of(Math.addExact(whole(given, 0, 2), whole(given, 1, 2)));
            case "StringSplit" -> split(text(given, 0, 2), text(given, 1, 2));
            case "UUID" -> Json.of(scope.uuid().toString());
            default ->
                throw new IllegalArgumentException("Expected a function of the language, but got \"" + name + "\".");
        };
    }

    /** Each {@code {}} is the next argument; a backslash before a brace leaves it as it is. */
    private static Json format(List<Json> given) {
        String pattern = text(given, 0, given.size());
        StringBuilder made = new StringBuilder();
        int next = 1;
        for (int at = 0; at < pattern.length(); at++) {
            char sign = pattern.charAt(at);
            if (sign == '\\' && at + 1 < pattern.length()) {
                at++;
                made.append(pattern.charAt(at));
            } else if (sign == '{' && pattern.startsWith("{}", at)) {
                made.append(plain(argument(given, next, given.size())));
                next++;
                at++;
            } else {
                made.append(sign);
            }
        }
        if (next != given.size()) {
            throw new IllegalArgumentException("Expected as many arguments as there are {}, which is " + (next - 1)
                    + ", but got " + (given.size() - 1) + ".");
        }
        return Json.of(made.toString());
    }

    private static String plain(Json value) {
        return value instanceof JsonString text ? text.value() : JsonWriter.compact(value);
    }

    /** A blank text is null, as it is for the real service. */
    private static Json parsed(String text) {
        return text.isBlank() ? Json.nul() : JsonReader.parse(text);
    }

    private static Json partition(JsonArray list, long size) {
        if (size <= 0) {
            throw new IllegalArgumentException("Expected a size of 1 or more, but got " + size + ".");
        }
        List<Json> parts = new ArrayList<>();
        for (long at = 0; at < list.size(); at += size) {
            parts.add(JsonArray.copyOf(list.items().subList((int) at, (int) Math.min(list.size(), at + size))));
        }
        return JsonArray.copyOf(parts);
    }

    private static Json item(JsonArray list, long index) {
        if (index < 0 || index >= list.size()) {
            throw new IllegalArgumentException(
                    "Expected an index below " + list.size() + ", which is the list's length, but got " + index + ".");
        }
        return list.get((int) index);
    }

    private static Json merged(List<Json> given) {
        JsonObject first = object(given, 0);
        JsonObject second = object(given, 1);
        if (!(argument(given, 2, 3) instanceof JsonBoolean deep)) {
            throw new IllegalArgumentException("Expected true or false as argument 3.");
        }
        return merged(first, second, deep.value());
    }

    private static JsonObject merged(JsonObject first, JsonObject second, boolean deep) {
        JsonObject all = first;
        for (String name : second.names()) {
            Json value = second.get(name).orElseThrow();
            boolean within =
                    deep && value instanceof JsonObject && all.get(name).orElse(null) instanceof JsonObject;
            all = all.with(
                    name, within ? merged((JsonObject) all.get(name).orElseThrow(), (JsonObject) value, true) : value);
        }
        return all;
    }

    /** From the first number up to, but without, the second. Fractions are rounded, as the real service does. */
    private Json random(List<Json> given) {
        int most = Math.max(2, Math.min(3, given.size()));
        long first = rounded(given, 0, most);
        long end = rounded(given, 1, most);
        if (first >= end) {
            throw new IllegalArgumentException("Expected a first number below the second.");
        }
        Random random = most == 3 ? new Random(whole(given, 2, 3)) : scope.seed();
        return Json.of(random.nextLong(first, end));
    }

    /** At each of the characters; of what is between two, nothing comes to nothing. */
    private static Json split(String text, String characters) {
        if (characters.isEmpty()) {
            return JsonArray.ofStrings(List.of(text));
        }
        List<String> parts =
                new ArrayList<>(Arrays.asList(text.split("[" + characters.replaceAll("(.)", "\\\\Q$1\\\\E") + "]")));
        parts.removeIf(String::isEmpty);
        return JsonArray.ofStrings(parts);
    }

    private static Json argument(List<Json> given, int index, int count) {
        if (index >= given.size() || given.size() != count) {
            throw new IllegalArgumentException(
                    "Expected " + Math.max(count, index + 1) + " arguments, but got " + given.size() + ".");
        }
        return given.get(index);
    }

    private static String text(List<Json> given, int index, int count) {
        if (argument(given, index, count) instanceof JsonString text) {
            return text.value();
        }
        throw wrong(given, index, "a text");
    }

    private static JsonArray list(List<Json> given, int index, int count) {
        if (argument(given, index, count) instanceof JsonArray list) {
            return list;
        }
        throw wrong(given, index, "a list");
    }

    private static JsonObject object(List<Json> given, int index) {
        if (argument(given, index, 3) instanceof JsonObject object) {
            return object;
        }
        throw wrong(given, index, "an object");
    }

    private static long whole(List<Json> given, int index, int count) {
        if (argument(given, index, count) instanceof JsonNumber number && number.isIntegral()) {
            return number.value().longValueExact();
        }
        throw wrong(given, index, "an integer");
    }

    private static long rounded(List<Json> given, int index, int count) {
        if (argument(given, index, count) instanceof JsonNumber number
                && number.value().abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0) {
            return number.value().setScale(0, RoundingMode.HALF_UP).longValueExact();
        }
        throw wrong(given, index, "a number");
    }

    private static IllegalArgumentException wrong(List<Json> given, int index, String what) {
        return new IllegalArgumentException("Expected " + what + " as argument " + (index + 1) + ", but got a "
                + given.get(index).typeName() + ".");
    }
}
