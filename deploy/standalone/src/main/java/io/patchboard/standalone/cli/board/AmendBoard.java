package io.patchboard.standalone.cli.board;

import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.blueprint.GivenBlueprint;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code board amend}. */
@CommandLine.Command(
        name = "amend",
        description = {
            "Gives a running board another blueprint, which its state has to satisfy; otherwise it is refused with every"
                    + " place that does not.",
            "Rules do not fire on what is there already. Who is at work goes on under the contract that it was given, or,"
                    + " with --supersede, is invited anew."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  patchboard board amend review-7 --blueprint stricter.yaml --reason \"claims need two sources\""
        })
final class AmendBoard extends ControlBoard {

    @Option(
            names = "--blueprint",
            paramLabel = "FILE",
            required = true,
            description = "The blueprint: YAML or JSON; or the name of a published one, such as review@3.")
    private Path blueprint;

    @Option(
            names = "--supersede",
            description = "Open invocations end, and their workers are invited anew under the new blueprint.")
    private boolean supersede;

    @Override
    Command command(CommandHeader header, Cluster cluster, Output output) {
        return new AmendBlueprint(
                reasoned(header, "amended"),
                GivenBlueprint.document(blueprint, header.boardId(), cluster.connection(), output),
                supersede ? AmendBlueprint.Open.SUPERSEDE : AmendBlueprint.Open.KEEP);
    }
}
