package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.Command;
import io.patchboard.record.CommandOutcome;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.OwnEvent;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.UnknownEvent;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a scenario of a board that ran: its workers answer as they did and when they did, operators and approvers ask
 * what they asked, and what came of it is expected.
 *
 * <p>The log has a patch as it was applied. So an index that its worker may not name is the {@code -} that was sent;
 * where items had moved since a worker's view, the patch names them where they are by then.
 */
public final class Recorder {

    private final Board board;
    private final Instant begun;
    private final RecordedAnswers answers = new RecordedAnswers();
    private final List<Json> sent = new ArrayList<>();
    private final List<Json> commands = new ArrayList<>();
    private final List<LogEntry> left = new ArrayList<>();

    /** Sequences of the entries that ask a person to decide, as long as he has not. */
    private final Set<Long> undecided = new HashSet<>();

    /**
     * @param scenario as {@code scenario.schema.json} has it
     * @param blueprint that the board was created with
     * @param left what of the log a scenario has no words for, a sentence each
     */
    public record Recorded(JsonObject scenario, Json blueprint, List<String> left) {}

    private Recorder(Board board, Instant begun) {
        this.board = board;
        this.begun = begun;
    }

    /**
     * @param board folded from the log
     * @param log from the first entry on
     * @param blueprintFile by which the scenario is to name the blueprint
     * @throws IllegalArgumentException if the board is one of which no scenario can be made, saying why
     */
    public static Recorded record(Board board, List<LogEntry> log, String blueprintFile) {
        if (!(log.get(0).event() instanceof BoardCreated created)) {
            throw new IllegalArgumentException("Expected the log of board \"" + board.id()
                    + "\" to begin with its creation, but its first entry is a "
                    + log.get(0).event().type() + ".");
        }
        if (created.origin().isPresent()) {
            throw new IllegalArgumentException("Expected a board that began with its blueprint's initial state, but \""
                    + board.id() + "\" is a fork.");
        }
        if (!board.phase().ended() && !board.waitsForPersonAlone()) {
            throw new IllegalArgumentException(
                    "Expected a board that has ended or waits for a person, but \"" + board.id() + "\" is "
                            + board.phase().word() + " and goes on. Record it when it has come to rest.");
        }
        Recorder recorder = new Recorder(board, log.get(0).header().time());
        log.forEach(recorder::entry);
        List<LogEntry> told =
                log.stream().filter(entry -> !recorder.left.contains(entry)).toList();
        JsonObject scenario = JsonObject.builder()
                .put("name", board.id())
                .put("blueprint", blueprintFile)
                .put("input", created.input())
                .put("workers", recorder.answers.toJson())
                .putIfPresent("send", recorder.some(recorder.sent))
                .putIfPresent("commands", recorder.some(recorder.commands))
                .put("expect", RecordedOutcome.of(board, told))
                .build();
        return new Recorded(
                scenario,
                created.blueprint(),
                recorder.left.stream().map(Recorder::sentence).toList());
    }

    private Optional<Json> some(List<Json> items) {
        return items.isEmpty() ? Optional.empty() : Optional.of(JsonArray.copyOf(items));
    }

    private void entry(LogEntry entry) {
        switch (entry.event()) {
            case WorkerInvoked invoked -> answers.invited(invoked, entry);
            case PatchCommitted committed -> committed(committed, entry);
            case PatchHeld held -> held(held, entry);
            case PatchRejected rejected -> rejected(rejected, entry);
            case BoardCreated created -> answers.under(created.blueprint());
            case BlueprintAmended amended -> {
                answers.under(amended.blueprint());
                asked(entry);
            }
            case CommandOutcome any -> asked(entry);
            case Decided decided -> decided(decided, entry);
            case NeedsPerson any -> undecided.add(entry.header().sequence());
            case CompensationStarted any -> asked(entry);
            case BoardRestored restored -> restored(restored, entry);
            case CommandRejected any -> leave(entry);
            case UnknownEvent any -> leave(entry);
            case EndEvent any -> {}
            case OwnEvent any -> {}
        }
    }

    /** To a version that nobody marked an operator goes by a patch, which holds for that one state. */
    private void restored(BoardRestored restored, LogEntry entry) {
        if (restored.mark().isPresent()) {
            asked(entry);
        } else if (restored.requested().isPresent()) {
            leave(entry);
        }
    }

    private void committed(PatchCommitted committed, LogEntry entry) {
        if (committed.held().isPresent() || committed.repeats().isPresent()) {
            return;
        }
        JsonObject answer = answers.asSent(committed);
        if (committed.invocationId().isPresent()) {
            answers.answered(committed.invocationId().get(), answer, entry);
        } else {
            send(committed.worker(), answer, entry);
        }
    }

    private void held(PatchHeld held, LogEntry entry) {
        if (held.replaces().isPresent()) {
            return;
        }
        JsonObject answer = RecordedAnswers.answer(held.patch(), held.usage());
        if (held.invocationId().isPresent()) {
            answers.answered(held.invocationId().get(), answer, entry);
        } else {
            send(held.worker(), answer, entry);
        }
    }

    private void rejected(PatchRejected rejected, LogEntry entry) {
        boolean isOutcomeOfTime = rejected.rejection().stage() == Stage.TIMEOUT;
        if (isOutcomeOfTime || rejected.held().isPresent()) {
            return;
        }
        Optional<JsonObject> proposal = rejected.proposal()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .filter(echo -> echo.get("worker").isPresent());
        if (proposal.isEmpty()) {
            leave(entry);
            return;
        }
        JsonObject answer = RecordedAnswers.answer(proposal.get());
        Optional<String> invocation =
                rejected.invocationId().or(() -> RecordedAnswers.text(proposal.get(), "invocationId"));
        if (invocation.isPresent() && !answers.answered(invocation.get(), answer, entry)) {
            leave(entry);
        } else if (invocation.isEmpty()) {
            send(RecordedAnswers.text(proposal.get(), "worker").orElse(""), answer, entry);
        }
    }

    private void send(String worker, JsonObject answer, LogEntry entry) {
        if (answer.get("patch").isEmpty()) {
            leave(entry);
            return;
        }
        sent.add(JsonObject.builder()
                .put("worker", worker)
                .put("at", RecordedAnswers.span(begun, entry))
                .putAll(answer)
                .build());
    }

    /**
     * A log that is played again may have other sequences, so what is decided is named only where more than one waits:
     * as many entries further up as were left out before it.
     */
    private void decided(Decided decided, LogEntry entry) {
        boolean isOnlyOne = undecided.equals(Set.of(decided.item()));
        undecided.remove(decided.item());
        long item = decided.item()
                - left.stream()
                        .filter(gone -> gone.header().sequence() < decided.item())
                        .count();
        entry.event()
                .command(board.id())
                .map(command -> command.again().toJson())
                .map(said -> isOnlyOne ? said.without("item") : said.with("item", Json.of(item)))
                .ifPresent(said -> command(said, entry));
    }

    private void asked(LogEntry entry) {
        entry.event().command(board.id()).map(Command::again).ifPresent(command -> command(command.toJson(), entry));
    }

    private void command(JsonObject command, LogEntry entry) {
        JsonObject said = command.without("boardId").without("commandId");
        commands.add(JsonObject.builder()
                .put("at", RecordedAnswers.span(begun, entry))
                .put("command", said)
                .build());
    }

    private void leave(LogEntry entry) {
        left.add(entry);
    }

    private static String sentence(LogEntry left) {
        return "Entry " + left.header().sequence() + ", a " + left.event().type()
                + ", is left out: a scenario has no words for what brought it about.";
    }
}
