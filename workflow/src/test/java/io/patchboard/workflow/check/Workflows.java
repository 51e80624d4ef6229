package io.patchboard.workflow.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Workflows to be checked. */
public final class Workflows {

    static final Path EXAMPLES = Path.of("../examples/workflows");

    private Workflows() {}

    public static Json yaml(String text) {
        try {
            return JsonReader.parse(new ObjectMapper().writeValueAsString(new YAMLMapper().readTree(text)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String example(String name) {
        try {
            return Files.readString(EXAMPLES.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
