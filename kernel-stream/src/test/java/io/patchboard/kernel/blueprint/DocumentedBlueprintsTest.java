package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The parts of blueprints that {@code docs} shows: each compiles beside what it leaves out. */
class DocumentedBlueprintsTest {

    private static final Pattern BLOCK = Pattern.compile("^```yaml\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern MEMBER = Pattern.compile("^(\\w+):", Pattern.MULTILINE);
    private static final Set<String> MEMBERS = members();

    /** Of a workers file, which has workers, too. */
    private static final Pattern SERVED = Pattern.compile("\\b(process|llm|http|java|a2a|versions):");

    private static final JsonObject REST = object("""
            apiVersion: patchboard/v1
            name: documented
            state:
              schema: {properties: {verdicts: {type: array, maxItems: 9, items: {enum: [good, bad]}}}}
              initial: {$input: ''}
            """);
    private static final JsonObject OTHERS =
            object("{senior: {}, verifier: {}, repairer: {}, auditor: {}, replan: {}, critic-a: {}, critic-b: {}}");

    static List<String> examples() throws IOException {
        List<String> examples = new ArrayList<>();
        try (Stream<Path> pages = Files.list(Path.of("../docs"))) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                Matcher block = BLOCK.matcher(Files.readString(page));
                block.results()
                        .map(found -> found.group(1))
                        .filter(DocumentedBlueprintsTest::isPart)
                        .forEach(examples::add);
            }
        }
        assertThat(examples).hasSizeGreaterThan(25);
        return examples;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void part_compiles(String part) {
        JsonObject shown = object(part);
        JsonObject workers =
                merged(OTHERS, shown.get("workers").map(JsonObject.class::cast).orElse(JsonObject.EMPTY));

        CompileResult result = BlueprintCompiler.compile(merged(REST, shown).with("workers", workers));

        assertThat(result).as(part).isInstanceOf(CompileResult.Valid.class);
    }

    private static boolean isPart(String block) {
        return MEMBER.matcher(block).find()
                && MEMBER.matcher(block).results().allMatch(member -> MEMBERS.contains(member.group(1)))
                && !SERVED.matcher(block).find();
    }

    private static Set<String> members() {
        try (InputStream schema = DocumentedBlueprintsTest.class.getResourceAsStream("/blueprint.schema.json")) {
            JsonObject document = object(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
            return ((JsonObject) document.get("properties").orElseThrow()).names();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonObject object(String yaml) {
        return (JsonObject) Texts.json(yaml);
    }

    private static JsonObject merged(JsonObject rest, JsonObject shown) {
        JsonObject merged = rest;
        for (Map.Entry<String, Json> member : shown.members().entrySet()) {
            merged = merged.with(member.getKey(), member.getValue());
        }
        return merged;
    }
}
