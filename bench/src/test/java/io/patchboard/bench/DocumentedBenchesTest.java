package io.patchboard.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.patchboard.bench.cli.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The command lines of benches in the documents are understood; what they do is shown by {@link SmokeTest}. */
class DocumentedBenchesTest {

    private static final Path REPOSITORY = Path.of("..");
    private static final Pattern COMMAND = Pattern.compile("\\./patchboard bench ([^`\\n#]+)");

    @Test
    void everyDocumentedBench_isUnderstood() throws IOException {
        List<String> commands = new ArrayList<>();
        for (Path document : documents()) {
            COMMAND.matcher(Files.readString(document))
                    .results()
                    .forEach(found -> commands.add(found.group(1).strip()));
        }

        assertThat(commands).isNotEmpty();
        for (String command : commands) {
            String[] args = command.replaceAll("[\\[\\]]", "").split("\\s+", -1);
            assertThatCode(() -> Bench.commandLine().parseArgs(args))
                    .as(command)
                    .doesNotThrowAnyException();
        }
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(REPOSITORY.resolve("bench/README.md")));
        try (Stream<Path> docs = Files.walk(REPOSITORY.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }
}
