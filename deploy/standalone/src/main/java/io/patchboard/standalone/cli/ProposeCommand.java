package io.patchboard.standalone.cli;

import io.patchboard.client.ask.Request;
import io.patchboard.client.board.DryRun;
import io.patchboard.client.log.LogRecord;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.sign.Signer;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.KeyFile;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.PatchFile;
import io.patchboard.standalone.cli.board.BoardLog;
import io.patchboard.standalone.screen.EntryPrinter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code patchboard propose}. */
@Command(
        name = "propose",
        mixinStandardHelpOptions = true,
        description = {
            "Sends one proposal and waits for its outcome. Exit code 0: committed, or held by a gate; 4: rejected.",
            "Without --invocation the worker's contract must say unsolicited: true.",
            "With --dry-run nothing is sent: the board is read, and the kernel's own code says what it would do now."
        },
        footer = {
            "",
            "Examples:",
            "  patchboard propose --board review-7 --worker editor --patch patch.json --dry-run",
            "  patchboard propose --board review-7 --worker editor --patch patch.json",
            "  patchboard propose --board review-7 --worker editor --patch patch.json --sign-with editor.pem"
        })
final class ProposeCommand implements Callable<Integer> {

    @Option(names = "--board", paramLabel = "ID", required = true, description = "The board to change.")
    private String board;

    @Option(names = "--worker", paramLabel = "NAME", required = true, description = "Who proposes.")
    private String worker;

    @Option(
            names = "--patch",
            paramLabel = "FILE",
            required = true,
            description = "A JSON Patch (RFC 6902); - reads it from stdin. Any JSON is sent: the kernel judges it.")
    private String patch;

    @Option(names = "--invocation", paramLabel = "ID", description = "The invocation that this answers.")
    private Optional<String> invocation = Optional.empty();

    @Option(
            names = "--proposal-id",
            paramLabel = "ID",
            description = "Default: a new one. An id that was used before gets the outcome that it had.")
    private Optional<String> proposalId = Optional.empty();

    @Option(
            names = "--sign-with",
            paramLabel = "FILE",
            description = "The author's private key, in PEM, where the blueprint has keys for the worker.")
    private Optional<Path> signWith = Optional.empty();

    @Option(
            names = "--dry-run",
            description = "Say what would become of the proposal, and send nothing. Same exit codes.")
    private boolean dryRun;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "How long to wait for the outcome. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() {
        proposalId
                .filter(id -> id.isEmpty() || id.length() > ContractLimits.MAX_ID_CHARS)
                .ifPresent(id -> {
                    throw CliException.failed("Expected 1 to " + ContractLimits.MAX_ID_CHARS
                            + " characters as --proposal-id, but got " + id.length() + ".");
                });
        Optional<Signer> signer = signWith.map(KeyFile::read);
        PatchProposal unsigned = new PatchProposal(
                proposalId.orElseGet(() -> "p-" + UUID.randomUUID()),
                board,
                worker,
                invocation,
                PatchFile.read(patch),
                Optional.empty(),
                Optional.empty());
        try (Cluster cluster = Cluster.connect(connection)) {
            String topic = cluster.connection().topics().proposals();
            PatchProposal proposal =
                    signer.map(key -> key.sign(unsigned, topic)).orElse(unsigned);
            if (dryRun) {
                return showVerdict(verdict(cluster, proposal));
            }
            LogEntry outcome = cluster.ask(Request.of(proposal, proposalId.isPresent()), timeout)
                    .orElseThrow(() -> CliException.failed("Expected an outcome of proposal " + proposal.proposalId()
                            + " within " + timeout.toSeconds() + " s, but there is none. Is a kernel running on "
                            + cluster.connection().bootstrapServers() + "? Ask again with --proposal-id "
                            + proposal.proposalId() + "; it counts once."));
            return ProposalOutcome.show(
                    outcome, new RunPlace.Served(connection.again(cluster.connection())), output.output());
        }
    }

    private DryRun.Verdict verdict(Cluster cluster, PatchProposal proposal) {
        if (proposalId.isPresent()) {
            throw CliException.failed("Expected --dry-run or --proposal-id, but got both: a dry run is judged as a"
                    + " proposal that is new. Leave one of them out.");
        }
        List<LogEntry> log = BoardLog.read(cluster, board, output.output()).stream()
                .map(LogRecord::entry)
                .toList();
        try {
            return new DryRun(new Blueprints()).judge(log, proposal, Instant.now());
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private int showVerdict(DryRun.Verdict verdict) {
        Output out = output.output();
        if (out.isJson()) {
            out.document(JsonObject.builder()
                    .putAll(verdict.outcome().toJson())
                    .putAll(verdict.toJson())
                    .build());
        }
        int exitCode = ProposalOutcome.describe(verdict.outcome(), "would be ", out);
        EntryPrinter printer = new EntryPrinter(out.look(), EntryPrinter.Time.ELAPSED);
        verdict.following().forEach(entry -> printer.lines(entry).forEach(out::line));
        out.line("           This was a dry run: nothing was sent.");
        return exitCode;
    }
}
