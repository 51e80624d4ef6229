package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages to a paused board are there when it goes on, once and in their order, though the server was killed. */
@Tag("long")
final class QueuedMessagesTest {

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "letters",
             "state": {"schema": {"type": "object"}, "initial": {"letters": []}},
             "workers": {"friend": {"unsolicited": true, "write": [{"op": ["add"], "path": "/letters/-"}]}},
             "complete": {"when": "state.letters.size() == 5"}}""";

    @TempDir
    private Path dir;

    private static Cli cli(UpProcess up, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap-server", up.bootstrapServers()));
        return Cli.run(all.toArray(String[]::new));
    }

    private static void send(UpProcess up, int letter) {
        Cli sent = cli(up, "send", "b", "--worker", "friend", "--value", Integer.toString(letter), "--timeout", "1s");
        assertThat(sent.exitCode()).as(sent.err()).isZero();
        assertThat(sent.out()).contains("queued");
    }

    @Test
    void killedTwice_eachMessageCountsOnce_whenTheBoardGoesOn() throws Exception {
        Path blueprint = Files.writeString(dir.resolve("letters.json"), BLUEPRINT);
        Path data = dir.resolve("data");
        try (UpProcess first = UpProcess.start(data, 0)) {
            Cli created = cli(first, "run", blueprint.toString(), "--board", "b", "--no-workers", "--timeout", "1s");
            assertThat(created.err() + created.out()).contains("b");
            Cli paused = cli(first, "board", "pause", "b");
            assertThat(paused.exitCode()).as(paused.err()).isZero();
            send(first, 1);
            send(first, 2);
            first.kill();
        }
        try (UpProcess second = UpProcess.start(data, 0)) {
            send(second, 3);
            send(second, 4);
            second.kill();
        }
        try (UpProcess third = UpProcess.start(data, 0)) {
            send(third, 5);
            Cli resumed = cli(third, "board", "resume", "b");
            assertThat(resumed.exitCode()).as(resumed.err()).isZero();
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> cli(third, "board", "show", "b").out().contains("completed"));
            assertThat(cli(third, "board", "state", "b").out().replaceAll("\\s+", ""))
                    .contains("[1,2,3,4,5]");
            Cli replay = cli(third, "replay", "--verify", "--decide", "--inputs");
            assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
            assertThat(third.stop()).isZero();
        }
    }
}
