package io.patchboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/paper.md names is there: each class, and in each row a test. */
class PaperPageTest {

    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();

    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w+)(?:\\.[A-Z]+)?`");

    private static final Pattern ROW = Pattern.compile("\\| (?:[\\d.]+|Alg\\. 1|App\\. D|Table [23]) \\|.*");

    @Test
    void everyClassThatIsNamed_isThere() throws IOException {
        Set<String> named = CLASS.matcher(page())
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named).hasSizeGreaterThan(40);
        assertThat(sources()).containsAll(named);
    }

    @Test
    void everyRow_namesItsTest() throws IOException {
        assertThat(page().lines().filter(line -> ROW.matcher(line).matches()))
                .hasSizeGreaterThan(25)
                .allSatisfy(row -> assertThat(row.split("\\|")[4]).containsAnyOf("Test`", "as 3."));
    }

    private static String page() throws IOException {
        return Files.readString(REPOSITORY.resolve("docs/paper.md"));
    }

    private static Set<String> sources() throws IOException {
        try (Stream<Path> files =
                Files.find(REPOSITORY, 20, (path, info) -> path.toString().endsWith(".java"))) {
            return files.map(path -> path.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}
