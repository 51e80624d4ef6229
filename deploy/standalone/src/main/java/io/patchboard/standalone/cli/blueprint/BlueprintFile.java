package io.patchboard.standalone.cli.blueprint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.standalone.cli.base.CliException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * A blueprint as it stands in a YAML or JSON file ({@code .json}). Nothing but the syntax has been checked.
 *
 * @param lines by JSON Pointer, in which line a value stands
 */
public record BlueprintFile(Path file, Json document, Map<String, Integer> lines) {

    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT.withMaxBytes(16 * 1024 * 1024));

    private static final YAMLFactory YAML =
            YAMLFactory.builder().loaderOptions(loaderOptions()).build();

    private static final JsonFactory JSON = new JsonFactory();

    public BlueprintFile {
        lines = Map.copyOf(lines);
    }

    private static LoaderOptions loaderOptions() {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(JsonLimits.DEFAULT.maxDepth());
        options.setCodePointLimit(JsonLimits.DEFAULT.maxBytes());
        return options;
    }

    /**
     * @throws CliException if there is no such file or it cannot be read
     * @throws BlueprintSyntaxException if it holds neither YAML nor JSON
     */
    public static BlueprintFile load(Path file) throws BlueprintSyntaxException {
        try {
            return parse(Files.readString(file, StandardCharsets.UTF_8), file);
        } catch (MalformedInputException e) {
            throw new BlueprintSyntaxException("Expected text in UTF-8, but the file is none.", Optional.empty());
        } catch (NoSuchFileException e) {
            throw CliException.failed("Expected a blueprint at " + file + ", but there is no such file.");
        } catch (IOException e) {
            throw CliException.failed("Expected a readable blueprint at " + file + ", but " + e + ".");
        }
    }

    /** @param file whose name tells JSON from YAML */
    public static BlueprintFile parse(String text, Path file) throws BlueprintSyntaxException {
        boolean json = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
        try (LocatingParser parser = new LocatingParser(json ? JSON.createParser(text) : yaml(text))) {
            Json document = READER.readDocument(parser);
            return new BlueprintFile(file, document, parser.lines());
        } catch (JsonProcessingException e) {
            String what = e.getOriginalMessage().replaceAll("\\s+", " ").strip();
            throw new BlueprintSyntaxException(
                    "Expected " + (json ? "JSON" : "YAML") + ", but " + what + ".",
                    Optional.ofNullable(e.getLocation()).map(location -> location.getLineNr()));
        } catch (JsonSyntaxException e) {
            throw new BlueprintSyntaxException(e.getMessage(), Optional.empty());
        } catch (IOException e) {
            throw new BlueprintSyntaxException(
                    "Expected YAML, but it could not be read: " + e.getMessage(), Optional.empty());
        }
    }

    private static JsonParser yaml(String text) throws IOException {
        return YAML.createParser(text);
    }

    /** The line of the value, or of the closest one around it that is there. */
    public Optional<Integer> line(String pointer) {
        JsonPointer place = JsonPointer.parse(pointer);
        while (!lines.containsKey(place.toString())) {
            if (place.isRoot()) {
                return Optional.empty();
            }
            place = place.parent();
        }
        return Optional.of(lines.get(place.toString()));
    }
}
