package io.patchboard.standalone.blueprint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.ParserMessage;
import io.patchboard.record.ContractLimits;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * A blueprint, or another document, as it was written. Nothing but the syntax has been checked.
 *
 * @param lines by JSON Pointer, in which line a value stands
 */
public record BlueprintText(Json document, Map<String, Integer> lines) {

    /** What a text is written in. */
    public enum Format {
        JSON,
        YAML
    }

    private static final JsonReader READER =
            new JsonReader(JsonLimits.SENT.withMaxBytes(ContractLimits.MAX_READ_BYTES));

    private static final YAMLFactory YAML =
            YAMLFactory.builder().loaderOptions(loaderOptions()).build();

    /** Without a table of names, which are anybody's and may collide. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    public BlueprintText {
        lines = Map.copyOf(lines);
    }

    private static LoaderOptions loaderOptions() {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(JsonLimits.DEFAULT.maxDepth());
        options.setCodePointLimit(JsonLimits.DEFAULT.maxBytes());
        return options;
    }

    /** @throws BlueprintSyntaxException if it is not in this format */
    public static BlueprintText parse(String text, Format format) throws BlueprintSyntaxException {
        try (LocatingParser parser =
                new LocatingParser(format == Format.JSON ? JSON.createParser(text) : YAML.createParser(text))) {
            Json document = READER.readDocument(parser);
            return new BlueprintText(document, parser.lines());
        } catch (JsonProcessingException e) {
            throw e.getCause() instanceof MarkedYAMLException yaml ? noYaml(yaml) : noSyntax(format, e);
        } catch (JsonSyntaxException e) {
            throw new BlueprintSyntaxException(e.getMessage(), Optional.empty());
        } catch (IOException e) {
            throw new BlueprintSyntaxException("Expected YAML, but " + FileTrouble.of(e) + ".", Optional.empty());
        }
    }

    private static BlueprintSyntaxException noSyntax(Format format, JsonProcessingException e) {
        String what = ParserMessage.of(e);
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
        return what.contains("while parsing a flow") || what.contains("while scanning a tag")
                ? " Close what { or [ opens, and write a value with characters such as ! and : in quotes."
                : what.contains("sequence entries") ? " A list begins on the next line, or stands in [ and ]." : "";
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
