package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.workers.Examples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that {@code docs/erasure.md} shows, run by the command that it shows. */
class ErasurePageTest {

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    @TempDir
    private Path dir;

    @Test
    void worker_isShownTheName_andTheLogIsNot() throws Exception {
        Examples.need("python3", "python3", "--version");
        String page = Files.readString(Examples.REPOSITORY.resolve("docs/erasure.md"));
        write("visits.yaml", first(page, "```yaml\n(.*?)```"));
        write("doctor.py", first(page, "```python\n(.*?)```"));
        write("workers.yaml", first(page, "`(workers: [^`]*)`"));
        String command = first(page, "(?m)^\\./patchboard (run visits.yaml .*?)$")
                .replace("visits.yaml", dir.resolve("visits.yaml").toString())
                .replace("workers.yaml", dir.resolve("workers.yaml").toString());
        try (AllInOne all = AllInOne.start(AllInOneConfig.on(dir.resolve("data")))) {
            String server = all.connection().bootstrapServers();

            Cli run = Cli.run(words(command.replace("localhost:9092", server)));

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out() + run.err())
                    .contains("\"subject\": \"patient-12\"", "\"finding\"")
                    .doesNotContain("Lovelace");
        }
    }

    private void write(String name, String text) throws Exception {
        Files.writeString(dir.resolve(name), text);
    }

    private static String first(String page, String pattern) {
        Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    /** As a shell has them. */
    private static String[] words(String command) {
        return WORD.matcher(command)
                .results()
                .map((MatchResult word) -> word.group(1) == null ? word.group(2) : word.group(1))
                .toArray(String[]::new);
    }
}
