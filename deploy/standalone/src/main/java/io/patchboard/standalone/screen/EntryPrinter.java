package io.patchboard.standalone.screen;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.UnknownEvent;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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

    private static final int VERSION_COLUMNS = 5;
    private static final int HASH_DIGITS = 12;
    static final String BOARD = "board";

    private final Look look;
    private final Margin margin;
    private final PatchLines patches;
    private final TroubleLines troubles;
    private final OperatorLines operators;
    private final Map<String, WorkerInvoked> invocations = new HashMap<>();
    private final Map<String, Long> rejectedBy = new HashMap<>();

    /** Which time an entry is shown with. */
    public enum Time {
        /** Since the first entry that was shown: for who looks on. */
        ELAPSED,
        /** Date and time: for who looks back. */
        UTC
    }

    public EntryPrinter(Look look, Time time) {
        this.look = look;
        this.margin = new Margin(look, time);
        this.patches = new PatchLines(look);
        this.troubles = new TroubleLines(margin);
        this.operators = new OperatorLines(margin, patches);
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
        margin.begin(entry.header().time());
        return describe(entry).stream().map(line -> line.show(look)).toList();
    }

    private List<Line> describe(LogEntry entry) {
        return switch (entry.event()) {
            case BoardCreated created -> created(entry, created);
            case WorkerInvoked invoked -> invoked(entry, invoked);
            case PatchCommitted committed -> committed(entry, committed);
            case PatchRejected rejected -> rejected(entry, rejected);
            case CommandRejected rejected -> rejected(entry, rejected);
            case BoardPaused paused -> List.of(operators.done(entry, paused, Style.CHANGED, "‖", "paused"));
            case BoardResumed resumed -> List.of(operators.done(entry, resumed, Style.CHANGED, "▸", "resumed"));
            case BoardReopened reopened -> List.of(operators.done(entry, reopened, Style.CHANGED, "▸", "reopened"));
            case BoardMarked marked -> List.of(operators.marked(entry, marked));
            case BoardEdited edited -> operators.edited(entry, edited);
            case BoardRestored restored -> operators.restored(entry, restored);
            case BlueprintAmended amended -> List.of(operators.amended(entry, amended));
            case BoardCompleted completed -> completed(entry, completed);
            case BoardHalted halted -> halted(entry, halted);
            case BoardCancelled cancelled ->
                List.of(operators.done(entry, cancelled, Style.BAD, "■", "cancelled"), hash(entry, cancelled));
            case CircuitTripped trip -> troubles.tripped(entry, trip);
            case BranchStopped stopped -> troubles.stopped(entry, stopped);
            case CompensationStarted started -> List.of(troubles.compensating(entry, started));
            case BudgetWarning warning -> troubles.warned(entry, warning);
            case TriggerHeld held -> List.of(troubles.held(entry, held));
            case PatchHeld held -> troubles.held(entry, held);
            case NeedsPerson item -> troubles.needsPerson(entry, item);
            case Decided decided -> List.of(troubles.decided(entry, decided));
            case UnknownEvent unknown -> List.of(head(entry, Style.DIM, "?").add(unknown.type()));
        };
    }

    /** Of an entry that is about the board as a whole. */
    private Line head(LogEntry entry, Style style, String sign) {
        return margin.head(entry, style, sign, BOARD);
    }

    static Line trigger(Line line, String by, Trigger trigger) {
        line.add(Style.DIM, by).add(trigger.rule());
        trigger.path().ifPresent(path -> line.add(Style.DIM, " at ").add(path));
        return line;
    }

    private List<Line> created(LogEntry entry, BoardCreated created) {
        if (created.blueprint() instanceof JsonObject blueprint
                && blueprint.get("workers").orElse(Json.nul()) instanceof JsonObject workers) {
            margin.names(workers.names());
        }
        Line line = head(entry, Style.BOLD, "●").add(Style.BOLD, "created");
        created.origin()
                .ifPresent(origin -> line.add(
                        ", a fork of " + Text.printable(origin.boardId()) + " after its entry " + origin.sequence()));
        line.add("  from blueprint " + PatchLines.member(created.blueprint(), "name") + ", input ");
        return List.of(line.add(Style.DIM, patches.value(created.input(), line, 0)));
    }

    private List<Line> invoked(LogEntry entry, WorkerInvoked invoked) {
        invocations.put(invoked.invocationId(), invoked);
        Line line = margin.head(entry, Style.INVITED, "→", invoked.worker());
        trigger(line, "by rule ", invoked.trigger());
        if (invoked.attempt() > 1) {
            line.add(Style.CHANGED, ", attempt " + invoked.attempt());
            Optional.ofNullable(rejectedBy.get(key(invoked.worker(), invoked.trigger())))
                    .ifPresent(sequence -> line.add(Style.DIM, ", told why " + sequence + " was rejected"));
        }
        return List.of(line);
    }

    private List<Line> committed(LogEntry entry, PatchCommitted committed) {
        Line first = margin.head(entry, Style.GOOD, "✓", committed.worker())
                .add(Style.BOLD, Text.pad("v" + entry.header().version(), VERSION_COLUMNS));
        String remarks =
                corrected(committed).map(sequence -> "  corrects " + sequence).orElse("")
                        + list("  allowed by ", committed.approvedBy())
                        + list("  ", committed.caveats());
        List<Line> lines = patches.of(committed.patch(), first, remarks.length());
        if (lines.isEmpty()) {
            first.add(Style.DIM, committed.trigger().isPresent() ? "nothing to change" : "no change");
            lines = List.of(first);
        }
        if (!remarks.isEmpty()) {
            first.add(Style.CHANGED, remarks);
        }
        return lines;
    }

    private static String list(String before, List<String> texts) {
        return texts.isEmpty() ? "" : before + String.join(", ", texts);
    }

    /** The rejection of an earlier attempt at the same, if this is the answer to a later one. */
    private Optional<Long> corrected(PatchCommitted committed) {
        return committed
                .invocationId()
                .map(invocations::get)
                .filter(invoked -> invoked.attempt() > 1)
                .map(invoked -> rejectedBy.get(key(invoked.worker(), invoked.trigger())));
    }

    private List<Line> rejected(LogEntry entry, PatchRejected rejected) {
        Optional<WorkerInvoked> invoked = rejected.invocationId().map(invocations::get);
        invoked.filter(of -> !isOutage(rejected))
                .ifPresent(of -> rejectedBy.put(key(of.worker(), of.trigger()), entry.sequence()));
        String more = rejected.retryAt()
                .map(at -> again(Duration.between(entry.header().time(), at)))
                .orElse(rejected.invocationId().isPresent() ? "not tried again" : "");
        String fault = rejected.failure().map(failure -> failure.kind().word()).orElse("");
        return rejection(
                margin.head(entry, Style.BAD, "✗", rejected.worker().orElse("?")),
                rejected.rejection(),
                fault.isEmpty() || more.isEmpty() ? fault + more : fault + ", " + more);
    }

    /** Of which no view tells. */
    private static boolean isOutage(PatchRejected rejected) {
        return rejected.failure()
                .map(Failure::kind)
                .filter(Failure.Kind::passes)
                .isPresent();
    }

    private List<Line> rejected(LogEntry entry, CommandRejected rejected) {
        List<Line> lines =
                new ArrayList<>(rejection(margin.head(entry, Style.BAD, "✗", "command"), rejected.rejection(), ""));
        for (Problem problem : rejected.errors()) {
            lines.add(margin.below().add(Style.DIM, problem.pointer() + "  ").add(problem.message()));
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
        if (!more.isEmpty()) {
            line.add(Style.DIM, " · " + more);
        }
        return margin.explained(line, message);
    }

    private List<Line> completed(LogEntry entry, BoardCompleted completed) {
        Line line = head(entry, Style.GOOD, "■").add(Style.BOLD, "completed  ");
        completed.reason().ifPresent(why -> line.add(Style.DIM, why.word() + "  "));
        completed.marks().forEach(mark -> line.add(Style.CHANGED, mark.word() + "  "));
        return List.of(line.add(patches.value(completed.result(), line, 0)), hash(entry, completed));
    }

    private List<Line> halted(LogEntry entry, BoardHalted halted) {
        Line line = head(entry, Style.BAD, "■")
                .add(Style.BOLD, "halted  ")
                .add(Style.BAD, halted.reason().word());
        if (!halted.detail().isEmpty()) {
            line.add(Style.DIM, " (" + halted.detail() + ")");
        }
        List<Line> lines = margin.explained(line, halted.message());
        lines.add(hash(entry, halted));
        return lines;
    }

    private Line hash(LogEntry entry, EndEvent end) {
        return margin.below()
                .add(
                        Style.DIM,
                        "version " + entry.header().version() + ", state "
                                + shortHash(end.stateHash().hex()));
    }

    /** The first digits, enough to compare by eye. */
    public static String shortHash(String hash) {
        return hash.length() <= HASH_DIGITS ? hash : hash.substring(0, HASH_DIGITS) + "…";
    }

    private static String again(Duration wait) {
        return wait.toMillis() < 10 ? "tried again at once" : "tried again in " + Margin.seconds(wait) + " s";
    }

    private static String key(String worker, Trigger trigger) {
        return worker + " " + trigger.toJson();
    }
}
