package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.Anchor;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.run.AnchorFile;
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
            "Exit codes: 0 printed; 1 there is no log, or it could not be read.",
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
        Anchor anchor;
        try (Cluster cluster = source.open(output)) {
            if (cluster.logReader().topics().isEmpty()) {
                throw CliException.noLog(cluster.connection().topics().prefix());
            }
            anchor = AnchorFile.now(cluster.connection());
        }
        if (output.isJson()) {
            output.item(anchor.toJson());
        } else {
            output.line(anchor.root() + " over " + anchor.boards() + " boards in "
                    + anchor.partitions().size() + " partitions; --json has what proves it");
        }
        return ExitCodes.OK;
    }
}
