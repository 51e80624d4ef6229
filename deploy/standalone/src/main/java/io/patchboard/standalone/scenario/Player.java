package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.Command;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.IndexValue;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** Plays one scenario, once. The same scenario gives the same log, byte for byte. */
public final class Player {

    private static final String BOARD = "scenario";
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** A team that goes on longer than that has no end. */
    private static final int MOST_DECISIONS = 10_000;

    private static final byte[] NO_SECRET = new byte[16];

    private final Scenario scenario;
    private final Decider decider;
    private final SeenIds history = new SeenIds();
    private final List<LogEntry> log = new ArrayList<>();
    private final PriorityQueue<Coming> coming =
            new PriorityQueue<>(Comparator.comparing(Coming::at).thenComparingInt(Coming::order));
    private final Script script;
    private final Expected expected;
    private final String id;
    private Board board;
    private Instant now = BEGIN;
    private int inputs;
    private int decisions;

    /** @param order among those of one moment */
    private record Coming(Instant at, int order, Input input) {}

    private Player(Scenario scenario, Blueprints blueprints, Optional<InjectedFaults> faults) {
        this.scenario = scenario;
        this.id = IndexValue.newBoardId(scenario.blueprint(), scenario.input())
                .or(scenario::sealedFor)
                .orElse(BOARD);
        this.board = Board.absent(id);
        this.decider = new Decider(Limits.DEFAULT, blueprints, new InvocationIds(NO_SECRET), queue -> true);
        this.script = new Script(scenario, faults);
        this.expected = faults.isPresent() ? scenario.expected().whateverGoesWrong() : scenario.expected();
    }

    public static Played play(Scenario scenario) {
        return new Player(scenario, new Blueprints(), Optional.empty()).play();
    }

    /**
     * The same while things go wrong; how often anything happens is not looked at then.
     *
     * @param blueprints compiled ones, kept for the next run
     */
    public static Played play(Scenario scenario, Blueprints blueprints, InjectedFaults faults) {
        return new Player(scenario, blueprints, Optional.of(faults)).play();
    }

    private Played play() {
        decide(new Input.Commanded(new CreateBoard("create", id, scenario.blueprint(), scenario.input()), Json.nul()));
        if (log.get(0).event() instanceof CommandRejected refused) {
            List<String> missed = new ArrayList<>();
            if (refused.errors().isEmpty()) {
                missed.add(refused.rejection().message());
            }
            refused.errors().forEach(error -> missed.add(error.message()));
            return new Played(scenario, List.copyOf(log), missed);
        }
        for (Scenario.Sent one : scenario.sent()) {
            send(
                    BEGIN.plus(one.at()),
                    one.worker(),
                    Optional.empty(),
                    new Scenario.Answer(one.patch(), Optional.empty(), Optional.empty(), one.usage(), one.at(), false));
        }
        for (Scenario.Commanded one : scenario.commands()) {
            inputs++;
            Command command = one.on(id, "c-" + inputs);
            coming.add(new Coming(BEGIN.plus(one.at()), inputs, new Input.Commanded(command, command.toJson())));
        }
        while (decisions < MOST_DECISIONS && goesOn()) {
            next();
        }
        List<String> missed = new ArrayList<>();
        if (decisions >= MOST_DECISIONS) {
            missed.add("Expected the board to come to rest within " + MOST_DECISIONS
                    + " decisions, but it goes on. Does the blueprint bound its attempts and rounds?");
        }
        missed.addAll(expected.missed(board, log));
        return new Played(scenario, List.copyOf(log), missed);
    }

    private boolean goesOn() {
        return !coming.isEmpty() || !board.phase().ended() && board.nextDue().isPresent();
    }

    /** What comes in the same moment as something is due is there first. */
    private void next() {
        Optional<Instant> due = board.nextDue();
        Coming first = coming.peek();
        if (first != null
                && (due.isEmpty() || !first.at().truncatedTo(ChronoUnit.MILLIS).isAfter(due.get()))) {
            coming.remove();
            now = later(now, first.at().truncatedTo(ChronoUnit.MILLIS));
            decide(first.input());
        } else {
            now = later(now, due.orElseThrow());
            decide(new Input.Tick());
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private void decide(Input input) {
        decisions++;
        var decision = decider.decide(board, input, history, now);
        decision.entries().forEach(history::remember);
        log.addAll(decision.entries());
        board = decision.board();
        for (LogEntry entry : decision.entries()) {
            if (entry.event() instanceof WorkerInvoked invoked && board.open().containsKey(invoked.invocationId())) {
                answer(invoked, board.open().get(invoked.invocationId()));
            }
        }
    }

    private void answer(WorkerInvoked invoked, OpenInvocation open) {
        script.answer(invoked)
                .ifPresent(answer ->
                        send(now.plus(answer.after()), open.worker(), Optional.of(invoked.invocationId()), answer));
    }

    private void send(Instant at, String worker, Optional<String> invocation, Scenario.Answer answer) {
        inputs++;
        PatchProposal proposal = new PatchProposal(
                "p-" + inputs,
                id,
                worker,
                invocation,
                answer.patch(),
                answer.usage(),
                answer.error(),
                answer.failure());
        coming.add(new Coming(at, inputs, new Input.Proposed(proposal, proposal.toJson())));
    }
}
