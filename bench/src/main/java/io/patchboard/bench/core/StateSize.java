package io.patchboard.bench.core;

import io.patchboard.bench.load.Claims;
import io.patchboard.bench.load.ClaimsBlueprint;
import io.patchboard.bench.load.Shape;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The state that commits are done on, and the patches: each side of the comparison gets the same. */
@State(Scope.Benchmark)
public class StateSize {

    /** Enough that one patch's path is seldom still in the processor's nearest cache when it comes again. */
    private static final int PATCHES = 256;

    @Param({"LIST", "KEYED"})
    public Shape shape;

    @Param({"1000", "10000", "100000", "1000000"})
    public int bytes;

    private JsonObject state;
    private byte[] stored;
    private byte[][] patches;
    private int round;

    @Setup(Level.Trial)
    public void prepare() {
        Claims claims = new Claims(shape, bytes, Claims.SHORT_QUOTE);
        stored = claims.stateBytes();
        // Read as it would be from a store: what is in memory then is what a reader makes of it.
        state = (JsonObject) JsonReader.parse(new String(stored, StandardCharsets.UTF_8));
        patches = new byte[PATCHES][];
        int count = Claims.count(state);
        for (int i = 0; i < PATCHES; i++) {
            patches[i] = claims.growing(i, count).getBytes(StandardCharsets.UTF_8);
        }
    }

    JsonObject state() {
        return state;
    }

    byte[] stored() {
        return stored;
    }

    String schemaText() {
        return JsonWriter.compact(schema());
    }

    Json schema() {
        return ClaimsBlueprint.schema(shape);
    }

    byte[] nextPatch() {
        round = (round + 1) % PATCHES;
        return patches[round];
    }
}
