package io.patchboard.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The workers files that {@code README.md} and {@code docs} show, and parts of them, are read without an error. */
class DocumentedWorkersFilesTest {

    private static final Pattern BLOCK = Pattern.compile("^```yaml\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern SERVED = Pattern.compile(
            "^workers:.*\\b(process|llm|http|java|a2a|versions):|^ +- (mcp|http):", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern VARIABLE = Pattern.compile("\\benv: ([A-Z_]+)\\b");
    private static final Pattern FILE = Pattern.compile("\\bfile: ([\\w.]+)");
    private static final Pattern MODEL = Pattern.compile("\\bllm: (\\w+)");

    @TempDir
    private Path dir;

    static List<String> examples() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Path.of("../README.md")));
        try (Stream<Path> docs = Files.list(Path.of("../docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<String> examples = new ArrayList<>();
        for (Path page : pages) {
            BLOCK.matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group(1))
                    .filter(block -> SERVED.matcher(block).find() && !block.contains("apiVersion:"))
                    .forEach(examples::add);
        }
        assertThat(examples).hasSizeGreaterThan(13);
        return examples;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void file_isRead(String shown) throws Exception {
        for (String name : named(FILE, shown)) {
            Files.writeString(dir.resolve(name), "a secret of a file's");
        }
        Map<String, String> environment = Stream.concat(
                        named(VARIABLE, shown).stream(), Stream.of("OPENAI_API_KEY", "ANTHROPIC_API_KEY"))
                .distinct()
                .collect(Collectors.toMap(
                        name -> name,
                        name -> name.endsWith("_URL") ? "https://name.example.org/" : "a secret of a variable's"));

        WorkersFile file = WorkersFile.parse(whole(shown), dir.resolve("workers.yaml"), environment);

        assertThat(file.workers()).isNotEmpty();
    }

    /** Beside what it leaves out: a worker that has the tools, and models that it names. */
    private static String whole(String shown) {
        String workers = shown.startsWith(" ") ? "workers:\n  clerk:\n    llm: small\n    tools:\n" + shown : shown;
        if (workers.contains("models:") || !workers.contains("llm:")) {
            return workers;
        }
        return named(MODEL, workers).stream()
                .map(name -> "  " + name + ": {provider: openai, model: any}\n")
                .distinct()
                .collect(Collectors.joining("", "models:\n", "\n" + workers));
    }

    private static List<String> named(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
