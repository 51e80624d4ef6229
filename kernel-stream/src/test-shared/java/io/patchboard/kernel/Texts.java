package io.patchboard.kernel;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.io.IOException;

/** JSON values written as YAML, which needs fewer quotes; JSON text is YAML too. */
public final class Texts {

    private static final YAMLFactory YAML = new YAMLFactory();
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    private Texts() {}

    public static Json json(String yaml) {
        try (JsonParser parser = YAML.createParser(yaml)) {
            return READER.readDocument(parser);
        } catch (IOException | JsonSyntaxException e) {
            throw new IllegalArgumentException(yaml, e);
        }
    }
}
