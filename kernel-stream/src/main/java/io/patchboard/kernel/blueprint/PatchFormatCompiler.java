package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.JsonSchema;
import java.util.List;
import java.util.Optional;

/** Compiles what a role's patches have to look like. */
final class PatchFormatCompiler {

    private static final List<PathPattern> EVERYWHERE = List.of(PathPattern.parse(""));

    private final Parts parts;

    PatchFormatCompiler(Parts parts) {
        this.parts = parts;
    }

    PatchFormat compile(JsonPlace worker) {
        JsonPlace patch = worker.into("patch");
        List<PathPattern> tested = patch.flag("requireTest")
                ? EVERYWHERE
                : patch.items("requireTest").stream()
                        .flatMap(path -> parts.stateValues(path).stream())
                        .toList();
        Optional<JsonSchema> shape = patch.child("schema").flatMap(parts::schema);
        return new PatchFormat(
                patch.integer("maxOperations"),
                patch.integer("maxBytes"),
                tested,
                shape,
                worker.child("patch").map(JsonPlace::value));
    }
}
