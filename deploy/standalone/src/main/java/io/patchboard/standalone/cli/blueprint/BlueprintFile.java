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
import io.patchboard.record.ContractLimits;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * A blueprint, or another document, as it stands in a YAML or JSON file ({@code .json}). Nothing but the syntax has
 * been checked.
 *
 * @param lines by JSON Pointer, in which line a value stands
 */
public record BlueprintFile(Path file, Json document, Map<String, Integer> lines) {

    private static final JsonReader READER =
            new JsonReader(JsonLimits.DEFAULT.withMaxBytes(ContractLimits.MAX_READ_BYTES));

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
     * The blueprint in a file, for a kernel to check.
     *
     * @throws CliException if it is neither YAML nor JSON
     */
    public static Json document(Path file) {
        try {
            return load(file).document();
        } catch (BlueprintSyntaxException e) {
            throw new CliException(ExitCodes.INVALID, file + ": " + e.getMessage());
        }
    }

    /**
     * @throws CliException if there is no such file or it cannot be read
     * @throws BlueprintSyntaxException if it holds neither YAML nor JSON
     */
    public static BlueprintFile load(Path file) throws BlueprintSyntaxException {
        return load(file, "blueprint");
    }

    /**
     * As {@link #load(Path)}, for other documents that are written by hand.
     *
     * @param what stands in the file, for messages
     */
    public static BlueprintFile load(Path file, String what) throws BlueprintSyntaxException {
        try {
            return parse(Files.readString(file, StandardCharsets.UTF_8), file);
        } catch (MalformedInputException e) {
            throw new BlueprintSyntaxException("Expected text in UTF-8, but the file is none.", Optional.empty());
        } catch (NoSuchFileException e) {
            throw CliException.failed("Expected a " + what + " at " + file + ", but there is no such file.");
        } catch (IOException e) {
            throw CliException.failed("Expected a readable " + what + " at " + file + ", but " + e + ".");
        }
    }

    /** @param file whose name tells JSON from YAML */
    public static BlueprintFile parse(String text, Path file) throws BlueprintSyntaxException {
        boolean json = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
        try (LocatingParser parser = new LocatingParser(json ? JSON.createParser(text) : yaml(text))) {
            Json document = READER.readDocument(parser);
            return new BlueprintFile(file, document, parser.lines());
        } catch (JsonProcessingException e) {
            throw e.getCause() instanceof MarkedYAMLException yaml ? noYaml(yaml) : noSyntax(json ? "JSON" : "YAML", e);
        } catch (JsonSyntaxException e) {
            throw new BlueprintSyntaxException(e.getMessage(), Optional.empty());
        } catch (IOException e) {
            throw new BlueprintSyntaxException(
                    "Expected YAML, but it could not be read: " + e.getMessage(), Optional.empty());
        }
    }

    private static BlueprintSyntaxException noSyntax(String format, JsonProcessingException e) {
        String what = e.getOriginalMessage().replaceAll("\\s+", " ").strip();
        return new BlueprintSyntaxException(
                "Expected " + format + ", but " + what + ".",
                Optional.ofNullable(e.getLocation()).map(location -> location.getLineNr()));
    }

    /** At the place that the YAML parser means, which may be lines behind what Jackson has seen of it. */
    private static BlueprintSyntaxException noYaml(MarkedYAMLException e) {
        String context = Objects.requireNonNullElse(e.getContext(), "");
        Mark at = context.contains("alias") ? e.getContextMark() : e.getProblemMark();
        int line = at.getLine() + 1;
        String what = (context.isEmpty() ? "" : context + " ") + e.getProblem();
        return new BlueprintSyntaxException(
                "Expected YAML at line " + line + ", column " + (at.getColumn() + 1) + ", but "
                        + what.replaceAll("\\s+", " ").strip() + "." + advice(what),
                Optional.of(line));
    }

    private static String advice(String what) {
        if (what.contains("alias")) {
            return " A word that begins with * is an alias in YAML: write it in quotes, such as \"*\" or \"/notes/*\".";
        } else if (what.contains("(TAB)")) {
            return " Indent with spaces.";
        } else if (what.contains("cannot start any token") || what.contains("mapping values are not allowed")) {
            return " Write a value with such characters in quotes.";
        }
        return "";
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
