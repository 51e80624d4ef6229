package io.patchboard.bench.core;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.record.StateHash;

/** The steps of a commit in our core, as the kernel does them, without what surrounds them. */
final class OurCore {

    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT);
    private final JsonSchema schema;

    OurCore(Json schema) {
        try {
            this.schema = JsonSchema.compile(schema);
        } catch (SchemaCompileException e) {
            throw new IllegalArgumentException(e);
        }
    }

    Patch parse(byte[] patch) {
        try {
            return Patch.parse(reader.read(patch), PatchLimits.DEFAULT);
        } catch (JsonSyntaxException | PatchSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    PatchResult.Applied apply(Patch patch, Json state) {
        return (PatchResult.Applied) PatchApplier.apply(state, patch);
    }

    boolean isValid(Json state) {
        return schema.validate(state).isEmpty();
    }

    String stateHash(Json state) {
        return StateHash.of(state).hex();
    }

    /** What is stored of a commit: its patch, as it was applied. */
    byte[] stored(PatchResult.Applied applied) {
        return JsonWriter.compactBytes(applied.revision().patchJson());
    }
}
