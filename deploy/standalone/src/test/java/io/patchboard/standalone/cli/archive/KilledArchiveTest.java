package io.patchboard.standalone.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.cli.PatientSettings;
import io.patchboard.standalone.jvm.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code archive --cut} is killed again and again: archive and topics together never have less than the log had. */
@Tag("long")
final class KilledArchiveTest {

    private static final int BOARDS = 400;
    private static final int KILLS = 6;
    private static final long SEED = Long.getLong("patchboard.kills.seed", System.nanoTime());

    @TempDir
    private static Path dir;

    private static Path patient;

    private final Random random = new Random(SEED);

    @Test
    void killsAtAnyMoment_loseNothing() throws Exception {
        System.out.printf("Killed archive: seed %d (-Dpatchboard.kills.seed)%n", SEED);
        patient = PatientSettings.in(dir);
        Path archive = dir.resolve("archive");
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")))) {
            write(broker.bootstrapServers());
            int kills = 0;
            for (int round = 0; kills < KILLS; round++) {
                Process process = archiving(broker.bootstrapServers(), archive, round);
                if (!process.waitFor(moment(process, archive), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly().waitFor();
                    kills++;
                } else {
                    assertThat(process.exitValue())
                            .as(Files.readString(output(round)))
                            .isZero();
                    write(broker.bootstrapServers(), "more-" + round, 20);
                }
                assertWhole(broker.bootstrapServers(), archive);
            }
            assertThat(archiving(broker.bootstrapServers(), archive, -1).waitFor(5, TimeUnit.MINUTES))
                    .isTrue();
            assertWhole(broker.bootstrapServers(), archive);
            Cli left = Cli.run(
                    "board",
                    "list",
                    "--json",
                    "--bootstrap-server",
                    broker.bootstrapServers(),
                    "--config",
                    patient.toString());
            assertThat(left.out()).doesNotContain("board-");
        }
    }

    /** Once it has begun to write, somewhere from there to its end. */
    private long moment(Process process, Path archive) throws Exception {
        while (process.isAlive() && !hasFiles(archive)) {
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
        return random.nextInt(4_000);
    }

    private static boolean hasFiles(Path archive) throws Exception {
        if (!Files.isDirectory(archive)) {
            return false;
        }
        try (Stream<Path> files = Files.list(archive)) {
            return files.findAny().isPresent();
        }
    }

    private static Process archiving(String server, Path archive, int round) throws Exception {
        return new ProcessBuilder(ChildJvm.running(
                        PatchBoard.class,
                        "archive",
                        "--to",
                        archive.toString(),
                        "--cut",
                        "--bootstrap-server",
                        server,
                        "--config",
                        patient.toString()))
                .redirectErrorStream(true)
                .redirectOutput(output(round).toFile())
                .start();
    }

    private static Path output(int round) {
        return dir.resolve("output-" + round + ".txt");
    }

    private static void write(String server) {
        write(server, "board-", BOARDS);
    }

    private static void write(String server, String prefix, int boards) {
        try (LogTopics topics = new LogTopics(server)) {
            List<LogEntry> entries = new ArrayList<>();
            for (int i = 0; i < boards; i++) {
                entries.addAll(SampleLog.completed(prefix + i).entries());
            }
            topics.commit(entries);
        }
    }

    private static void assertWhole(String server, Path archive) {
        Cli replay = Cli.run(
                "replay",
                "--verify",
                "--archive",
                archive.toString(),
                "--bootstrap-server",
                server,
                "--config",
                patient.toString());
        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        assertThat(replay.out()).contains("identical");
        String all = Cli.run(
                        "replay",
                        "--json",
                        "--archive",
                        archive.toString(),
                        "--bootstrap-server",
                        server,
                        "--config",
                        patient.toString())
                .out();
        for (int i = 0; i < BOARDS; i++) {
            assertThat(all).contains("\"board-" + i + "\"");
        }
    }
}
