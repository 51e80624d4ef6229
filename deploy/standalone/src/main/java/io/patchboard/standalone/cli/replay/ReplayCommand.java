package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.SentReader;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Screen;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replay}. */
@Command(
        name = "replay",
        description = {
            "Rewinds the log and rebuilds every board from it, or one.",
            "Gaps and repeats in a board's sequence, entries that do not apply, and requests or invocations with two"
                    + " outcomes are always found; --verify also recomputes every hash, and holds each entry against"
                    + " docs/log-and-hashes.md."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 the log is what it says; 5 it differs, or something that was sent has no outcome;",
            "3 unknown board; 1 there is no log, or it could not be read, or not all of it was understood.",
            "",
            "Examples:",
            "  patchboard replay --verify",
            "  patchboard replay --verify --inputs",
            "  patchboard replay review-7 --until 40",
            "  patchboard replay --verify --data-dir /backup/patchboard"
        })
public final class ReplayCommand implements Callable<Integer> {

    /** Of logs without a board. */
    private static final int MOST_NAMES = 5;

    @Spec
    private CommandSpec spec;

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Parameters(arity = "0..1", paramLabel = "ID", description = "The board; all of them where left out.")
    private Optional<String> boardId = Optional.empty();

    @Option(names = "--verify", description = "Recompute every hash, and check what the entries say of each other.")
    private boolean verify;

    @Option(
            names = "--inputs",
            description = {
                "Also read what is retained of the topics commands and proposals, and find what has no outcome though the"
                        + " kernel has passed it. Not for one board."
            })
    private boolean inputs;

    @Option(
            names = "--until",
            paramLabel = "SEQ",
            description = "Rebuild one board up to this log entry, and print the hash of its state.")
    private Optional<Long> until = Optional.empty();

    @Override
    public Integer call() {
        if (until.isPresent() && boardId.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "Expected a board with --until, since each board counts for itself.");
        }
        if (inputs && boardId.isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), "Expected --inputs without a board, since it reads those of all.");
        }
        Output output = options.output();
        Replayed replayed;
        try (Cluster cluster = source.open(output)) {
            replayed = inputs ? withInputs(cluster, output.errors()) : logAlone(cluster, output.errors());
        }
        if (output.isJson()) {
            output.document(json(replayed));
        } else {
            print(replayed, output);
        }
        if (!replayed.findings().isEmpty()) {
            return ExitCodes.DIFFERS;
        }
        return replayed.audit().unknown().isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private record Replayed(Audit audit, Optional<InputAudit> inputs, List<Finding> findings, double seconds) {}

    private Replayed logAlone(Cluster cluster, Screen screen) {
        Audit audit = new Audit(cluster.connection().topics(), verify, until.orElse(Long.MAX_VALUE), entry -> {});
        long begin = System.nanoTime();
        try (Pulse pulse = Pulse.startLater(screen, audit::progress)) {
            cluster.logReader().scan(boardId, audit);
        }
        return replayed(cluster, audit, Optional.empty(), begin);
    }

    /** First how far the kernel is, then the log, then what was sent: so no outcome can be missed. */
    private Replayed withInputs(Cluster cluster, Screen screen) {
        Topics topics = cluster.connection().topics();
        InputAudit sent = new InputAudit(topics, cluster.connection().properties());
        Audit audit = new Audit(topics, verify, Long.MAX_VALUE, sent::outcome);
        long begin = System.nanoTime();
        SentReader reader = new SentReader(cluster.connection());
        if (!reader.hasOffsets()) {
            throw CliException.failed("Expected the offsets that the kernel has committed, but its group "
                    + topics.kernelGroup() + " has none. Without them nobody can tell what it has passed.");
        }
        AtomicLong read = new AtomicLong();
        try (Pulse pulse =
                Pulse.startLater(screen, () -> audit.progress() + ", " + read + " records of what was sent")) {
            cluster.logReader().scanWritten(audit);
            reader.scan(next -> {
                sent.sent(next);
                read.incrementAndGet();
            });
            sent.finish();
        }
        return replayed(cluster, audit, Optional.of(sent), begin);
    }

    private Replayed replayed(Cluster cluster, Audit audit, Optional<InputAudit> sent, long begin) {
        double seconds = (System.nanoTime() - begin) / 1e9;
        long needRegistry =
                audit.needRegistry() + sent.map(InputAudit::needRegistry).orElse(0L);
        if (needRegistry > 0) {
            throw CliException.needsRegistry(needRegistry);
        }
        List<Finding> findings = new ArrayList<>(audit.findings());
        sent.ifPresent(more -> findings.addAll(more.findings()));
        if (audit.replays().isEmpty() && findings.isEmpty()) {
            throw nothingFound(cluster, audit);
        }
        boardId.ifPresent(id -> requireSequence(id, audit, findings));
        return new Replayed(audit, sent, findings, seconds);
    }

    private CliException nothingFound(Cluster cluster, Audit audit) {
        SortedSet<String> topics = cluster.logReader().topics();
        if (topics.isEmpty()) {
            return CliException.noLog(cluster.connection().topics().prefix());
        }
        return boardId.map(id -> CliException.unknownBoard("Expected the id of a board, but there is no log of an id \""
                        + id + "\"." + audit.passedOver().question(id)))
                .orElseGet(() -> CliException.failed(
                        "Expected a log, but there is no entry in " + String.join(", ", topics) + "."));
    }

    private void requireSequence(String id, Audit audit, List<Finding> findings) {
        until.filter(sequence -> sequence < 1 || audit.entries() < sequence && findings.isEmpty())
                .ifPresent(sequence -> {
                    throw CliException.failed("Expected a sequence from 1 to " + audit.entries() + " of board \"" + id
                            + "\", but got " + sequence + ".");
                });
    }

    private JsonObject json(Replayed replayed) {
        Audit audit = replayed.audit();
        List<Finding> findings = replayed.findings();
        return JsonObject.builder()
                .put("identical", findings.isEmpty() && audit.unknown().isEmpty())
                .put("verified", verify)
                .put("boards", audit.boards())
                .put("logsWithoutBoard", JsonArray.ofStrings(audit.others()))
                .put("entries", audit.entries())
                .put("differences", array(findings.stream().map(Finding::json)))
                .put("unknown", array(audit.unknown().stream().map(ReplayCommand::json)))
                .putIfPresent("inputs", replayed.inputs().map(InputAudit::json))
                .put("seconds", rounded(replayed.seconds(), 3))
                .put("entriesPerSecond", rounded(audit.entries() / replayed.seconds(), 0))
                .put("results", array(audit.replays().stream().map(ReplayCommand::json)))
                .build();
    }

    private static JsonArray array(Stream<JsonObject> items) {
        return JsonArray.copyOf(items.toList());
    }

    private static JsonObject json(LogEntry unknown) {
        return JsonObject.builder()
                .put("boardId", unknown.boardId())
                .put("sequence", unknown.sequence())
                .put("type", unknown.type())
                .build();
    }

    private static JsonObject json(BoardReplay replay) {
        Board board = replay.board();
        return JsonObject.builder()
                .put("boardId", board.id())
                .put("phase", board.phase().word())
                .put("version", board.version())
                .put("sequence", replay.sequence())
                .put("stateHash", board.stateHash())
                .put("hash", replay.lastHash())
                .build();
    }

    private void print(Replayed replayed, Output output) {
        Audit audit = replayed.audit();
        Look look = output.look();
        replayed.findings().forEach(finding -> output.line(look.paint(Style.BAD, finding.line())));
        audit.unknown()
                .forEach(entry -> output.line(look.paint(
                        Style.BAD,
                        Text.printable(entry.boardId()) + " #" + entry.sequence()
                                + ": unknown kind " + Text.brief(entry.type(), 100)
                                + ", state unverified from here. A newer version may know it.")));
        if (boardId.isPresent()) {
            audit.replays().forEach(one -> output.line(result(one.board())));
        }
        replayed.inputs().ifPresent(inputAudit -> output.line(inputAudit.summary()));
        output.line(String.format(
                Locale.ROOT,
                "%s, %d entries, %d differences, %.2f s, %.0f entries/s: %s",
                logs(audit),
                audit.entries(),
                replayed.findings().size(),
                replayed.seconds(),
                audit.entries() / replayed.seconds(),
                verdict(replayed, look)));
    }

    private static String logs(Audit audit) {
        List<String> others = audit.others();
        String boards = audit.boards() + " boards";
        return others.isEmpty()
                ? boards
                : boards + " and " + others.size() + " logs of ids without a board ("
                        + others.stream().limit(MOST_NAMES).map(Text::printable).collect(Collectors.joining(", "))
                        + (others.size() > MOST_NAMES ? ", ..." : "") + ")";
    }

    private String verdict(Replayed replayed, Look look) {
        if (!replayed.findings().isEmpty()) {
            return look.paint(Style.BAD, "differs");
        } else if (!replayed.audit().unknown().isEmpty()) {
            return look.paint(Style.BAD, "not all of it is known");
        }
        return look.paint(
                Style.GOOD, verify ? "identical, every hash checked" : "rebuilt; --verify checks the hashes too");
    }

    private static String result(Board board) {
        return Text.printable(board.id()) + " #" + board.sequence() + ": "
                + board.phase().word() + ", version " + board.version() + ", state hash "
                + (board.stateHash().isEmpty() ? "none" : board.stateHash());
    }

    private static Json rounded(double value, int digits) {
        return JsonNumber.of(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
    }
}
