package io.patchboard.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

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
}
