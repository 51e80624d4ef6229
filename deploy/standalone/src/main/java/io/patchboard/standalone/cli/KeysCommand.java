package io.patchboard.standalone.cli;

import io.patchboard.json.JsonObject;
import io.patchboard.sign.Signer;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.KeyFile;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.run.OwnersFile;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keys}. */
@Command(
        name = "keys",
        description = "Keys by which workers and operators sign what they send, where a blueprint asks for it.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {KeysCommand.Make.class, KeysCommand.Show.class},
        footer = {"", "Examples:", "  patchboard keys make author.pem", "  patchboard keys show author.pem"})
final class KeysCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on keys, but got none.");
    }

    /** {@code keys make}. */
    @Command(
            name = "make",
            description = {
                "Makes a private key of Ed25519 in a file that only its owner may read, and prints the public key for the"
                        + " blueprint. What \"openssl genpkey -algorithm ed25519\" makes will do as well."
            },
            mixinStandardHelpOptions = true)
    static final class Make implements Callable<Integer> {

        @Parameters(paramLabel = "FILE", description = "Where the private key goes; nothing may be there.")
        private Path file = Path.of("");

        @Mixin
        private OutputOptions output = new OutputOptions();

        @Override
        public Integer call() {
            Signer signer = Signer.generate();
            try {
                Files.createFile(file, OwnersFile.attributes(file));
                Files.writeString(file, signer.pem());
            } catch (FileAlreadyExistsException e) {
                throw CliException.failed("Expected to write a new key to " + file
                        + ", but a file is there, and may be a key that somebody needs. Choose another name.");
            } catch (IOException e) {
                throw CliException.failed("Expected to write " + file + ", but " + FileTrouble.of(e) + ".");
            }
            return tell(signer, output.output());
        }
    }

    /** {@code keys show}. */
    @Command(
            name = "show",
            description = "Prints the public key that belongs to a private one, as blueprints have it.",
            mixinStandardHelpOptions = true)
    static final class Show implements Callable<Integer> {

        @Parameters(paramLabel = "FILE", description = "The private key, in PEM.")
        private Path file = Path.of("");

        @Mixin
        private OutputOptions output = new OutputOptions();

        @Override
        public Integer call() {
            return tell(KeyFile.read(file), output.output());
        }
    }

    private static int tell(Signer signer, Output output) {
        if (output.isJson()) {
            output.document(JsonObject.builder().put("key", signer.publicKey()).build());
        }
        output.line(signer.publicKey());
        return ExitCodes.OK;
    }
}
