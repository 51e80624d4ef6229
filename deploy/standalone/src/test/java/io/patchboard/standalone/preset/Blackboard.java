package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.preset.blackboard.BlackboardPreset;
import io.patchboard.gateway.preset.blackboard.Team;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One board of the preset: the test plays coordinator, agents and decider, the referee plays itself. */
final class Blackboard {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String BOARD = "b";

    private final Worker referee =
            BlackboardPreset.workers(new BoardClock()).workers().get("referee");
    private final Decider decider = new Decider(
            Limits.DEFAULT,
            new Blueprints(),
            new InvocationIds("a secret of some bytes".getBytes(StandardCharsets.UTF_8)),
            queue -> true);
    private final SeenIds history = new SeenIds();
    private final List<LogEntry> log = new ArrayList<>();
    private final Map<String, Invocation> invocations = new LinkedHashMap<>();
    private Board board = Board.absent(BOARD);
    private Instant now = START;
    private int proposals;

    static Blackboard of(Team team, String problem) {
        Blackboard blackboard = new Blackboard();
        Json input = JsonObject.of("problem", Json.of(problem));
        blackboard.decide(new Input.Commanded(new CreateBoard("c", BOARD, document(team), input), Json.nul()));
        assertThat(blackboard.board.blueprint()).as("%s", blackboard.log).isPresent();
        blackboard.letTheRefereeWork();
        return blackboard;
    }

    static Json document(Team team) {
        try {
            return BlueprintFile.parse(BlackboardPreset.of(team).blueprint(), Path.of("blueprint.yaml"))
                    .document();
        } catch (BlueprintSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private void decide(Input input) {
        var decision = decider.decide(board, input, history, now);
        decision.entries().forEach(history::remember);
        log.addAll(decision.entries());
        board = decision.board();
        for (LogEntry entry : decision.entries()) {
            if (entry.event() instanceof WorkerInvoked invoked) {
                invocations.put(invoked.invocationId(), new Invocation(entry));
            }
        }
        invocations.keySet().retainAll(board.open().keySet());
    }

    private void letTheRefereeWork() {
        boolean worked = true;
        while (worked) {
            worked = false;
            for (Invocation invocation : List.copyOf(invocations.values())) {
                if (invocation.worker().equals("referee")) {
                    try {
                        answer(invocation.invoked(), referee.work(invocation));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    worked = true;
                }
            }
        }
    }

    private void answer(WorkerInvoked invoked, Answer answer) {
        decide(new Input.Proposed(
                new PatchProposal(
                        "p-" + ++proposals,
                        BOARD,
                        invoked.worker(),
                        Optional.of(invoked.invocationId()),
                        answer.patch(),
                        answer.usage(),
                        answer.error()),
                Json.nul()));
    }

    /** Invocations that wait for an answer, in the order in which they were made. */
    List<WorkerInvoked> open() {
        return invocations.values().stream().map(Invocation::invoked).toList();
    }

    /** The names of those whose turn it is. */
    List<String> waitsFor() {
        return open().stream().map(WorkerInvoked::worker).toList();
    }

    /** The one invocation that waits for an answer. */
    WorkerInvoked turn() {
        assertThat(open()).as("%s", log).hasSize(1);
        return open().get(0);
    }

    /** The one that is waited for answers; then the referee does what there is to do. */
    Blackboard says(String worker, Answer answer) {
        WorkerInvoked invoked = turn();
        assertThat(invoked.worker()).isEqualTo(worker);
        answer(invoked, answer);
        letTheRefereeWork();
        return this;
    }

    Blackboard says(String worker, String patch) {
        return says(worker, Answer.of(JsonReader.parse(patch)));
    }

    Blackboard fails(String worker, String message) {
        return says(worker, Answer.failed(message));
    }

    /** The coordinator's decision: any JSON, or text that is written down as a string. */
    Blackboard decides(String coordinator, Json decision) {
        return says(coordinator, Answer.of(addition("/decision", decision)));
    }

    Blackboard decides(String coordinator, String decision) {
        return decides(coordinator, JsonReader.parse(decision));
    }

    Blackboard contributes(String agent, String content) {
        return contributes(agent, content, "contribution");
    }

    Blackboard contributes(String agent, String content, String kind) {
        return says(agent, Answer.of(addition("/drafts/" + agent, draft(content, kind))));
    }

    Blackboard contributesFor(String agent, String content, long tokens) {
        Usage usage = new Usage(tokens, 0, Optional.empty());
        return says(
                agent,
                Answer.of(addition("/drafts/" + agent, draft(content, "contribution")))
                        .withUsage(usage));
    }

    static Json draft(String content, String kind) {
        return JsonObject.builder().put("content", content).put("kind", kind).build();
    }

    static Json addition(String path, Json value) {
        return JsonArray.of(JsonObject.builder()
                .put("op", "add")
                .put("path", path)
                .put("value", value)
                .build());
    }

    /** Lets time pass, and the kernel notice. */
    Blackboard waits(Duration duration) {
        now = now.plus(duration);
        decide(new Input.Tick());
        letTheRefereeWork();
        return this;
    }

    Optional<Json> at(String pointer) {
        return JsonPointer.parse(pointer).resolve(board.state());
    }

    /** The public entries, each as {@code KIND AUTHOR: CONTENT}. */
    List<String> entries() {
        return ((JsonArray) at("/public").orElseThrow())
                .stream()
                        .map(JsonObject.class::cast)
                        .map(entry -> text(entry, "kind") + " " + text(entry, "author") + ": " + text(entry, "content"))
                        .toList();
    }

    /** What became of each round. */
    List<String> outcomes() {
        return ((JsonArray) at("/rounds").orElseThrow())
                .stream().map(round -> text((JsonObject) round, "outcome")).toList();
    }

    private static String text(JsonObject object, String name) {
        return ((JsonString) object.get(name).orElseThrow()).value();
    }

    /** The result of a board that is done. */
    String result() {
        assertThat(last().event()).as("%s", log).isInstanceOf(BoardCompleted.class);
        return ((JsonString) ((BoardCompleted) last().event()).result()).value();
    }

    LogEntry last() {
        return log.get(log.size() - 1);
    }

    List<LogEntry> log() {
        return log;
    }

    /** Every rejection so far, as {@code WORKER STAGE code pointer}. */
    List<String> rejections() {
        return log.stream()
                .map(LogEntry::event)
                .filter(PatchRejected.class::isInstance)
                .map(PatchRejected.class::cast)
                .map(entry -> entry.worker().orElse("?") + " " + entry.stage() + " "
                        + entry.rejection().code() + " "
                        + entry.rejection().pointer())
                .toList();
    }

    private final class BoardClock extends Clock {

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
