package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code run} on a server that ends before the board does. */
class FollowedRunTest {

    @Command
    private static final class Any {

        @Mixin
        private final OutputOptions options = new OutputOptions();
    }

    private final StringWriter errors = new StringWriter();

    private void follow(RunPlace left, Optional<String> failure) {
        Any any = new Any();
        new CommandLine(any).setErr(new PrintWriter(errors));
        new FollowedRun("b-1", any.options.output(), new PrintWriter(errors), Optional.empty())
                .follow(
                        () -> {
                            throw new TimeoutException("Timed out waiting for a node assignment.");
                        },
                        left,
                        () -> failure);
    }

    @Test
    void serverEnds_boardAndCommandThatShowsIt_areNamed() {
        String away = "Expected Kafka to answer until board b-1 has ended, but no answer came in time. ";

        assertThatThrownBy(() -> follow(new RunPlace.Served(" --bootstrap-server h:9093"), Optional.empty()))
                .isInstanceOf(CliException.class)
                .hasMessage(away + "\"patchboard board log b-1 --bootstrap-server h:9093\" shows how far it is,"
                        + " once it answers.");
        assertThatThrownBy(() -> follow(new RunPlace.Left(Path.of("kept"), List.of()), Optional.empty()))
                .hasMessage(
                        away + "\"patchboard board log b-1 --data-dir kept\" shows how far it is, once it answers.");
        assertThatThrownBy(() -> follow(new RunPlace.Gone(), Optional.empty()))
                .hasMessageStartingWith(away + "The board is gone with this run: ");
    }

    @Test
    void whatRunsInThisProcessGaveUp_isSaidInItsPlace() {
        assertThatThrownBy(() -> follow(new RunPlace.Gone(), Optional.of("The gateway failed.")))
                .hasMessage("The gateway failed.");
    }
}
