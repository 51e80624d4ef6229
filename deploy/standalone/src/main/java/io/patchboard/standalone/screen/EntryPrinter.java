package io.patchboard.standalone.screen;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One board's log for people: a line for each entry, and one more for each further operation of a patch.
 *
 * <pre>
 *    3    0.41s  → extractor  by rule extract at /sources/0
 *    4    0.44s  ✗ extractor  SCHEMA enum at /claims/0/status  Expected one of draft, verified, ... · again in 1.0 s
 *    5    1.46s  → extractor  by rule extract at /sources/0, attempt 2, told of 4
 *    6    1.49s  ✓ extractor  v2   + /claims/0 {subject: "Ed Wood", ...}  corrects 4
 * </pre>
 *
 * <p>It remembers what it has shown, so that a later attempt is told from a first one; give it the entries in order,
 * from the first on.
 */
public final class EntryPrinter {

    private static final int SEQUENCE_COLUMNS = 4;
    private static final int TIME_COLUMN = 6;
    private static final int WHO_COLUMN = 16;
    private static final int LEAST_WHO = 8;
    private static final int MOST_WHO = 20;
    private static final int VERSION_COLUMNS = 5;
    private static final int MOST_OPERATIONS = 6;
    private static final int VALUE_COLUMNS = 100;
    private static final int HASH_DIGITS = 12;
    private static final String BOARD = "board";

    private final Look look;
    private final Map<String, WorkerInvoked> invocations = new HashMap<>();
    private final Map<String, Long> rejectedBy = new HashMap<>();
    private Instant begin = Instant.MIN;
    private int whoColumns = LEAST_WHO;

    public EntryPrinter(Look look) {
        this.look = look;
    }

    /** What the signs mean, in two lines. */
    public static List<String> legend(Look look) {
        return List.of(
                new Line()
                        .add("  ")
                        .add(Style.INVITED, "→")
                        .add(Style.DIM, " invoked: a rule invites a worker      ")
                        .add(Style.GOOD, "✓")
                        .add(Style.DIM, " committed: the patch is part of the board, as version v")
                        .show(look),
                new Line()
                        .add("  ")
                        .add(Style.BAD, "✗")
                        .add(Style.DIM, " rejected: nothing changed, and why    ")
                        .add(Style.GOOD, "+")
                        .add(Style.DIM, " added  ")
                        .add(Style.CHANGED, "~")
                        .add(Style.DIM, " replaced  ")
                        .add(Style.BAD, "-")
                        .add(Style.DIM, " removed  ")
                        .add(Style.DIM, "= tested")
                        .show(look));
    }

    public List<String> lines(LogEntry entry) {
        if (begin.equals(Instant.MIN)) {
            begin = entry.header().time();
        }
        List<Line> lines = describe(entry);
        return lines.stream().map(line -> line.show(look)).toList();
    }

    private List<Line> describe(LogEntry entry) {
        return switch (entry.event()) {
            case BoardCreated created -> created(entry, created);
            case WorkerInvoked invoked -> invoked(entry, invoked);
            case PatchCommitted committed -> committed(entry, committed);
            case PatchRejected rejected -> rejected(entry, rejected);
            case CommandRejected rejected -> rejected(entry, rejected);
            case BoardPaused paused ->
                List.of(reason(head(entry, Style.CHANGED, "‖", BOARD).add(Style.BOLD, "paused"), paused.reason()));
            case BoardResumed resumed ->
                List.of(reason(head(entry, Style.CHANGED, "▸", BOARD).add(Style.BOLD, "resumed"), resumed.reason()));
            case BoardCompleted completed -> {
                Line line = head(entry, Style.GOOD, "■", BOARD).add(Style.BOLD, "completed  ");
                yield List.of(
                        line.add(value(completed.result(), line)),
                        hash(entry, completed.stateHash().hex()));
            }
            case BoardHalted halted -> halted(entry, halted);
            case BoardCancelled cancelled ->
                List.of(
                        reason(head(entry, Style.BAD, "■", BOARD).add(Style.BOLD, "cancelled"), cancelled.reason()),
                        hash(entry, cancelled.stateHash().hex()));
            default -> side(entry);
        };
    }

    /** Entries that explain why something else happens, or does not. */
    private List<Line> side(LogEntry entry) {
        return switch (entry.event()) {
            case CircuitTripped trip -> {
                Line line = head(entry, Style.BAD, "!", trip.worker().orElse(BOARD));
                line.add(Style.BOLD, trip.detector().word())
                        .add(Style.DIM, ", so: ")
                        .add(Style.CHANGED, trip.action().word());
                trip.target().ifPresent(target -> line.add(" " + target));
                yield explained(line, trip.message());
            }
            case BranchStopped stopped -> {
                Line line = head(entry, Style.BAD, "×", stopped.worker().orElse(BOARD));
                line.add(Style.DIM, "rule ").add(stopped.trigger().rule());
                stopped.trigger()
                        .path()
                        .ifPresent(path -> line.add(Style.DIM, " at ").add(path));
                line.add(Style.DIM, " is not followed any further: ")
                        .add(stopped.reason().word());
                yield explained(line, stopped.message());
            }
            case BudgetWarning warning -> {
                Line line = head(entry, Style.CHANGED, "!", warning.worker().orElse(BOARD));
                yield explained(
                        line.add(Style.BOLD, "budget ").add(warning.budget().word()), warning.message());
            }
            case TriggerHeld held -> {
                Line line = head(entry, Style.DIM, "…", held.worker().orElse(BOARD));
                line.add(Style.DIM, "rule ").add(held.trigger().rule());
                held.trigger()
                        .path()
                        .ifPresent(path -> line.add(Style.DIM, " at ").add(path));
                line.add(Style.DIM, " waits: ").add(held.reason().word());
                held.due()
                        .ifPresent(at -> line.add(
                                Style.DIM,
                                ", " + seconds(Duration.between(entry.header().time(), at)) + " s at most"));
                yield List.of(line);
            }
            default -> List.of(head(entry, Style.DIM, "?", BOARD).add(entry.type()));
        };
    }

    private List<Line> explained(Line line, String message) {
        List<Line> lines = new ArrayList<>(List.of(line));
        int column = detailColumn();
        for (String part : Text.wrap(Text.printable(message), look.limited() ? look.width() - column : look.width())) {
            lines.add(new Line().to(column).add(part));
        }
        return lines;
    }

    private List<Line> created(LogEntry entry, BoardCreated created) {
        begin = entry.header().time();
        whoColumns = longestName(created.blueprint());
        String blueprint = member(created.blueprint(), "name");
        Line line = head(entry, Style.BOLD, "●", BOARD).add(Style.BOLD, "created");
        line.add("  from blueprint " + blueprint + ", input ");
        return List.of(line.add(Style.DIM, value(created.input(), line)));
    }

    private List<Line> invoked(LogEntry entry, WorkerInvoked invoked) {
        invocations.put(invoked.invocationId(), invoked);
        Line line = head(entry, Style.INVITED, "→", invoked.worker());
        line.add(Style.DIM, "by rule ").add(invoked.trigger().rule());
        invoked.trigger().path().ifPresent(path -> line.add(Style.DIM, " at ").add(path));
        if (invoked.attempt() > 1) {
            line.add(Style.CHANGED, ", attempt " + invoked.attempt());
            Optional.ofNullable(rejectedBy.get(key(invoked.worker(), invoked.trigger())))
                    .ifPresent(sequence -> line.add(Style.DIM, ", told why " + sequence + " was rejected"));
        }
        return List.of(line);
    }

    private List<Line> committed(LogEntry entry, PatchCommitted committed) {
        List<Line> lines = new ArrayList<>();
        Line first = head(entry, Style.GOOD, "✓", committed.worker())
                .add(Style.BOLD, Text.pad("v" + entry.header().version(), VERSION_COLUMNS));
        Optional<Long> corrected = corrected(committed);
        int room =
                corrected.map(sequence -> ("  corrects " + sequence).length()).orElse(0);
        List<Json> operations = committed.patch() instanceof JsonArray patch ? patch.items() : List.of();
        int shown = Math.min(operations.size(), MOST_OPERATIONS);
        int column = first.width();
        for (int i = 0; i < shown; i++) {
            Line line = i == 0 ? first : new Line().to(column);
            lines.add(operation(line, operations.get(i), i == 0 ? room : 0));
        }
        if (operations.isEmpty()) {
            lines.add(first.add(Style.DIM, committed.trigger().isPresent() ? "nothing to change" : "no change"));
        } else if (operations.size() > shown) {
            lines.add(new Line().to(column).add(Style.DIM, "… and " + (operations.size() - shown) + " more"));
        }
        corrected.ifPresent(sequence -> first.add(Style.CHANGED, "  corrects " + sequence));
        return lines;
    }

    /** The rejection of an earlier attempt at the same, if this is the answer to a later one. */
    private Optional<Long> corrected(PatchCommitted committed) {
        return committed
                .invocationId()
                .map(invocations::get)
                .filter(invoked -> invoked.attempt() > 1)
                .map(invoked -> rejectedBy.get(key(invoked.worker(), invoked.trigger())));
    }

    private Line operation(Line line, Json json, int keepFree) {
        String op = member(json, "op");
        String path = member(json, "path");
        String from = member(json, "from");
        switch (op) {
            case "add" -> line.add(Style.GOOD, "+ ").add(path);
            case "remove" -> line.add(Style.BAD, "- ").add(path);
            case "replace" -> line.add(Style.CHANGED, "~ ").add(path);
            case "move" ->
                line.add(Style.CHANGED, "> ").add(path).add(Style.DIM, " from ").add(from);
            case "copy" ->
                line.add(Style.GOOD, "+ ")
                        .add(path)
                        .add(Style.DIM, " copied from ")
                        .add(from);
            case "test" -> line.add(Style.DIM, "= ").add(path);
            default -> line.add("? ").add(path);
        }
        if (json instanceof JsonObject object && object.has("value")) {
            line.add(" ");
            line.add(Style.DIM, value(object.get("value").orElseThrow(), line, keepFree));
        }
        return line;
    }

    private List<Line> rejected(LogEntry entry, PatchRejected rejected) {
        Optional<WorkerInvoked> invoked = rejected.invocationId().map(invocations::get);
        invoked.ifPresent(of -> rejectedBy.put(key(of.worker(), of.trigger()), entry.sequence()));
        String more = rejected.retryAt()
                .map(at -> again(Duration.between(entry.header().time(), at)))
                .orElse(rejected.invocationId().isPresent() ? "not tried again" : "");
        return rejection(head(entry, Style.BAD, "✗", rejected.worker().orElse("?")), rejected.rejection(), more);
    }

    private List<Line> rejected(LogEntry entry, CommandRejected rejected) {
        List<Line> lines = new ArrayList<>(rejection(head(entry, Style.BAD, "✗", "command"), rejected.rejection(), ""));
        int column = detailColumn();
        for (Problem problem : rejected.errors()) {
            lines.add(new Line()
                    .to(column)
                    .add(Style.DIM, problem.pointer() + "  ")
                    .add(problem.message()));
        }
        return lines;
    }

    private List<Line> rejection(Line line, Rejection rejection, String more) {
        line.add(Style.BAD, rejection.stage().name()).add(" " + rejection.code());
        if (!rejection.pointer().isEmpty()) {
            line.add(Style.DIM, " at ").add(rejection.pointer());
        }
        rejection.rule().ifPresent(rule -> line.add(Style.DIM, " by " + rule));
        String message = Text.printable(rejection.message());
        int rest = look.width() - line.width() - more.length() - 5;
        if (Text.width(message) <= rest) {
            line.add("  " + message);
            return List.of(more.isEmpty() ? line : line.add(Style.DIM, " · " + more));
        }
        int column = detailColumn();
        List<Line> lines = new ArrayList<>(List.of(line));
        for (String part : Text.wrap(message, look.width() - column)) {
            lines.add(new Line().to(column).add(part));
        }
        if (!more.isEmpty()) {
            line.add(Style.DIM, " · " + more);
        }
        return lines;
    }

    private List<Line> halted(LogEntry entry, BoardHalted halted) {
        Line line = head(entry, Style.BAD, "■", BOARD)
                .add(Style.BOLD, "halted  ")
                .add(Style.BAD, halted.reason().word());
        if (!halted.detail().isEmpty()) {
            line.add(Style.DIM, " (" + halted.detail() + ")");
        }
        List<Line> lines = explained(line, halted.message());
        lines.add(hash(entry, halted.stateHash().hex()));
        return lines;
    }

    private Line hash(LogEntry entry, String stateHash) {
        return new Line()
                .to(detailColumn())
                .add(Style.DIM, "version " + entry.header().version() + ", state " + shortHash(stateHash));
    }

    /** The first digits, enough to compare by eye. */
    public static String shortHash(String hash) {
        return hash.length() <= HASH_DIGITS ? hash : hash.substring(0, HASH_DIGITS) + "…";
    }

    private Line head(LogEntry entry, Style style, String sign, String who) {
        String sequence = String.format(Locale.ROOT, "%" + SEQUENCE_COLUMNS + "d", entry.sequence());
        String elapsed = seconds(Duration.between(begin, entry.header().time())) + "s";
        return new Line()
                .add(Style.DIM, sequence)
                .to(TIME_COLUMN)
                .add(Style.DIM, String.format(Locale.ROOT, "%7s  ", elapsed))
                .add(style, sign + " ")
                .add(style, Text.pad(Text.cut(Text.printable(who), MOST_WHO), whoColumns))
                .add("  ");
    }

    private int detailColumn() {
        return WHO_COLUMN + 1 + whoColumns + 2;
    }

    private static Line reason(Line line, Optional<String> reason) {
        reason.ifPresent(text -> line.add("  ").add(text));
        return line;
    }

    private String value(Json value, Line line) {
        return value(value, line, 0);
    }

    private String value(Json value, Line line, int keepFree) {
        return Text.json(value, Math.max(1, Math.min(VALUE_COLUMNS, look.width() - line.width() - keepFree)));
    }

    private static String again(Duration wait) {
        return wait.toMillis() < 10 ? "tried again at once" : "tried again in " + seconds(wait) + " s";
    }

    private static String seconds(Duration duration) {
        double seconds = Math.max(0, duration.toMillis()) / 1000.0;
        return String.format(Locale.ROOT, seconds < 100 ? "%.2f" : "%.0f", seconds);
    }

    private static String key(String worker, Trigger trigger) {
        return worker + " " + trigger.toJson();
    }

    private static int longestName(Json blueprint) {
        int longest = LEAST_WHO;
        if (blueprint instanceof JsonObject object
                && object.get("workers").orElse(Json.nul()) instanceof JsonObject workers) {
            for (String name : workers.names()) {
                longest = Math.max(longest, Text.width(Text.printable(name)));
            }
        }
        return Math.min(longest, MOST_WHO);
    }

    private static String member(Json json, String name) {
        return json instanceof JsonObject object && object.get(name).orElse(Json.nul()) instanceof JsonString text
                ? text.value()
                : "";
    }
}
