package io.patchboard.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.patchboard.json.SharedData;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The names of attributes, beside the semantic conventions' own registry. */
final class SpanAttributesTest {

    private static final Pattern DEFINED = Pattern.compile("(?m)^ *- (?:id|key): ([a-z][a-z0-9_.]*)$");

    /** Of HTTP the registry is not in the test data; these are stable since 1.23. */
    private static final Set<String> OF_HTTP =
            Set.of("http.request.method", "http.response.status_code", "http.request.resend_count");

    @Test
    void names_areTheConventions_orOurOwn() throws Exception {
        Set<String> known = new HashSet<>(OF_HTTP);
        // Models are in the first alone; the second has them as deprecated.
        for (String part : List.of("v1.41.1/model/gen-ai", "v1.44.0/model")) {
            known.addAll(defined(SharedData.file("otel-semconv/" + part)));
        }
        for (Field field : SpanAttributes.class.getFields()) {
            String name = ((AttributeKey<?>) field.get(null)).getKey();
            if (!name.startsWith("patchboard.")) {
                assertThat(known).contains(name);
            }
        }
        assertThat(SpanAttributes.class.getFields()).hasSizeGreaterThan(20);
    }

    private static Set<String> defined(Path folder) throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().contains("deprecated"))
                    .toList()) {
                DEFINED.matcher(Files.readString(file))
                        .results()
                        .map(found -> found.group(1))
                        .forEach(names::add);
            }
        }
        return names;
    }
}
