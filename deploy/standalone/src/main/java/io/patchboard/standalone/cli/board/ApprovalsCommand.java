package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.OpenWork;
import io.patchboard.client.log.LogRecord;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Incident;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.NeedsPerson;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.PatchFile;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Table;
import io.patchboard.standalone.screen.Text;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code approvals}: what gates hold, and a person's say about it. */
@CommandLine.Command(
        name = "approvals",
        description = "Shows patches that gates hold, and decides about them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ApprovalsCommand.ListHeld.class,
            ApprovalsCommand.Show.class,
            ApprovalsCommand.Approve.class,
            ApprovalsCommand.Reject.class,
            ApprovalsCommand.Modify.class,
            ApprovalsCommand.Escalate.class
        },
        footer = {
            "",
            "Examples:",
            "  patchboard approvals list",
            "  patchboard approvals show review-7",
            "  patchboard approvals approve review-7 --by ada --reason \"checked the quote\"",
            "  patchboard approvals modify review-7 --patch better.json --by ada --reason \"the year was wrong\""
        })
public final class ApprovalsCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Expected a command on approvals, but got none.");
    }

    private static Stream<Incident> gates(BoardProjection board) {
        return board.board().work().incidents().stream()
                .filter(item -> item.gate().isPresent());
    }

    /** {@code approvals list}. */
    @CommandLine.Command(
            name = "list",
            description = {
                "Lists the patches that gates hold, of all boards.",
                "Boards that wait for something else of a person are in \"board list --needs-person\"."
            },
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  patchboard approvals list --json"})
    static final class ListHeld implements Callable<Integer> {

        @Mixin
        private ConnectionOptions connection;

        @Mixin
        private OutputOptions options;

        @Override
        public Integer call() {
            Output output = options.output();
            Projections projections;
            try (Cluster cluster = Cluster.connect(connection)) {
                projections = Projections.needingPerson(cluster, output);
            }
            if (output.isJson()) {
                output.document(JsonObject.of(
                        "approvals",
                        JsonArray.copyOf(projections.boards().stream()
                                .flatMap(board -> gates(board)
                                        .<Json>map(item -> JsonObject.builder()
                                                .put("boardId", board.board().id())
                                                .putIfPresent(
                                                        "parent",
                                                        board.board()
                                                                .present()
                                                                .parent()
                                                                .map(OpenWork::json))
                                                .putAll(OpenWork.json(item))
                                                .build()))
                                .toList())));
                return ExitCodes.OK;
            }
            Table table = new Table("BOARD", "ITEM", "GATE", "WORKER", "ASKS", "UNTIL");
            projections
                    .boards()
                    .forEach(board -> gates(board).forEach(item -> {
                        NeedsPerson.Gate gate = item.gate().orElseThrow();
                        table.row(
                                board.board().id(),
                                item.sequence(),
                                item.detail(),
                                item.worker().orElse(""),
                                gate.approvers().isEmpty() ? "anybody" : String.join(", ", gate.approvers()),
                                gate.due().map(LogHeader::format).orElse("-"));
                    }));
            table.lines().forEach(output::line);
            return ExitCodes.OK;
        }
    }

    /** {@code approvals show}. */
    @CommandLine.Command(
            name = "show",
            description =
                    "Shows a patch that a gate holds: what it would change, who proposes it, how it would be undone.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  patchboard approvals show review-7 12"})
    static final class Show implements Callable<Integer> {

        @Mixin
        private ConnectionOptions connection;

        @Mixin
        private OutputOptions options;

        @Parameters(index = "0", paramLabel = "ID", description = "The board.")
        private String boardId;

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "ITEM",
                description = "As the list says it; it may be left out" + " where it is the only one of the board.")
        private Optional<Long> item = Optional.empty();

        @Override
        public Integer call() {
            Output output = options.output();
            try (Cluster cluster = Cluster.connect(connection)) {
                List<LogRecord> log = BoardLog.existing(cluster, boardId, output);
                BoardProjection projection = new BoardProjection(boardId, new Blueprints());
                log.forEach(next -> projection.accept(next.entry()));
                List<Incident> all = gates(projection).toList();
                List<Incident> waiting = all.stream()
                        .filter(one -> item.isEmpty() || item.get() == one.sequence())
                        .toList();
                if (waiting.size() != 1) {
                    throw CliException.failed("Expected "
                            + item.map(number -> "a patch that waits as " + number)
                                    .orElse("one patch that waits")
                            + " on board " + boardId + ", but "
                            + (all.isEmpty()
                                    ? "none waits."
                                    : "those that wait are "
                                            + all.stream()
                                                    .map(Incident::sequence)
                                                    .toList() + "."));
                }
                long held = waiting.get(0).gate().orElseThrow().held();
                LogEntry entry = log.stream()
                        .map(LogRecord::entry)
                        .filter(one -> one.sequence() == held)
                        .findFirst()
                        .orElseThrow();
                if (output.isJson()) {
                    output.document(JsonObject.builder()
                            .putAll(OpenWork.json(waiting.get(0)))
                            .put("held", entry.toJson())
                            .build());
                } else {
                    new EntryPrinter(output.look(), EntryPrinter.Time.UTC)
                            .lines(entry)
                            .forEach(output::line);
                    output.line(Text.printable(waiting.get(0).message()));
                }
            }
            return ExitCodes.OK;
        }
    }

    /** One that decides. */
    abstract static class Deciding extends ControlBoard {

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "ITEM",
                description = "As the list says it; it may be left out where it is all that the board waits for.")
        private Optional<Long> item = Optional.empty();

        Decide decide(CommandHeader header, NeedsPerson.Option option, Optional<Json> patch) {
            return new Decide(reasoned(header, "decided about"), item, option, Optional.empty(), List.of(), patch);
        }

        @Override
        int tell(LogEntry decided, Cluster cluster, Output output) {
            return new GateVerdict(decided, cluster, output).tell();
        }
    }

    /** {@code approvals approve}. */
    @CommandLine.Command(
            name = "approve",
            description =
                    "Allows it: it is judged again on the state of now, and committed in both names. Exit code 4 if what"
                            + " is allowed fits no more.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  patchboard approvals approve review-7 --by ada --reason \"checked the quote\""
            })
    static final class Approve extends Deciding {

        @Override
        Command command(CommandHeader header, Cluster cluster, Output output) {
            return decide(header, NeedsPerson.Option.APPROVE, Optional.empty());
        }
    }

    /** {@code approvals reject}. */
    @CommandLine.Command(
            name = "reject",
            description = "Does not allow it; the reason is told to the worker, who is invited again.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Example:",
                "  patchboard approvals reject review-7 --by ada --reason \"the quote is not in it\""
            })
    static final class Reject extends Deciding {

        @Override
        Command command(CommandHeader header, Cluster cluster, Output output) {
            return decide(header, NeedsPerson.Option.REJECT, Optional.empty());
        }
    }

    /** {@code approvals modify}. */
    @CommandLine.Command(
            name = "modify",
            description = "Puts another patch in its place, which is judged as the worker's own would be.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Example:",
                "  patchboard approvals modify review-7 --patch better.json --by ada --reason \"the year was wrong\""
            })
    static final class Modify extends Deciding {

        @Option(
                names = "--patch",
                paramLabel = "FILE",
                required = true,
                description = "A JSON Patch (RFC 6902): an array of operations; - reads it from stdin.")
        private String patch;

        @Override
        Command command(CommandHeader header, Cluster cluster, Output output) {
            return decide(header, NeedsPerson.Option.MODIFY, Optional.of(PatchFile.read(patch)));
        }
    }

    /** {@code approvals escalate}. */
    @CommandLine.Command(
            name = "escalate",
            description = "Leaves it to whom the gate asks next.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  patchboard approvals escalate review-7 --by ada --reason \"beyond my limit\""})
    static final class Escalate extends Deciding {

        @Override
        Command command(CommandHeader header, Cluster cluster, Output output) {
            return decide(header, NeedsPerson.Option.ESCALATE, Optional.empty());
        }
    }
}
