package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;

/**
 * What expressions of a state may look at.
 *
 * @param input what {@code $} is in JSONPath, and {@code $states.input} in JSONata
 * @param result {@code $states.result}; null where there is none
 * @param errorOutput {@code $states.errorOutput}; null where there is none
 * @param context the context object, {@code $$} and {@code $states.context}
 * @param variables those of the machine
 * @param seed what random numbers follow from, so that whoever evaluates it again has the same
 * @param time that it is
 */
record Scope(
        Json input,
        Json result,
        Json errorOutput,
        JsonObject context,
        JsonObject variables,
        Random seed,
        Instant time) {

    Scope of(Json other) {
        return new Scope(other, result, errorOutput, context, variables, seed, time);
    }

    Scope withResult(Json given) {
        return new Scope(input, given, errorOutput, context, variables, seed, time);
    }

    Scope withError(Json given) {
        return new Scope(input, result, given, context, variables, seed, time);
    }

    Scope in(JsonObject other) {
        return new Scope(input, result, errorOutput, other, variables, seed, time);
    }

    UUID uuid() {
        byte[] bytes = new byte[16];
        seed.nextBytes(bytes);
        bytes[6] = (byte) (bytes[6] & 0x0f | 0x40);
        bytes[8] = (byte) (bytes[8] & 0x3f | 0x80);
        long high = 0;
        long low = 0;
        for (int i = 0; i < 8; i++) {
            high = high << 8 | bytes[i] & 0xff;
            low = low << 8 | bytes[i + 8] & 0xff;
        }
        return new UUID(high, low);
    }
}
