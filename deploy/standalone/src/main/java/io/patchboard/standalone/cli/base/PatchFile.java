package io.patchboard.standalone.cli.base;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A JSON Patch that somebody names on the command line. */
public final class PatchFile {

    private PatchFile() {}

    /**
     * Reads it as it is; whether it is a patch is for the kernel to say.
     *
     * @param name of the file; {@code -} for the standard input
     * @throws CliException if it cannot be read, or is no JSON
     */
    public static Json read(String name) {
        try {
            byte[] text = name.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(name));
            return new JsonReader(JsonLimits.DEFAULT).read(text);
        } catch (NoSuchFileException e) {
            throw CliException.failed("Expected a patch at " + name + ", but there is no such file.");
        } catch (IOException e) {
            throw CliException.failed("Expected a readable patch at " + name + ", but " + FileTrouble.of(e) + ".");
        } catch (JsonSyntaxException e) {
            throw CliException.failed("Expected JSON in " + (name.equals("-") ? "stdin" : name) + ", but it is not: "
                    + e.getMessage() + " Nothing was sent.");
        }
    }
}
