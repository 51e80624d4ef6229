package io.patchboard.standalone.cli.whatif;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.InputFile;
import io.patchboard.standalone.whatif.Comparison.Told;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Flips that somebody has looked at and wants. */
final class Golden {

    private final Path file;
    private final boolean isNew;
    private final Set<Json> flips = new HashSet<>();

    /** @throws CliException if there is a file that has none */
    Golden(Path file) {
        this.file = file;
        this.isNew = !Files.exists(file);
        if (!isNew) {
            Json kept = InputFile.read(file.toString(), "accepted flips")
                    .get("flips")
                    .orElse(Json.nul());
            if (!(kept instanceof JsonArray array)) {
                throw CliException.failed("Expected {\"flips\": [...]} in " + file + ", but got something else."
                        + " Remove the file, and it is written anew.");
            }
            array.items().forEach(flips::add);
        }
    }

    boolean accepts(Told flip) {
        return flips.contains(flip.json());
    }

    /**
     * Whether there was no file, and all that flips was written into it. It counts from the next time on: who looks at
     * it accepts it, and a name that was mistyped accepts nothing.
     */
    boolean writeIfNew(List<Told> all) {
        if (isNew) {
            JsonObject document = JsonObject.of(
                    "flips", JsonArray.copyOf(all.stream().map(Told::json).toList()));
            try {
                Files.writeString(file, JsonWriter.pretty(document) + "\n");
            } catch (IOException e) {
                throw CliException.failed(
                        "Expected to write the accepted flips to " + file + ", but " + FileTrouble.of(e) + ".");
            }
        }
        return isNew;
    }
}
