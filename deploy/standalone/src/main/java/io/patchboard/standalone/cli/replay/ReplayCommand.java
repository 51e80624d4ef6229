package io.patchboard.standalone.cli.replay;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.Style;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
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
                    + " outcomes are always found; --verify also recomputes every hash: the chain, states, views and"
                    + " blueprints."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 the log is what it says; 5 it differs; 3 unknown board;",
            "1 it could not be read.",
            "",
            "Examples:",
            "  patchboard replay --verify",
            "  patchboard replay review-7 --until 40",
            "  patchboard replay --verify --data-dir /backup/patchboard"
        })
public final class ReplayCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Parameters(arity = "0..1", paramLabel = "ID", description = "The board; all of them where left out.")
    private Optional<String> boardId = Optional.empty();

    @Option(names = "--verify", description = "Recompute every hash.")
    private boolean verify;

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
        Output output = options.output();
        Audit audit = new Audit(verify, until.orElse(Long.MAX_VALUE));
        long begin;
        try (Cluster cluster = source.open(output)) {
            begin = System.nanoTime();
            cluster.logReader().scan(boardId, audit);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        List<Finding> findings = audit.findings();
        boardId.ifPresent(id -> requireFound(id, audit, findings));
        if (output.isJson()) {
            output.document(json(audit, findings, seconds));
        } else {
            print(audit, findings, seconds, output);
        }
        return findings.isEmpty() ? ExitCodes.OK : ExitCodes.DIFFERS;
    }

    private void requireFound(String id, Audit audit, List<Finding> findings) {
        if (audit.boards().isEmpty() && findings.isEmpty()) {
            throw CliException.unknownBoard("Expected the id of a board, but there is no log of an id \"" + id + "\".");
        }
        until.filter(sequence -> sequence < 1 || audit.entries() < sequence && findings.isEmpty())
                .ifPresent(sequence -> {
                    throw CliException.failed("Expected a sequence from 1 to " + audit.entries() + " of board \"" + id
                            + "\", but got " + sequence + ".");
                });
    }

    private JsonObject json(Audit audit, List<Finding> findings, double seconds) {
        return JsonObject.builder()
                .put("identical", findings.isEmpty())
                .put("verified", verify)
                .put("boards", created(audit))
                .put("entries", audit.entries())
                .put(
                        "differences",
                        JsonArray.copyOf(findings.stream().map(Finding::json).toList()))
                .put("seconds", rounded(seconds, 3))
                .put("entriesPerSecond", rounded(audit.entries() / seconds, 0))
                .put(
                        "results",
                        JsonArray.copyOf(
                                audit.boards().stream().map(ReplayCommand::json).toList()))
                .build();
    }

    private static JsonObject json(BoardAudit audit) {
        Board board = audit.board();
        return JsonObject.builder()
                .put("boardId", board.id())
                .put("phase", board.phase().word())
                .put("version", board.version())
                .put("sequence", board.sequence())
                .put("stateHash", board.stateHash())
                .put("hash", board.lastHash())
                .build();
    }

    private void print(Audit audit, List<Finding> findings, double seconds, Output output) {
        Style style = output.style();
        findings.forEach(finding -> output.line(style.bad(finding.line())));
        if (boardId.isPresent()) {
            audit.boards().forEach(one -> output.line(result(one.board())));
        }
        String summary = String.format(
                Locale.ROOT,
                "%d boards, %d entries, %d differences, %.2f s, %.0f entries/s",
                created(audit),
                audit.entries(),
                findings.size(),
                seconds,
                audit.entries() / seconds);
        String verdict = verify ? "identical, every hash checked" : "rebuilt; --verify checks the hashes too";
        output.line(summary + ": " + (findings.isEmpty() ? style.good(verdict) : style.bad("differs")));
    }

    private static String result(Board board) {
        return Style.harmless(board.id()) + " #" + board.sequence() + ": "
                + board.phase().word() + ", version " + board.version() + ", state hash "
                + (board.stateHash().isEmpty() ? "none" : board.stateHash());
    }

    private static long created(Audit audit) {
        return audit.boards().stream()
                .filter(one -> one.board().phase() != Phase.ABSENT)
                .count();
    }

    private static Json rounded(double value, int digits) {
        return JsonNumber.of(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
    }
}
