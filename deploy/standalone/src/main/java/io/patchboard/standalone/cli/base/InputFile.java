package io.patchboard.standalone.cli.base;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The board's input, and what else is given as a JSON object. */
public final class InputFile {

    private InputFile() {}

    /** @param name of a file; {@code -} for stdin */
    public static JsonObject read(String name) {
        return read(name, "input");
    }

    /** @param what stands in the file, for messages */
    public static JsonObject read(String name, String what) {
        try {
            byte[] text = name.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(name));
            Json value = new JsonReader(JsonLimits.DEFAULT).read(text);
            if (value instanceof JsonObject object) {
                return object;
            }
            throw CliException.failed("Expected a JSON object as the " + what + ", but got " + value.typeName() + ".");
        } catch (NoSuchFileException e) {
            throw CliException.failed("Expected the " + what + " at " + name + ", but there is no such file.");
        } catch (IOException e) {
            throw CliException.failed("Expected readable " + what + " at " + name + ", but " + FileTrouble.of(e) + ".");
        } catch (JsonSyntaxException e) {
            throw CliException.failed("Expected JSON as the " + what + " in " + name + ", but: " + e.getMessage());
        }
    }
}
