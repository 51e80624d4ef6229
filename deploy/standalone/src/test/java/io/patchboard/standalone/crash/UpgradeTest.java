package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.Workers;
import io.patchboard.standalone.workers.Examples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The data directory that {@code ./patchboard up} of 2026-11-23 (before metrics, rights and containers) left when it
 * was stopped, with three boards of examples/hello-summary: one is completed, one waits for its worker, one is paused.
 */
@Tag("long")
final class UpgradeTest {

    private static final Path BACKUP = Path.of("src/test/resources/upgrade/2026-11-23.tar.gz");
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @TempDir
    Path dir;

    @Test
    void dataDirectoryOfAnOlderVersion_opens_goesOn_andVerifies() throws Exception {
        Examples.need("python3", "python3", "--version");
        Path data = Files.createDirectory(dir.resolve("data"));
        assertThat(new ProcessBuilder("tar", "-xzf", BACKUP.toAbsolutePath().toString())
                        .directory(data.toFile())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        Workers workers = Workers.load(Examples.REPOSITORY.resolve("examples/hello-summary/workers.yaml"));
        SortedMap<String, List<LogEntry>> before;
        try (AllInOne all = AllInOne.start(AllInOneConfig.on(data))) {
            before = CommittedLog.read(all.bootstrapServers());
            assertThat(before.keySet()).contains("done", "open", "paused");
            verify(all);
            // Before there is a worker: an answer to a paused board is refused, and asked for anew when its time is
            // over.
            assertThat(on(all, "board", "resume", "paused", "--reason", "Looked at.")
                            .exitCode())
                    .isZero();
        }

        try (AllInOne all = AllInOne.start(AllInOneConfig.on(data).withWorkers(List.of(workers)))) {
            await("the board that waits for its worker")
                    .atMost(PATIENCE)
                    .until(() ->
                            on(all, "board", "show", "open", "--json").out().contains("\"completed\""));
            assertThat(on(all, "board", "state", "open", "--json").out())
                    .contains("Workers come and go; the board stays");
            // Its invitations had a time that has passed, and are made anew when what is left of it is over.
            assertThat(on(all, "board", "show", "paused", "--json").out()).contains("\"open\"");
            SortedMap<String, List<LogEntry>> after = CommittedLog.read(all.bootstrapServers());
            before.forEach(
                    (board, log) -> assertThat(after.get(board)).as(board).startsWith(log.toArray(new LogEntry[0])));
            assertThat(after.get("done")).hasSameSizeAs(before.get("done"));
            verify(all);
        }
    }

    private static void verify(AllInOne all) {
        Cli replay = on(all, "replay", "--verify", "--decide", "--inputs");
        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        assertThat(replay.out()).contains("identical");
    }

    private static Cli on(AllInOne all, String... words) {
        String[] args = Arrays.copyOf(words, words.length + 2);
        args[words.length] = "--bootstrap-server";
        args[words.length + 1] = all.bootstrapServers();
        return Cli.run(args);
    }
}
