package io.patchboard.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.Queues;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Raise;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Topics;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One board, told in records: given what was sent, these entries were written.
 *
 * <p>Whatever a test is about, each decision is held against what is always true: sequences are dense, the hash chain
 * holds, time never goes back, applying the entries to the board before gives its board, and an audit finds nothing.
 */
public final class Scenario {

    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    public static final String BOARD = "b-1";

    // As in a kernel and as in an audit, each of which compiles a blueprint once, however many boards have it.
    private static final Blueprints DECIDED = new Blueprints();
    private static final Blueprints AUDITED = new Blueprints();

    private final Json blueprint;
    private final Applier applier;
    private final Decider decider;
    private final SeenIds history;
    private final List<LogEntry> log = new ArrayList<>();
    private final BoardReplay replay;
    private Board board = Board.absent(BOARD);
    private Instant now = START;
    private long work;
    private int ids;

    public Scenario(String blueprint) {
        this(Texts.json(blueprint), Limits.DEFAULT);
    }

    public Scenario(Json blueprint, Limits limits) {
        this(blueprint, limits, new SeenIds());
    }

    /** @param remembered requests without an invitation that are remembered */
    public Scenario(String blueprint, int remembered) {
        this(Texts.json(blueprint), Limits.DEFAULT, new SeenIds(remembered));
    }

    private Scenario(Json blueprint, Limits limits, SeenIds history) {
        this.history = history;
        this.blueprint = blueprint;
        this.replay = new BoardReplay(BOARD, new Applier(AUDITED), new Review(limits, AUDITED));
        this.applier = new Applier(DECIDED);
        this.decider = Decider.on(
                Queues.of(queue -> !queue.equals("nowhere")),
                limits,
                DECIDED,
                new InvocationIds("a secret of some bytes".getBytes(StandardCharsets.UTF_8)),
                new Topics(Topics.DEFAULT_PREFIX));
    }

    public Board board() {
        return board;
    }

    /** The state as JSON text. */
    public String state() {
        return board.state().toString();
    }

    public Json at(String pointer) {
        return JsonPointer.parse(pointer).resolve(board.state()).orElseThrow();
    }

    /** Everything that was ever written. */
    public List<LogEntry> log() {
        return List.copyOf(log);
    }

    public Instant now() {
        return now;
    }

    /** What the latest decision took, in units of {@link io.patchboard.kernel.work.Work}. */
    public long work() {
        return work;
    }

    /** How much is remembered of what happened. */
    public int remembered() {
        return history.size();
    }

    /** Lets time pass, without anybody noticing. */
    public Scenario wait(Duration duration) {
        now = now.plus(duration);
        return this;
    }

    public List<LogEntry> create() {
        return create("{}");
    }

    public List<LogEntry> create(String input) {
        return command(new CreateBoard(id("create"), BOARD, blueprint, Texts.json(input)));
    }

    /** A scenario whose board exists. */
    public Scenario created() {
        return created("{}");
    }

    public Scenario created(String input) {
        create(input);
        assertThat(board.blueprint()).as("%s", log).isPresent();
        return this;
    }

    public List<LogEntry> pause() {
        return command(new PauseBoard(id("pause"), BOARD, Optional.empty()));
    }

    public List<LogEntry> resume() {
        return command(new ResumeBoard(id("resume"), BOARD, Optional.empty()));
    }

    public List<LogEntry> cancel() {
        return command(new CancelBoard(id("cancel"), BOARD, Optional.of("enough")));
    }

    public List<LogEntry> reopen(Raise... raised) {
        return command(new ReopenBoard(id("reopen"), BOARD, "another try", List.of(raised)));
    }

    public List<LogEntry> command(Command command) {
        return decide(new Input.Commanded(command, command.toJson()));
    }

    /** An unsolicited proposal. */
    public List<LogEntry> propose(String worker, String patch) {
        return propose(proposal(worker, Optional.empty(), patch));
    }

    /** The answer to an invocation. */
    public List<LogEntry> answer(WorkerInvoked invoked, String patch) {
        return propose(proposal(invoked.worker(), Optional.of(invoked.invocationId()), patch));
    }

    public List<LogEntry> answer(WorkerInvoked invoked, String patch, Usage usage) {
        Optional<String> invocation = Optional.of(invoked.invocationId());
        return propose(proposal(invoked.worker(), invocation, Texts.json(patch), Optional.of(usage), Optional.empty()));
    }

    /** A worker's report that it could not do it. */
    public List<LogEntry> fail(WorkerInvoked invoked, String error) {
        Optional<String> invocation = Optional.of(invoked.invocationId());
        return propose(proposal(invoked.worker(), invocation, Json.nul(), Optional.empty(), Optional.of(error)));
    }

    public PatchProposal proposal(String worker, Optional<String> invocationId, String patch) {
        return proposal(worker, invocationId, Texts.json(patch), Optional.empty(), Optional.empty());
    }

    private PatchProposal proposal(
            String worker, Optional<String> invocationId, Json patch, Optional<Usage> usage, Optional<String> error) {
        return new PatchProposal(id("p"), BOARD, worker, invocationId, patch, usage, error);
    }

    public List<LogEntry> propose(PatchProposal proposal) {
        return decide(new Input.Proposed(proposal, proposal.toJson()));
    }

    /** Bytes that were not a proposal; stage {@code DECODE}. */
    public List<LogEntry> garbage(Optional<String> proposalId) {
        return garbage(new Input.Ids(proposalId, Optional.empty(), Optional.empty()));
    }

    /** As {@link #garbage(Optional)}, of which could be read who sent it. */
    public List<LogEntry> garbage(Input.Ids ids) {
        return decide(new Input.Undecodable(
                false,
                ids,
                true,
                Rejection.of(RejectionCode.JSON, "", "Expected JSON, but got garbage."),
                JsonObject.EMPTY));
    }

    /** Lets time pass until something is looked at. */
    public List<LogEntry> tick(Duration later) {
        now = now.plus(later);
        return decide(new Input.Tick());
    }

    /** Whatever came, in place of a proposal or command. */
    public List<LogEntry> decide(Input input) {
        Board before = board;
        Decision decision = decider.decide(before, input, history, now);
        Board folded = before;
        for (LogEntry entry : decision.entries()) {
            assertThat(entry.sequence()).isEqualTo(folded.sequence() + 1);
            assertThat(entry.header().previousHash()).isEqualTo(folded.lastHash());
            assertThat(entry.header().hash()).isEqualTo(entry.computeHash());
            assertThat(entry.header().time()).isAfterOrEqualTo(folded.time());
            folded = applier.apply(folded, entry);
            assertThat(entry.header().version()).isEqualTo(folded.version());
        }
        assertThat(decision.board()).isEqualTo(folded);
        decision.entries().forEach(replay::accept);
        assertThat(replay.differences()).isEmpty();
        board = decision.board();
        work = decision.work();
        log.addAll(decision.entries());
        decision.entries().forEach(history::remember);
        return decision.entries();
    }

    /** The open invocation of a worker, of which there must be exactly one. */
    public WorkerInvoked invocation(String worker) {
        List<WorkerInvoked> open = invocations(worker);
        assertThat(open).as("open invocations of %s", worker).hasSize(1);
        return open.get(0);
    }

    /** The open invocations of a worker, in the order in which they were made. */
    public List<WorkerInvoked> invocations(String worker) {
        return entries(WorkerInvoked.class).stream()
                .filter(invoked -> invoked.worker().equals(worker))
                .filter(invoked -> board.open().containsKey(invoked.invocationId()))
                .toList();
    }

    public Optional<OpenInvocation> open(WorkerInvoked invoked) {
        return Optional.ofNullable(board.open().get(invoked.invocationId()));
    }

    public <T extends Event> List<T> entries(Class<T> type) {
        return entriesWith(type).stream().map(LogEntry::event).map(type::cast).toList();
    }

    private String id(String kind) {
        return kind + "-" + ++ids;
    }

    /** The one entry among some with an event of a type. */
    public static LogEntry onlyEntry(List<LogEntry> entries, Class<? extends Event> type) {
        List<LogEntry> found =
                entries.stream().filter(entry -> type.isInstance(entry.event())).toList();
        assertThat(found).as("%s among %s", type.getSimpleName(), entries).hasSize(1);
        return found.get(0);
    }

    /** All entries with events of a type. */
    public List<LogEntry> entriesWith(Class<? extends Event> type) {
        return log.stream().filter(entry -> type.isInstance(entry.event())).toList();
    }

    /** The one event of a type among some. */
    public static <T extends Event> T only(List<LogEntry> entries, Class<T> type) {
        return type.cast(onlyEntry(entries, type).event());
    }
}
