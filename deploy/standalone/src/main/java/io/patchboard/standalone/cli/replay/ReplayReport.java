package io.patchboard.standalone.cli.replay;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a replay found, for people and for programs. */
final class ReplayReport {

    /** Of logs without a board. */
    private static final int MOST_NAMES = 5;

    private final Replayed replayed;
    private final Check check;
    private final boolean ofOneBoard;

    ReplayReport(Replayed replayed, Check check, boolean ofOneBoard) {
        this.replayed = replayed;
        this.check = check;
        this.ofOneBoard = ofOneBoard;
    }

    /**
     * What was read, and what of it is not as it should be.
     *
     * @param cutOff boards before whose creation entries are not there, as topics were cut
     * @param missingParents of boards, whose logs are not there, or not whole
     * @param missingOrigins of forks, likewise
     * @param needRegistry how many records were written with a Schema Registry that nobody named
     */
    record Replayed(
            Audit audit,
            Optional<InputAudit> inputs,
            List<Finding> findings,
            Set<String> cutOff,
            Set<String> missingParents,
            Set<String> missingOrigins,
            long needRegistry,
            double seconds) {

        /** Whether nothing is said of a part of the log, or of what was sent. */
        boolean isPartial() {
            return needRegistry > 0;
        }
    }

    void print(Output output) {
        if (output.isJson()) {
            output.document(json());
        } else {
            lines(output);
        }
    }

    private JsonObject json() {
        Audit audit = replayed.audit();
        List<Finding> findings = replayed.findings();
        return JsonObject.builder()
                .put("identical", findings.isEmpty() && audit.unknown().isEmpty() && !replayed.isPartial())
                .put("verified", check != Check.NOTHING)
                .putIfPresent("verdicts", check == Check.VERDICTS ? Optional.of(verdicts(audit)) : Optional.empty())
                .put("anchors", audit.anchors())
                .put("boards", audit.boards())
                .put("logsWithoutBoard", JsonArray.ofStrings(audit.others()))
                .put("entries", audit.entries())
                .put("differences", array(findings.stream().map(Finding::json)))
                .put("missingBeginnings", JsonArray.ofStrings(List.copyOf(replayed.cutOff())))
                .put("missingParents", JsonArray.ofStrings(List.copyOf(replayed.missingParents())))
                .put("missingOrigins", JsonArray.ofStrings(List.copyOf(replayed.missingOrigins())))
                .put("unknown", array(audit.unknown().stream().map(ReplayReport::json)))
                .put("unread", JsonArray.ofStrings(List.copyOf(audit.unread())))
                .putIfPresent("inputs", replayed.inputs().map(InputAudit::json))
                .put("seconds", rounded(replayed.seconds(), 3))
                .put("entriesPerSecond", rounded(audit.entries() / replayed.seconds(), 0))
                .put("results", array(audit.replays().stream().map(ReplayReport::json)))
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

    private void lines(Output output) {
        Audit audit = replayed.audit();
        Look look = output.look();
        replayed.findings().forEach(finding -> output.line(look.paint(Style.BAD, finding.line())));
        audit.unknown()
                .forEach(entry -> output.line(look.paint(
                        Style.BAD,
                        Text.printable(entry.boardId()) + " #" + entry.sequence()
                                + ": unknown kind " + Text.brief(entry.type(), 100)
                                + ", state unverified from here. A newer version may know it.")));
        if (ofOneBoard) {
            audit.replays().forEach(one -> output.line(result(one.board())));
        }
        if (!replayed.cutOff().isEmpty()) {
            output.line("The topics were cut, so what " + names(replayed.cutOff())
                    + " had before its creation is not checked");
        }
        if (!replayed.missingParents().isEmpty()) {
            output.line("No whole log of " + names(replayed.missingParents())
                    + ", so what boards brought along that were made for it is not checked");
        }
        if (!replayed.missingOrigins().isEmpty()) {
            output.line("No whole log of " + names(replayed.missingOrigins())
                    + ", so where boards go on from it is not checked");
        }
        if (!audit.unread().isEmpty()) {
            output.line("The log of " + names(audit.unread()) + " could not all be read, so it is not checked");
        }
        if (audit.anchors() > 0) {
            output.line(audit.anchors() + " anchors held against the log");
        }
        if (check == Check.VERDICTS) {
            output.line(audit.asked() + " verdicts asked again"
                    + (audit.unasked() == 0
                            ? ""
                            : ", " + audit.unasked() + " not: the log does not have what was judged"));
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
                verdict(look)));
    }

    private static String logs(Audit audit) {
        List<String> others = audit.others();
        String boards = Text.counted(audit.boards(), "board");
        return others.isEmpty()
                ? boards
                : boards + " and " + Text.counted(others.size(), "log") + " of ids without a board (" + names(others)
                        + ")";
    }

    private static String names(Collection<String> ids) {
        return ids.stream().limit(MOST_NAMES).map(Text::printable).collect(Collectors.joining(", "))
                + (ids.size() > MOST_NAMES ? ", ..." : "");
    }

    private String verdict(Look look) {
        if (!replayed.findings().isEmpty()) {
            return look.paint(Style.BAD, "differs");
        } else if (!replayed.audit().unknown().isEmpty()) {
            return look.paint(Style.BAD, "not all of it is known");
        } else if (replayed.isPartial()) {
            return look.paint(Style.BAD, "not all could be read");
        }
        return look.paint(Style.GOOD, check.words(replayed.audit().unasked() == 0));
    }

    private static String result(Board board) {
        return Text.printable(board.id()) + " #" + board.sequence() + ": "
                + board.phase().word() + ", version " + board.version() + ", state hash "
                + (board.stateHash().isEmpty() ? "none" : board.stateHash());
    }

    private static Json rounded(double value, int digits) {
        return JsonNumber.of(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
    }

    private static JsonObject verdicts(Audit audit) {
        return JsonObject.builder()
                .put("asked", audit.asked())
                .put("unasked", audit.unasked())
                .build();
    }
}
