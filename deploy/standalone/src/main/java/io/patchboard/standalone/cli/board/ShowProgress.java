package io.patchboard.standalone.cli.board;

import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code board progress}. */
@Command(
        name = "progress",
        description = "Shows how far workers say that they have come with what a board asks them, the latest first."
                + " With --json the checkpoints, too, that a next attempt would be given.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board progress review-7"})
final class ShowProgress implements Callable<Integer> {

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "ID", description = "The board.")
    private String boardId;

    @Override
    public Integer call() {
        Output output = options.output();
        List<Checkpoint> reports;
        try (Cluster cluster = source.open(output)) {
            reports = BoardProgress.latest(cluster.connection(), boardId).values().stream()
                    .sorted(Comparator.comparing(Checkpoint::time).reversed())
                    .toList();
        }
        if (output.isJson()) {
            output.document(JsonObject.of(
                    "progress",
                    JsonArray.copyOf(reports.stream()
                            .map(report -> (Json) report.toJson())
                            .toList())));
        } else if (reports.isEmpty()) {
            output.line("Nobody says anything of it.");
        } else {
            reports.forEach(report -> output.line(line(report)));
        }
        return ExitCodes.OK;
    }

    private static String line(Checkpoint report) {
        return report.time() + "  " + report.worker() + ", attempt " + report.attempt() + ": "
                + report.progress().orElse("(no words)")
                + report.content()
                        .map(content -> ", checkpoint of " + content.canonicalBytes() + " bytes")
                        .orElse("");
    }
}
