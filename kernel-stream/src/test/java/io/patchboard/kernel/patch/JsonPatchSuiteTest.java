package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The suites of github.com/json-patch/json-patch-tests, every case that is not disabled there. */
class JsonPatchSuiteTest {

    private static final ObjectMapper LENIENT = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> suite_everyEnabledCase_behavesAsExpected() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String file : List.of("tests.json", "spec_tests.json")) {
            List<String> cases =
                    cases(Files.readString(SharedData.folder("json-patch-tests").resolve(file)));
            for (int i = 0; i < cases.size(); i++) {
                String text = cases.get(i);
                JsonNode testCase = LENIENT.readTree(text);
                if (testCase.has("patch") && !testCase.path("disabled").asBoolean()) {
                    String name =
                            file + " " + i + ": " + testCase.path("comment").asText();
                    tests.add(DynamicTest.dynamicTest(name, () -> check(text, testCase.has("error"))));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(100);
        return tests.stream();
    }

    /** The text of each case: one of them has a duplicate name, which the strict reader has to refuse by itself. */
    private static List<String> cases(String file) throws IOException {
        List<String> cases = new ArrayList<>();
        try (JsonParser parser = LENIENT.createParser(file)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                int start = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                cases.add(file.substring(start, (int) parser.currentLocation().getCharOffset()));
            }
        }
        return cases;
    }

    private static void check(String text, boolean error) {
        JsonObject testCase;
        try {
            testCase = (JsonObject) new JsonReader(JsonLimits.DEFAULT).read(text);
        } catch (JsonSyntaxException e) {
            assertThat(error).as(text).isTrue();
            return;
        }
        check(testCase);
    }

    private static void check(JsonObject testCase) {
        Json document = testCase.get("doc").orElseThrow();
        String before = document.toString();
        Optional<Json> outcome = run(document, testCase.get("patch").orElseThrow());
        assertThat(document.toString()).isEqualTo(before);
        if (testCase.has("error")) {
            assertThat(outcome).as(testCase.toString()).isEmpty();
        } else {
            assertThat(outcome).as(testCase.toString()).isPresent();
            testCase.get("expected").ifPresent(expected -> assertThat(outcome).contains(expected));
        }
    }

    private static Optional<Json> run(Json document, Json json) {
        try {
            Patch patch = Patch.parse(json, PatchLimits.DEFAULT);
            return PatchApplier.apply(document, patch) instanceof PatchResult.Applied applied
                    ? Optional.of(applied.document())
                    : Optional.empty();
        } catch (PatchSyntaxException e) {
            return Optional.empty();
        }
    }
}
