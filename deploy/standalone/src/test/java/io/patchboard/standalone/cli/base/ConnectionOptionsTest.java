package io.patchboard.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ConnectionOptionsTest {

    @Command
    private static final class AnyCommand {

        @Mixin
        private final ConnectionOptions connection = new ConnectionOptions();
    }

    private static ConnectionOptions parsed(String... args) {
        AnyCommand command = new AnyCommand();
        new CommandLine(command).parseArgs(args);
        return command.connection;
    }

    /** What a command serves itself is not what the environment speaks of. */
    @Test
    void prefix_isTheKernelsVariable_unlessTheCommandLineNamesAnother() {
        Map<String, String> environment = Map.of("PATCHBOARD_PREFIX", "e.");
        assertThat(parsed().topics(environment).commands()).isEqualTo("e.commands");
        assertThat(parsed("--prefix", "k.").topics(environment).commands()).isEqualTo("k.commands");
        assertThat(parsed().topics(Map.of()).commands()).isEqualTo("patchboard.commands");
        assertThat(parsed("--prefix", "k.").connectionTo("s:1").topics().commands())
                .isEqualTo("k.commands");
    }

    @Test
    void prefixThatNoTopicCanHave_isRefused_byWhereItStands() {
        assertThatThrownBy(() -> parsed("--prefix", "my board.").topics(Map.of()))
                .isInstanceOf(CliException.class)
                .hasMessage("Expected letters, digits, dots, underscores and dashes, 200 at most, in --prefix, but got"
                        + " \"my board.\".");
        assertThatThrownBy(() -> parsed().topics(Map.of("PATCHBOARD_PREFIX", "a/b")))
                .hasMessageContaining("in PATCHBOARD_PREFIX, but got");
    }
}
