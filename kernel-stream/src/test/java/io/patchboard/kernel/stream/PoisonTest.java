package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An input that ends the process, in processes that do end. */
@Tag("long")
final class PoisonTest {

    @TempDir
    private Path dir;

    private record Life(int exit, List<String> lines) {}

    @ParameterizedTest
    @EnumSource
    void endsTheProcess_isRejectedInTheEnd(PoisonedKernel.Bug bug) throws Exception {
        for (int i = 0; i < Attempts.LIVES_IN_ALL; i++) {
            Life life = live(bug);
            assertThat(life.exit()).as("life %d: %s", i + 1, life.lines()).isNotZero();
        }

        Life last = live(bug);
        assertThat(last.exit()).as("%s", last.lines()).isZero();
        assertThat(last.lines()).hasSize(3);
        assertThat(last.lines().get(0)).contains("\"BoardCreated\"", "\"before\"");
        assertThat(last.lines().get(1))
                .contains("\"CommandRejected\"", "\"create-defect\"", "\"internal-error\"", "(poison)");
        assertThat(last.lines().get(2)).contains("\"BoardCreated\"", "\"after\"");
    }

    private Life live(PoisonedKernel.Bug bug) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PoisonedKernel.class.getName(),
                        dir.resolve("attempts").toString(),
                        bug.name())
                .redirectError(dir.resolve("stderr").toFile())
                .start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
        }
        return new Life(process.waitFor(), lines);
    }

    @Test
    void attempts_killedWhileSomethingHarmlessWasDecided_isNoPoisonAfterFour() throws Exception {
        for (int life = 1; life < Attempts.LIVES_IN_ALL; life++) {
            Attempts attempts = life();
            assertThat(proposal(attempts, 7).poison()).isEmpty();
            proposal(attempts, 7).begin(Attempts.Step.READ);
        }
        proposal(life(), 7).begin(Attempts.Step.DECIDE);

        Attempts attempts = life();
        assertThat(proposal(attempts, 7).poison()).contains(Attempts.Step.DECIDE);
        assertThat(proposal(attempts, 8).poison()).isEmpty();
        assertThat(attempts.of(Attempts.Kind.COMMAND, 1, 7).poison()).isEmpty();
        assertThat(attempts.of(Attempts.Kind.PROPOSAL, 0, 7).poison()).isEmpty();
    }

    @Test
    void attempts_errorInALifeThatDecidedItAfterAll_isForgotten() throws Exception {
        fail(Attempts.Step.LOAD);
        Attempts.Attempt decided = proposal(life(), 7);
        decided.begin(Attempts.Step.READ);
        decided.end();
        fail(Attempts.Step.LOAD);

        assertThat(proposal(life(), 7).poison()).isEmpty();
    }

    @Test
    void attempts_errorInTwoLives_isPoisonUntilTheRejectionIsCommitted() throws Exception {
        fail(Attempts.Step.LOAD);
        fail(Attempts.Step.LOAD);
        for (int life = 0; life < 3; life++) {
            Attempts.Attempt rejected = proposal(life(), 7);
            assertThat(rejected.poison()).contains(Attempts.Step.LOAD);
            rejected.begin(Attempts.Step.READ);
            rejected.end();
        }
    }

    private Attempts life() throws IOException {
        Attempts attempts = Attempts.in(dir.resolve("attempts"), 2);
        attempts.count();
        return attempts;
    }

    private void fail(Attempts.Step step) throws IOException {
        Attempts.Attempt failing = proposal(life(), 7);
        failing.begin(step);
        failing.fatal();
    }

    private static Attempts.Attempt proposal(Attempts attempts, long offset) {
        return attempts.of(Attempts.Kind.PROPOSAL, 1, offset);
    }
}
