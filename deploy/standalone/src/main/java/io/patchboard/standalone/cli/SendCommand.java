package io.patchboard.standalone.cli;

import io.patchboard.client.ask.Request;
import io.patchboard.client.model.BoardQuery.Label;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.blueprint.Message;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.board.BoardLog;
import io.patchboard.standalone.cli.board.IndexedBoard;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code patchboard send}. */
@Command(
        name = "send",
        mixinStandardHelpOptions = true,
        description = {
            "Sends a board a value in the name of a worker that may propose unasked, and waits for the outcome.",
            "Where it goes the worker's contract says; it is judged as any proposal. While the board is paused, the"
                    + " kernel queues it.",
            "Exit code 0: committed, held by a gate, or queued; 4: rejected."
        },
        footer = {
            "",
            "Examples:",
            "  patchboard send order-17 --worker cashier --value '{\"sum\": 120}'",
            "  patchboard send --index orderId=17 --worker cashier --value '{\"sum\": 120}'",
            "  patchboard send review-7 --worker editor --path /notes/- --value '\"Shorter, please.\"'"
        })
final class SendCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "BOARD", description = "The board, unless --index tells which.")
    private Optional<String> board = Optional.empty();

    @Option(
            names = "--index",
            paramLabel = "NAME=VALUE",
            description =
                    "The one board that has this value at the place that its blueprint names so in indexes, and has"
                            + " not ended. All logs are read to find it.")
    private Optional<String> index = Optional.empty();

    @Option(
            names = "--worker",
            paramLabel = "NAME",
            required = true,
            description = "In whose name; its contract says unsolicited: true.")
    private String worker;

    @Option(names = "--value", paramLabel = "JSON", required = true, description = "What is sent.")
    private String value;

    @Option(
            names = "--path",
            paramLabel = "POINTER",
            description = "Where it goes. Needed where the worker may write at more than one place.")
    private Optional<String> path = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long to wait for the outcome. Default: 30s, or 3s while the board is paused.")
    private Optional<Duration> timeout = Optional.empty();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec;

    private static final Duration OUTCOME = Duration.ofSeconds(30);

    /** Of a paused board, whose kernel may still refuse it, or has it go on just now. */
    private static final Duration REFUSAL = Duration.ofSeconds(3);

    @Override
    public Integer call() {
        Json sent = value();
        if (board.isPresent() == index.isPresent()) {
            throw new ParameterException(spec.commandLine(), "Expected either a board or --index.");
        }
        Optional<Label> wanted = index.map(IndexedBoard::parse);
        try (Cluster cluster = Cluster.connect(connection)) {
            String boardId = board.orElseGet(() -> IndexedBoard.find(cluster, wanted.orElseThrow(), output.output()));
            return send(boardId, sent, cluster);
        }
    }

    private Json value() {
        try {
            return new JsonReader(JsonLimits.DEFAULT).read(value.getBytes(StandardCharsets.UTF_8));
        } catch (JsonSyntaxException e) {
            throw CliException.failed("Expected JSON as --value, such as '{\"sum\": 120}' or '\"a text\"', but it is"
                    + " not: " + e.getMessage() + " Nothing was sent.");
        }
    }

    private int send(String boardId, Json sent, Cluster cluster) {
        BoardLog.await(cluster, boardId, timeout.orElse(OUTCOME));
        Board now =
                BoardLog.history(cluster, boardId, output.output()).projection().board();
        PatchProposal proposal = new PatchProposal(
                "p-" + UUID.randomUUID(),
                boardId,
                worker,
                Optional.empty(),
                patch(now, sent),
                Optional.empty(),
                Optional.empty());
        boolean paused = now.phase() == Phase.PAUSED;
        Duration wait = timeout.orElse(paused ? REFUSAL : OUTCOME);
        Optional<LogEntry> outcome = cluster.ask(Request.of(proposal, false), wait);
        if (outcome.isPresent()) {
            return ProposalOutcome.show(
                    outcome.get(), new RunPlace.Served(connection.again(cluster.connection())), output.output());
        }
        if (paused) {
            return ProposalOutcome.queued(proposal, output.output());
        }
        throw CliException.failed("Expected an outcome of proposal " + proposal.proposalId() + " within "
                + wait.toSeconds() + " s, but there is none. Is a kernel running on "
                + cluster.connection().bootstrapServers() + "? It was sent, and may still be committed.");
    }

    private Json patch(Board board, Json sent) {
        try {
            return Message.patch(board.rules(), worker, path, sent);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage() + " Nothing was sent.");
        }
    }
}
