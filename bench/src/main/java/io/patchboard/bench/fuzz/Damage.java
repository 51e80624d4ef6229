package io.patchboard.bench.fuzz;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Ways to damage a record: its values, its text, and its bytes. */
final class Damage {

    /** JSON texts that have broken parsers, validators and arithmetic before. */
    private static final List<String> NASTY = List.of(
            "null",
            "true",
            "-0",
            "1e400",
            "1e1001",
            "-1e-1001",
            "7e999",
            "9".repeat(400),
            "0." + "1".repeat(400),
            "1e999999999",
            "NaN",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\udbff\\udfff\"",
            "\"/\"",
            "\"/-\"",
            "\"/items/-\"",
            "\"/items/0/~2\"",
            "\"/items/00\"",
            "\"/items/2147483648\"",
            "\"$expand\"",
            "\"__proto__\"",
            "\"" + "x".repeat(100_000) + "\"",
            "[]",
            "{}",
            "{\"\":{\"\":{}}}",
            "{\"a\":1,\"a\":2}",
            "[".repeat(119) + "]".repeat(119),
            "[".repeat(2_000) + "]".repeat(2_000),
            "[" + "0,".repeat(50_000) + "0]",
            "{\"$input\":\"\"}");

    private final Random random;

    Damage(Random random) {
        this.random = random;
    }

    /** The record's text with some of its values replaced. */
    String values(Json record) {
        return text(record, random.nextInt(1 + size(record)));
    }

    /** Writes the value, with a nasty one in place of the {@code at}-th part in document order. */
    private String text(Json value, int at) {
        if (at == 0) {
            return NASTY.get(random.nextInt(NASTY.size()));
        }
        List<String> parts = new ArrayList<>();
        int left = at - 1;
        if (value instanceof JsonObject object) {
            for (String name : object.names()) {
                Json member = object.get(name).orElseThrow();
                parts.add(Json.of(name) + ":" + part(member, left));
                left -= size(member);
            }
            return "{" + String.join(",", parts) + "}";
        }
        if (value instanceof JsonArray array) {
            for (Json item : array.items()) {
                parts.add(part(item, left));
                left -= size(item);
            }
            return "[" + String.join(",", parts) + "]";
        }
        return value.toString();
    }

    private String part(Json value, int at) {
        return at >= 0 && at < size(value) ? text(value, at) : value.toString();
    }

    private static int size(Json value) {
        if (value instanceof JsonObject object) {
            return 1
                    + object.names().stream()
                            .mapToInt(name -> size(object.get(name).orElseThrow()))
                            .sum();
        }
        return value instanceof JsonArray array
                ? 1 + array.stream().mapToInt(Damage::size).sum()
                : 1;
    }

    /** Cut, doubled, filled, or with some bytes changed. */
    byte[] bytes(byte[] record) {
        byte[] bytes = record.clone();
        switch (random.nextInt(5)) {
            case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(1 + bytes.length));
            case 1 -> bytes = concatenated(bytes, bytes);
            case 2 -> bytes = concatenated(" ".repeat(random.nextInt(10_000)).getBytes(StandardCharsets.UTF_8), bytes);
            case 3 -> random.nextBytes(bytes);
            default -> {
                for (int i = 0; bytes.length > 0 && i < 1 + random.nextInt(4); i++) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
            }
        }
        return bytes;
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
