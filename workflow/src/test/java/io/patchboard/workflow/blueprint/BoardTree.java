package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Child;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EndEvent;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.workflow.evaluate.StateEvaluator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A workflow's board and those that are made for it, on the decision core in memory. Whose turn it is is drawn, so
 * items and branches end in any order; when it is nobody's, a clock jumps to what is due.
 */
public final class BoardTree {

    private static final String ROOT = "run";
    private static final String UNABLE = "It cannot be done.";
    private static final int MOST_TURNS = 20_000;

    /** Whoever does what tasks are. */
    @FunctionalInterface
    public interface Team {

        /**
         * @param asked a {@link WorkerInvoked} of a task
         * @param item what it was invited for
         * @return its output
         * @throws CannotException to fail
         */
        Json output(WorkerInvoked asked, Json item);

        /** The whole patch: beside its output, what a repair rewrites. */
        default Json patch(WorkerInvoked asked, Json item) {
            return add("/outputs/" + asked.worker() + "/-", output(asked, item));
        }
    }

    /** That somebody cannot do it. */
    public static final class CannotException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final Failure.Kind kind;

        public CannotException(Failure.Kind kind) {
            this(kind, UNABLE);
        }

        /** @param message what a worker reports */
        public CannotException(Failure.Kind kind, String message) {
            super(message);
            this.kind = kind;
        }
    }

    private final Map<String, JsonObject> published = new TreeMap<>();
    private final Set<String> evaluating;
    private final Team team;
    private final Random random;
    private final Decider decider =
            new Decider(Limits.DEFAULT, new Blueprints(), new InvocationIds(new byte[16]), queue -> true);
    private final Map<String, Board> boards = new LinkedHashMap<>();
    private final Map<String, SeenIds> histories = new TreeMap<>();
    private final Map<String, List<LogEntry>> logs = new LinkedHashMap<>();
    private final List<Runnable> turns = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private BoardTree(BlueprintExport.Result workflow, Team team, long seed) {
        workflow.parts()
                .forEach(part -> published.put(JsonPlace.of(part).text("name").orElseThrow() + "@1", part));
        this.evaluating = workflow.evaluating();
        this.team = team;
        this.random = new Random(seed);
    }

    /** Runs a workflow until nothing is left to do. */
    public static BoardTree run(BlueprintExport.Result workflow, Json input, Team team, long seed) {
        BoardTree tree = new BoardTree(workflow, team, seed);
        tree.command(new CreateBoard("create", ROOT, workflow.blueprint().orElseThrow(), input));
        for (int turn = 0; turn < MOST_TURNS && tree.goesOn(); turn++) {
            tree.turns.remove(tree.random.nextInt(tree.turns.size())).run();
        }
        return tree;
    }

    private boolean goesOn() {
        if (turns.isEmpty()) {
            boards.values().stream()
                    .filter(board -> !board.phase().ended())
                    .flatMap(board -> board.nextDue().stream())
                    .min(Instant::compareTo)
                    .ifPresent(due -> {
                        now = due.isAfter(now) ? due : now;
                        List.copyOf(boards.keySet()).forEach(id -> turns.add(() -> decide(id, new Input.Tick())));
                    });
        }
        return !turns.isEmpty();
    }

    private void command(Command command) {
        decide(command.header().boardId(), new Input.Commanded(command, Json.nul()));
    }

    private void decide(String id, Input input) {
        now = now.plusMillis(1);
        SeenIds history = histories.computeIfAbsent(id, any -> new SeenIds());
        var decision = decider.decide(boards.getOrDefault(id, Board.absent(id)), input, history, now);
        boards.put(id, decision.board());
        logs.computeIfAbsent(id, any -> new ArrayList<>()).addAll(decision.entries());
        for (LogEntry entry : decision.entries()) {
            history.remember(entry);
            follow(id, entry);
        }
    }

    private void follow(String id, LogEntry entry) {
        switch (entry.event()) {
            case WorkerInvoked invoked ->
                turns.add(() -> invoked.child()
                        .ifPresentOrElse(child -> make(id, invoked, child), () -> ask(id, entry, invoked)));
            case BoardCompleted end ->
                end.parent().ifPresent(parent -> turns.add(() -> answer(parent, Optional.of(end.result()))));
            case BoardHalted end -> end.parent().ifPresent(parent -> turns.add(() -> answer(parent, Optional.empty())));
            case CommandRejected refused ->
                refused.parent().ifPresent(parent -> turns.add(() -> answer(parent, Optional.empty())));
            default -> {}
        }
        if (entry.event() instanceof EndEvent end) {
            end.abandonedInvocations().stream()
                    .filter(Child::isMadeFor)
                    .map(invocation -> Child.boardId(id, invocation))
                    .forEach(child -> turns.add(() ->
                            command(new CancelBoard(CommandHeader.of("cancel-" + child, child, Optional.empty())))));
        }
    }

    private void make(String id, WorkerInvoked invoked, Child child) {
        Parent parent = child.parent(id, invoked.invocationId(), invoked.worker());
        if (child.problem().isPresent()) {
            answer(parent, Optional.empty());
            return;
        }
        String made = Child.boardId(id, invoked.invocationId());
        command(new CreateBoard(
                CommandHeader.of("create-" + made, made, Optional.empty()),
                published.get(child.blueprint()),
                child.input().orElse(JsonObject.EMPTY),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(parent),
                List.of()));
    }

    private void answer(Parent parent, Optional<Json> result) {
        answer(
                parent.boardId(),
                parent.worker(),
                parent.invocationId(),
                result.map(value -> add(parent.path(), value)).orElse(Json.nul()),
                result.isPresent() ? Optional.empty() : Optional.of(Failure.of(Failure.Kind.REFUSED, UNABLE)));
    }

    private void ask(String id, LogEntry entry, WorkerInvoked invoked) {
        if (evaluating.contains(invoked.worker())) {
            StateEvaluator.Answered answered = StateEvaluator.answer(entry);
            answer(id, invoked.worker(), invoked.invocationId(), answered.patch(), answered.failure());
            return;
        }
        Json item = JsonPlace.of(invoked.view()).into("item").into("value").value();
        Optional<Json> patch;
        Failure.Kind kind = Failure.Kind.REFUSED;
        String message = UNABLE;
        try {
            patch = Optional.of(team.patch(invoked, item));
        } catch (CannotException e) {
            patch = Optional.empty();
            kind = e.kind;
            message = e.getMessage();
        }
        Optional<Failure> failure = patch.isPresent() ? Optional.empty() : Optional.of(Failure.of(kind, message));
        answer(id, invoked.worker(), invoked.invocationId(), patch.orElse(Json.nul()), failure);
    }

    private void answer(String id, String worker, String invocation, Json patch, Optional<Failure> failure) {
        PatchProposal proposal = new PatchProposal(
                "answer-" + invocation,
                id,
                worker,
                Optional.of(invocation),
                patch,
                Optional.empty(),
                Optional.empty(),
                failure);
        decide(id, new Input.Proposed(proposal, Json.nul()));
    }

    static Json add(String path, Json value) {
        return JsonArray.of(JsonObject.builder()
                .put("op", "add")
                .put("path", path)
                .put("value", value)
                .build());
    }

    /** The log of the workflow's own board. */
    public List<LogEntry> log() {
        return logs.get(ROOT);
    }

    /** Of all boards, in the order in which they were made. */
    public Map<String, List<LogEntry>> logs() {
        return logs;
    }

    /** @throws AssertionError if it was not completed */
    public Json result() {
        LogEntry last = log().getLast();
        if (last.event() instanceof BoardCompleted end) {
            return end.result();
        }
        throw new AssertionError("Expected a completed board, but its log is\n"
                + String.join(
                        "\n",
                        log().stream().map(entry -> entry.toJson().toString()).toList()));
    }
}
