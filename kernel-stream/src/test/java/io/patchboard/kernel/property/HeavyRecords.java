package io.patchboard.kernel.property;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes up records that take as much as they can: of tiny values, large ones, expressions that grow, patches of
 * everything.
 */
final class HeavyRecords {

    private static final List<String> GROWING = List.of(
            "size([b'aaaaaaaaaaaaaaaa']%s[0]) > 0~.map(a, a + a)",
            "size(['aaaaaaaaaaaaaaaa']%s[0]) > 0~.map(a, a + a)",
            "[[1]]%s == [[2]]~.map(a, [a, a])",
            "size(state.items%s) >= 0~.map(x, [x, x])",
            "size(state.items%s) >= 0~.filter(x, x == x)",
            "(state.text%s) != ''~ + state.text",
            "size([state.text]%s) > 0~.map(x, x + x)",
            "state.items.all(x, state.items.exists(y, y == x))%s~ && true",
            "size(string(size(state.items)))%s > 0~ + size(state.items.map(x, {'a': x}))");

    private static final List<String> SCHEMAS = List.of(
            "true",
            "{\"type\": \"object\"}",
            "{\"properties\": {\"items\": {\"uniqueItems\": true}}}",
            "{\"properties\": {\"items\": {\"items\": {\"type\": [\"array\", \"object\", \"number\", \"string\", \"null\"]}}}}",
            "{\"properties\": {\"items\": {\"items\": {\"anyOf\": [{\"minLength\": 3}, {\"maxItems\": 9}, true]}}}}",
            "{\"properties\": {\"items\": {\"items\": {\"pattern\": \"(a|b|[0-9]){1,20}x?\"}}}}",
            "{\"properties\": {\"items\": {\"contains\": {\"const\": {\"a\": 1}}, \"minContains\": 0}}}",
            "{\"$defs\": {\"t\": {\"items\": {\"$ref\": \"#/$defs/t\"}}}, \"properties\": {\"items\": {\"$ref\": \"#/$defs/t\"}}}");

    private final Random random;

    HeavyRecords(long seed) {
        random = new Random(seed);
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** From a few to the most, each order of magnitude as often. */
    private int upTo(int most) {
        return (int) Math.exp(random.nextDouble() * Math.log(most));
    }

    /** An array of a length, all of whose items are made alike. */
    String array(int chars) {
        IntFunction<String> item = item();
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; text.length() < chars; i++) {
            text.append(i > 0 ? "," : "").append(item.apply(i));
        }
        return text.append(']').toString();
    }

    private IntFunction<String> item() {
        int depth = 1 + random.nextInt(100);
        int many = 1 + random.nextInt(60);
        List<IntFunction<String>> items = List.of(
                i -> "[]",
                i -> "{}",
                i -> "[[]]",
                i -> "[0]",
                i -> "{\"\":0}",
                i -> "{\"a\":{}}",
                i -> "{\"x\":1.5,\"y\":2}",
                i -> "1",
                i -> Integer.toString(i),
                i -> "0.5",
                i -> "1e99",
                i -> "\"\"",
                i -> "\"ab\"",
                i -> "\"\u00e4\"",
                i -> "\"" + i + "\"",
                i -> "\"" + "a".repeat(many * 50) + "\"",
                i -> "\"" + "\u6f22".repeat(many * 50) + "\"",
                i -> "\"" + "\\n".repeat(many) + "\"",
                i -> "[".repeat(depth) + "]".repeat(depth),
                i -> "{\"\":".repeat(depth) + "0" + "}".repeat(depth),
                i -> members(many, "m", "0"),
                i -> members(many, "n" + i + "-", "[]"));
        return any(items);
    }

    private static String members(int count, String prefix, String value) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + prefix + i + "\":" + value)
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String condition() {
        String[] parts = any(GROWING).split("~");
        return parts[0].formatted(parts[1].repeat(random.nextInt(40)));
    }

    private String rules() {
        return IntStream.range(0, upTo(30))
                .mapToObj(i -> "{\"name\": \"r" + i + "\", \"invoke\": \"w\", "
                        + any(List.of(
                                "\"on\": {\"event\": \"created\"}",
                                "\"on\": {\"event\": \"created\"}, \"forEach\": \"/items/*\"",
                                "\"on\": {\"path\": \"/items/*\"}",
                                "\"on\": {\"path\": \"/**\"}"))
                        + ", \"when\": \"" + condition() + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String invariants() {
        return IntStream.range(0, random.nextInt(3))
                .mapToObj(i -> "{\"name\": \"i" + i + "\", "
                        + any(List.of("", "\"path\": \"/items/*\", ", "\"path\": \"/out/*\", "))
                        + "\"rule\": \""
                        + any(List.of("self == self", "oldSelf == self || true", condition())) + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    String blueprint() {
        return """
                {"apiVersion": "patchboard/v1", "name": "heavy", "budgets": {"invocations": 100000},
                 "state": {"schema": %s,
                   "initial": {"items": {"$input": "/items"}, "text": {"$input": "/text"}, "out": {}}},
                 "workers": {"w": {"privileged": true, "unsolicited": true, "read": ["/**"], "view": {"maxChars": %d},
                   "write": [{"op": ["add", "remove", "replace", "move", "copy", "test"], "path": "/**"}]}},
                 "rules": %s, "invariants": %s}
                """.formatted(any(SCHEMAS), 200 + upTo(900_000), rules(), invariants());
    }

    byte[] create(String boardId, String commandId) {
        int mostChars = random.nextInt(8) == 0 ? 3_900_000 : 1_900_000;
        String text = "{\"type\":\"CreateBoard\",\"commandId\":\"" + commandId + "\",\"boardId\":\"" + boardId
                + "\",\"blueprint\":" + blueprint() + ",\"input\":{\"items\":" + array(2 + upTo(mostChars))
                + ",\"text\":\"" + "a".repeat(upTo(100_000)) + "\"}}";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    byte[] propose(String boardId, String proposalId) {
        int operations = upTo(1_000);
        String patch = random.nextInt(8) == 0
                ? array(2 + upTo(3_900_000))
                : IntStream.range(0, operations)
                        .mapToObj(i -> operation(900_000 / operations))
                        .collect(Collectors.joining(",", "[", "]"));
        String text = "{\"proposalId\":\"" + proposalId + "\",\"boardId\":\"" + boardId
                + "\",\"worker\":\"w\",\"patch\":" + patch + "}";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String operation(int chars) {
        String value = random.nextInt(3) == 0 ? "1" : array(2 + upTo(Math.max(2, chars - 100)));
        String out = "/out/m" + random.nextInt(50);
        return switch (random.nextInt(9)) {
            case 0 -> op("add", "/items/0", ",\"value\":" + value);
            case 1 -> op("add", "/items/-", ",\"value\":" + value);
            case 2 -> op("replace", "/items/0", ",\"value\":" + value);
            case 3 -> op("replace", "/out", ",\"value\":{\"all\":" + value + "}");
            case 4 -> op("copy", out, ",\"from\":\"/items\"");
            case 5 -> op("move", "/items/0", ",\"from\":\"/items/1\"");
            case 6 -> op("test", "/items/0", ",\"value\":" + value);
            case 7 -> op("remove", "/items/0", "");
            default -> op("add", out, ",\"value\":" + value);
        };
    }

    private static String op(String op, String path, String more) {
        return "{\"op\":\"" + op + "\",\"path\":\"" + path + "\"" + more + "}";
    }
}
