package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.preset.Preset;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One board of a preset on the decision core; the test plays every worker. */
final class TemplateBoard {

    private static final String BOARD = "b";

    private final Decider decider = new Decider(
            Limits.DEFAULT,
            new Blueprints(),
            new InvocationIds("a secret of some bytes".getBytes(StandardCharsets.UTF_8)),
            queue -> true);
    private final SeenIds history = new SeenIds();
    private final List<LogEntry> log = new ArrayList<>();
    private Board board = Board.absent(BOARD);
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int proposals;

    static TemplateBoard of(Preset preset, String input) {
        TemplateBoard created = new TemplateBoard();
        created.decide(new Input.Commanded(
                new CreateBoard("c", BOARD, document(preset), JsonReader.parse(input)), Json.nul()));
        assertThat(created.board.blueprint()).as("%s", created.log).isPresent();
        return created;
    }

    static Json document(Preset preset) {
        try {
            return BlueprintFile.parse(preset.blueprint(), Path.of("blueprint.yaml"))
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
    }

    /** Those who are to answer. */
    Set<String> waitsFor() {
        Set<String> names = new TreeSet<>();
        open().forEach(invoked -> names.add(invoked.worker()));
        return names;
    }

    private List<WorkerInvoked> open() {
        return events(WorkerInvoked.class).stream()
                .filter(invoked -> board.open().containsKey(invoked.invocationId()))
                .toList();
    }

    private <T> List<T> events(Class<T> type) {
        return log.stream()
                .map(LogEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** What the one of that name was shown last. */
    String view(String worker) {
        return events(WorkerInvoked.class).stream()
                .filter(invoked -> invoked.worker().equals(worker))
                .reduce((first, second) -> second)
                .orElseThrow()
                .view()
                .toString();
    }

    /** All that the one of that name was ever shown. */
    List<String> views(String worker) {
        return events(WorkerInvoked.class).stream()
                .filter(invoked -> invoked.worker().equals(worker))
                .map(invoked -> invoked.view().toString())
                .toList();
    }

    /** How many are to answer. */
    int waiting() {
        return open().size();
    }

    /** The worker, who is waited for, answers. */
    TemplateBoard says(String worker, String patch) {
        return proposes(worker, JsonReader.parse(patch), Optional.empty());
    }

    /** The worker says that it cannot. */
    TemplateBoard fails(String worker) {
        return proposes(worker, JsonReader.parse("[]"), Optional.of("I cannot"));
    }

    private TemplateBoard proposes(String worker, Json patch, Optional<String> error) {
        WorkerInvoked invoked = open().stream()
                .filter(one -> one.worker().equals(worker))
                .findFirst()
                .orElseThrow(() -> new AssertionError("Expected " + worker + " to be invited, but " + waitsFor()));
        PatchProposal proposal = new PatchProposal(
                "p-" + ++proposals, BOARD, worker, Optional.of(invoked.invocationId()), patch, Optional.empty(), error);
        decide(new Input.Proposed(proposal, proposal.toJson()));
        now = now.plus(Duration.ofMinutes(1));
        decide(new Input.Tick());
        return this;
    }

    Optional<Json> at(String pointer) {
        return JsonPointer.parse(pointer).resolve(board.state());
    }

    /** The result of a board that is done. */
    Json result() {
        assertThat(events(BoardCompleted.class)).as("%s", log).hasSize(1);
        return events(BoardCompleted.class).get(0).result();
    }

    /** What a board ended with that was stopped before it was done. */
    BoardHalted halted() {
        assertThat(events(BoardHalted.class)).as("%s", log).hasSize(1);
        return events(BoardHalted.class).get(0);
    }

    /** What was rejected so far. */
    List<PatchRejected> rejected() {
        return events(PatchRejected.class);
    }

    /** Every rejection so far, as {@code WORKER STAGE}. */
    List<String> rejections() {
        return events(PatchRejected.class).stream()
                .map(entry -> entry.worker().orElse("?") + " " + entry.stage())
                .toList();
    }
}
