package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.Former;
import io.patchboard.client.board.StateHistory;
import io.patchboard.client.log.LogRecord;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.InputFile;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.blueprint.GivenBlueprint;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code board fork}. */
@CommandLine.Command(
        name = "fork",
        description = {
            "Makes a new board that begins with the state which another has, or had; the other goes on as it is.",
            "Rules fire on the new board as on one that was created so. Its log names the entry of the other that it"
                    + " begins after."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard board fork review-7 --at 12 --as review-7b --reason \"without the second critic\"",
            "  patchboard board fork review-7 --blueprint stricter.yaml --reason \"would it still be done?\"",
            "  patchboard board fork review-7 --input b.json --reason \"the other customer\""
        })
final class ForkBoard extends ControlBoard {

    private static final int RANDOM_DIGITS = 8;

    @Option(names = "--at", paramLabel = "N", description = "The version; the newest where left out.")
    private Optional<Long> version = Optional.empty();

    @Option(
            names = "--as",
            paramLabel = "ID",
            description = "The new board's id. Default: the other's and a random end.")
    private Optional<String> child = Optional.empty();

    @Option(
            names = "--blueprint",
            paramLabel = "FILE",
            description = "Another blueprint, which the state has to satisfy: a file, or the name of a published one.")
    private Optional<Path> blueprint = Optional.empty();

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description =
                    "Another input, which the blueprint has to allow: the state stays that of the version. - reads it"
                            + " from stdin.")
    private Optional<String> input = Optional.empty();

    @Mixin
    private LabelOption labels;

    @Override
    Command command(CommandHeader header, Cluster cluster, Output output) {
        reasoned(header, "forked");
        StateHistory history = BoardLog.history(cluster, header.boardId(), output);
        Board then = from(history);
        BoardCreated begun = BoardLog.existing(cluster, header.boardId(), output).stream()
                .map(LogRecord::entry)
                .flatMap(entry -> entry.event() instanceof BoardCreated created
                        ? Optional.of(created).stream()
                        : Optional.<BoardCreated>empty().stream())
                .findFirst()
                .orElseThrow();
        String id = child.orElseGet(
                () -> header.boardId() + "-" + UUID.randomUUID().toString().substring(0, RANDOM_DIGITS));
        Json rules = blueprint
                .map(given -> GivenBlueprint.document(given, id, cluster.connection(), output))
                .orElseGet(() -> then.rules().source());
        return new CreateBoard(
                new CommandHeader(header.commandId(), id, header.by(), header.reason(), Optional.empty()),
                rules,
                input.isPresent() ? InputFile.read(input.get()) : begun.input(),
                Optional.empty(),
                labels.json().or(begun::labels),
                Optional.of(Former.fork(then)),
                Optional.empty(),
                Optional.empty(),
                Former.marked(then, CanonicalJson.sha256(rules)));
    }

    /** What the kernel says of a restore, in the same words, and with the same exit code. */
    private Board from(StateHistory history) {
        long from = version.orElse(history.last());
        return history.board(from)
                .orElseThrow(() -> new CliException(ExitCodes.REJECTED, ShowState.noVersion(history, from)));
    }
}
