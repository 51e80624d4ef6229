package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.StateDiff;
import io.patchboard.client.board.StateHistory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code board diff}. */
@Command(
        name = "diff",
        description = {
            "Prints what differs between two versions of a board's state: + added, - removed, ~ changed or moved.",
            "With --json it is the JSON Patch (RFC 6902) that makes the one from the other."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board diff review-7 3 9"})
final class DiffStates implements Callable<Integer> {

    private static final int VALUE_LENGTH = 100;

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Parameters(index = "0", paramLabel = "ID", description = "The board.")
    private String boardId;

    @Parameters(index = "1", paramLabel = "A", description = "The version to start from.")
    private long from;

    @Parameters(index = "2", paramLabel = "B", description = "The version to arrive at; it may be the older one.")
    private long to;

    @Override
    public Integer call() {
        Output output = options.output();
        StateHistory history;
        try (Cluster cluster = source.open(output)) {
            history = BoardLog.history(cluster, boardId, output);
        }
        StateDiff diff = StateDiff.between(ShowState.at(history, from), ShowState.at(history, to));
        if (output.isJson()) {
            output.document(diff.patch());
        } else {
            diff.steps().forEach(step -> output.line(line(step, output.look())));
        }
        return ExitCodes.OK;
    }

    static String line(StateDiff.Step step, Look look) {
        Operation operation = step.operation();
        String path = operation.path().isRoot()
                ? "(the whole state)"
                : Text.printable(operation.path().toString());
        return switch (operation) {
            case Operation.Add add -> look.paint(Style.GOOD, "+ " + path + " " + brief(add.value()));
            case Operation.Remove remove -> look.paint(Style.BAD, "- " + path + old(step.old()));
            case Operation.Replace replace ->
                look.paint(Style.CHANGED, "~ " + path + old(step.old()) + " -> " + brief(replace.value()));
            case Operation.Move move ->
                look.paint(Style.CHANGED, "~ " + Text.printable(move.from().toString()) + " moved to " + path);
            case Operation.Copy copy ->
                look.paint(
                        Style.GOOD,
                        "+ " + path + " as " + Text.printable(copy.from().toString()));
            case Operation.Test test -> "  " + path + " is tested";
        };
    }

    private static String old(Optional<Json> value) {
        return value.map(some -> " " + brief(some)).orElse("");
    }

    private static String brief(Json value) {
        return Text.brief(JsonWriter.compact(value), VALUE_LENGTH);
    }
}
