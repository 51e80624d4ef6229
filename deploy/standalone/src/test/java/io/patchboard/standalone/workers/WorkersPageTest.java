package io.patchboard.standalone.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code docs/workers.md} shows is what {@link WorkerExamplesTest} runs. */
final class WorkersPageTest {

    private static final String EXAMPLES = "examples/workers/";

    /** A line that links to the file, an empty line, and the file in a fence. */
    private static final Pattern SHOWN =
            Pattern.compile("\\]\\(\\.\\./" + EXAMPLES + "([^)]+)\\):\\n\\n```\\w+\\n(.*?)```\\n", Pattern.DOTALL);

    @Test
    void page_showsEveryWorkerAsItIs() throws IOException {
        Map<String, String> files = files();
        assertThat(files).hasSizeGreaterThan(5);

        assertThat(shown()).containsExactlyInAnyOrderEntriesOf(files);
    }

    private static Map<String, String> shown() throws IOException {
        Map<String, String> shown = new TreeMap<>();
        Matcher fence = SHOWN.matcher(Files.readString(Examples.REPOSITORY.resolve("docs/workers.md")));
        while (fence.find()) {
            shown.put(fence.group(1), fence.group(2));
        }
        return shown;
    }

    private static Map<String, String> files() throws IOException {
        Path folder = Examples.REPOSITORY.resolve(EXAMPLES);
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder)) {
            paths = walk.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().endsWith(".pyc") && !path.endsWith("input.json"))
                    .toList();
        }
        Map<String, String> files = new TreeMap<>();
        for (Path path : paths) {
            files.put(folder.relativize(path).toString(), Files.readString(path));
        }
        return files;
    }
}
