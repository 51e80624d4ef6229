package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.Anchor;
import io.patchboard.client.log.Heads;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.run.AnchorFile;
import io.patchboard.standalone.screen.Text;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code anchor}. */
@Command(
        name = "anchor",
        description = {
            "Reads all boards' logs and prints one hash of them, to be kept where who may write to the topics may not.",
            "\"replay --verify --anchor FILE\" proves later that the log still leads to it."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 printed; 1 there is no log, or it could not be read. Stderr tells what of it is not covered.",
            "",
            "Example:",
            "  patchboard anchor --json >> anchors.jsonl"
        })
public final class AnchorCommand implements Callable<Integer> {

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Override
    public Integer call() {
        Output output = options.output();
        Heads heads;
        try (Cluster cluster = source.open(output)) {
            cluster.requireLog();
            heads = AnchorFile.now(cluster.connection());
        }
        if (heads.needRegistry() > 0) {
            throw CliException.needsRegistry(heads.needRegistry());
        }
        AnchorFile.leftOut(heads).ifPresent(output.errors()::print);
        Anchor anchor = heads.anchor(Instant.now());
        if (output.isJson()) {
            output.item(anchor.toJson());
        } else {
            output.line(anchor.root() + " over " + Text.counted(anchor.boards(), "log") + " in "
                    + Text.counted(anchor.partitions().size(), "partition") + "; --json has what proves it");
        }
        return ExitCodes.OK;
    }
}
