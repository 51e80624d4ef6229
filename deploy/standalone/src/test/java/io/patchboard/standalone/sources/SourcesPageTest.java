package io.patchboard.standalone.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that {@code docs/sources.md} shows are read without an error. */
class SourcesPageTest {

    private static final Pattern BLOCK = Pattern.compile("^```yaml\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern CORRELATE = Pattern.compile("^    correlate: .*\n", Pattern.MULTILINE);

    @TempDir
    private Path dir;

    @Test
    void files_areRead() throws Exception {
        Files.writeString(dir.resolve("issues.key"), "a secret of a file's");
        List<String> names = new ArrayList<>();
        String orders = "";
        for (String block : blocks()) {
            // A line of its own stands for the one that the first file has.
            String file = block.startsWith("sources:")
                    ? block
                    : CORRELATE.matcher(orders).replaceFirst(block);
            orders = orders.isEmpty() ? file : orders;
            // The comment beside it says that either will do, and a test has no say in its own variables.
            String read = file.replace("{env: ISSUES_SECRET}", "{file: issues.key}");
            SourcesFile.parse(read, dir.resolve("sources.yaml")).forEach(source -> names.add(source.name()));
        }

        assertThat(names).containsExactly("orders", "payments", "orders", "payments", "issues", "report");
    }

    private static List<String> blocks() throws Exception {
        return BLOCK.matcher(Files.readString(Path.of("../../docs/sources.md")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
