package io.patchboard.standalone.cli.blob;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands on blobs. */
@Command(
        name = "blob",
        description = "Puts, gets, collects and erases blobs: the bytes that boards point to.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {PutBlob.class, GetBlob.class, CollectBlobs.class, EraseBlob.class},
        footer = {
            "",
            "They work on the directory of a server on this machine; from elsewhere there is HTTP, PUT /v1/blobs.",
            "",
            "Examples:",
            "  patchboard blob put photo.png --type image/png",
            "  patchboard blob collect --blobs .patchboard/blobs --dry-run"
        })
public final class BlobCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on blobs, but got none.");
    }
}
