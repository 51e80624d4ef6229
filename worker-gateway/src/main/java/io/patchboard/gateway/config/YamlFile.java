package io.patchboard.gateway.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.ParserMessage;
import io.patchboard.record.Problem;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A file in YAML, of which JSON is a part. */
public final class YamlFile {

    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT.withMaxDepth(16));

    private static final YAMLFactory YAML = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private YamlFile() {}

    /**
     * @param of what it is a file of, for messages
     * @throws ConfigException if it cannot be read
     */
    public static String read(Path file, String of) throws ConfigException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw broken(file, "Expected a file of " + of + ", but there is none at " + file.toAbsolutePath() + ".");
        } catch (IOException e) {
            throw broken(file, "Expected a readable file, but " + FileTrouble.of(e) + ".");
        }
    }

    /** @throws ConfigException if the text is no YAML, says a name twice, or uses aliases */
    public static Json document(String yaml, Path file) throws ConfigException {
        try (JsonParser parser = new AliasRefusingParser(YAML.createParser(yaml))) {
            return READER.readDocument(parser);
        } catch (JsonProcessingException e) {
            String what = ParserMessage.of(e);
            String where = Optional.ofNullable(e.getLocation())
                    .map(location -> " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")")
                    .orElse("");
            throw broken(file, "Expected YAML, but " + what + where + ".");
        } catch (JsonSyntaxException e) {
            throw broken(file, e.getMessage());
        } catch (IOException e) {
            throw broken(file, "Expected YAML, but " + FileTrouble.of(e) + ".");
        }
    }

    static ConfigException broken(Path file, String message) {
        return new ConfigException(file.toString(), List.of(new Problem("", message)));
    }
}
