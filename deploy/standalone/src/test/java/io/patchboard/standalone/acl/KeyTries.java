package io.patchboard.standalone.acl;

import io.patchboard.standalone.cli.Cli;
import java.nio.file.Path;

/** Commands that need rights on the topic of keys alone. */
final class KeyTries {

    private static final String[] SEAL = {"seal", "--board", "b", "--subject", "s", "--value", "7"};
    private static final String[] FIND = {"erase", "--subject", "s", "--reason", "asked", "--dry-run"};

    private KeyTries() {}

    /** Runs a command with a file of settings. */
    @FunctionalInterface
    interface Commands {
        Cli run(Path config, String... args);
    }

    /** The settings of a part. */
    @FunctionalInterface
    interface Configs {
        Path of(Part part) throws Exception;
    }

    /** What those say who seal and who find keys, one after the other. */
    static String said(Commands commands, Configs configs) throws Exception {
        Cli first = commands.run(configs.of(Part.sealer), SEAL);
        return first.toString() + commands.run(configs.of(Part.opener), FIND);
    }
}
