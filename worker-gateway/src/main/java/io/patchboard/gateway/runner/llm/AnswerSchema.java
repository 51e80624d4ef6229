package io.patchboard.gateway.runner.llm;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The JSON Schema of an answer, derived from a contract: one alternative for each grant and each shape of operation,
 * with its operations and paths and nothing else; and one that asks to see more.
 *
 * <p>Only keywords that all providers with structured output know. A path with a {@code *} becomes a pattern, which
 * some of them pass over.
 */
public final class AnswerSchema {

    private static final Set<String> WITH_VALUE = Set.of("add", "replace", "test");
    private static final Set<String> WITH_FROM = Set.of("move", "copy");
    private static final Pattern SPECIAL = Pattern.compile("[.*+?^${}()|\\[\\]\\\\]");

    private AnswerSchema() {}

    /** @param schemas of the values, by the path pattern of a grant */
    public static JsonObject of(JsonArray contract, JsonObject schemas) {
        List<Json> alternatives = new ArrayList<>();
        List<String> sources = transferPaths(contract);
        for (Json grant : contract) {
            if (grant instanceof JsonObject object) {
                alternatives(object, schemas, sources, alternatives);
            }
        }
        alternatives.add(operation(
                List.of("add"),
                member("value", type("string")),
                JsonObject.builder()
                        .put("type", "string")
                        .put("enum", JsonArray.of(Json.of("/$expand/-")))
                        .build()));
        JsonObject items = JsonObject.builder()
                .put("anyOf", JsonArray.copyOf(alternatives))
                .build();
        JsonObject patch =
                JsonObject.builder().put("type", "array").put("items", items).build();
        return object(member("patch", patch));
    }

    private static void alternatives(
            JsonObject grant, JsonObject schemas, List<String> sources, List<Json> alternatives) {
        String path = text(grant.get("path").orElse(Json.nul()));
        Set<String> granted = new TreeSet<>();
        if (grant.get("op").orElse(Json.nul()) instanceof JsonArray ops) {
            ops.forEach(op -> granted.add(text(op).equals("create") ? "add" : text(op)));
        }
        JsonObject place = path(path);
        List<String> withValue = granted.stream().filter(WITH_VALUE::contains).toList();
        List<String> withFrom = granted.stream().filter(WITH_FROM::contains).toList();
        if (!withValue.isEmpty()) {
            Json value = ValueSchema.of(schemas.get(path).orElse(JsonObject.EMPTY));
            alternatives.add(operation(withValue, member("value", value), place));
        }
        if (!withFrom.isEmpty()) {
            alternatives.add(operation(withFrom, member("from", from(withFrom, sources)), place));
        }
        if (granted.contains("remove")) {
            alternatives.add(operation(List.of("remove"), JsonObject.EMPTY, place));
        }
    }

    /** Both ends of a move must be granted; a copy may come from anything that may be read. */
    private static JsonObject from(List<String> ops, List<String> sources) {
        return ops.equals(List.of("move")) && sources.size() == 1 ? path(sources.get(0)) : type("string");
    }

    private static List<String> transferPaths(JsonArray contract) {
        List<String> paths = new ArrayList<>();
        for (Json grant : contract) {
            if (grant instanceof JsonObject object
                    && object.get("op").orElse(Json.nul()) instanceof JsonArray ops
                    && contains(ops, "move")) {
                paths.add(text(object.get("path").orElse(Json.nul())));
            }
        }
        return paths;
    }

    private static boolean contains(JsonArray ops, String wanted) {
        for (Json op : ops) {
            if (text(op).equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    private static JsonObject operation(List<String> ops, JsonObject more, JsonObject path) {
        JsonObject.Builder members = JsonObject.builder()
                .put(
                        "op",
                        JsonObject.builder()
                                .put("type", "string")
                                .put(
                                        "enum",
                                        JsonArray.copyOf(
                                                ops.stream().map(Json::of).toList()))
                                .build())
                .put("path", path);
        return object(members.putAll(more).build());
    }

    private static JsonObject path(String pattern) {
        JsonObject.Builder schema = JsonObject.builder().put("type", "string");
        List<String> tokens = Arrays.asList(pattern.split("/", -1));
        return tokens.contains("*") || tokens.contains("**")
                ? schema.put("pattern", regex(tokens)).build()
                : schema.put("enum", JsonArray.of(Json.of(pattern))).build();
    }

    private static String regex(List<String> tokens) {
        StringBuilder regex = new StringBuilder("^");
        for (String token : tokens.subList(1, tokens.size())) {
            regex.append('/');
            switch (token) {
                case "*" -> regex.append("[^/]+");
                case "**" -> regex.append(".+");
                default -> regex.append(SPECIAL.matcher(token).replaceAll("\\\\$0"));
            }
        }
        return regex.append('$').toString();
    }

    private static JsonObject object(JsonObject members) {
        return JsonObject.builder()
                .put("type", "object")
                .put("properties", members)
                .put(
                        "required",
                        JsonArray.copyOf(members.names().stream().map(Json::of).toList()))
                .put("additionalProperties", false)
                .build();
    }

    private static JsonObject member(String name, Json value) {
        return JsonObject.of(name, value);
    }

    private static JsonObject type(String name) {
        return member("type", Json.of(name));
    }

    private static String text(Json value) {
        return value instanceof JsonString string ? string.value() : "";
    }
}
