package io.patchboard.examples.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example on the real decision core, with its real workers, answering in random order. */
final class EvidenceReviewBoardTest {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private final Decider decider = new Decider(
            Limits.DEFAULT,
            new Blueprints(),
            new InvocationIds("a secret of some bytes".getBytes(StandardCharsets.UTF_8)),
            queue -> true);
    private final Map<String, Worker> workers = new EvidenceReviewWorkers().workers();
    private final List<LogEntry> log = new ArrayList<>();
    private Board board = Board.absent("b");

    private void decide(Input input) {
        Decision decision = decider.decide(board, input, History.NONE, TIME);
        log.addAll(decision.entries());
        board = decision.board();
    }

    private void run(String boardName, long seed) throws Exception {
        Json blueprint = new JsonReader(JsonLimits.DEFAULT)
                .readDocument(new YAMLFactory().createParser(EvidenceReview.blueprint()));
        Json input = EvidenceReview.input(boardName);
        decide(new Input.Commanded(new CreateBoard("c", "b", blueprint, input), Json.nul()));
        Random random = new Random(seed);
        while (!board.open().isEmpty()) {
            List<String> open = List.copyOf(board.open().keySet());
            answer(open.get(random.nextInt(open.size())));
        }
    }

    private void answer(String invocationId) throws Exception {
        Invocation invocation = log.stream()
                .filter(entry -> entry.event() instanceof WorkerInvoked invoked
                        && invoked.invocationId().equals(invocationId))
                .map(Invocation::new)
                .findFirst()
                .orElseThrow();
        Answer answer = workers.get(invocation.worker()).work(invocation);
        PatchProposal proposal = new PatchProposal(
                "p-" + invocationId,
                "b",
                invocation.worker(),
                Optional.of(invocationId),
                answer.patch(),
                answer.usage(),
                answer.error());
        decide(new Input.Proposed(proposal, proposal.toJson()));
    }

    private Map<String, Long> rejections() {
        return log.stream()
                .map(LogEntry::event)
                .filter(PatchRejected.class::isInstance)
                .map(PatchRejected.class::cast)
                .collect(Collectors.groupingBy(
                        entry -> entry.stage() + "/" + entry.rejection().code(), TreeMap::new, Collectors.counting()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nationality_inAnyOrder_rejectsTheFiveErrorsAndCompletes(long seed) throws Exception {
        run("1-nationality", seed);

        assertThat(log.get(log.size() - 1).event()).isInstanceOf(BoardCompleted.class);
        assertThat(rejections())
                .isEqualTo(Map.of(
                        "SYNTAX/unknown-operation", 1L,
                        "PRECONDITION/test", 1L,
                        "INVARIANT/violated", 2L,
                        "AUTHORIZATION/write-contract", 1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1-nationality", "2-age"})
    void everyBoard_replayed_isIdentical_andSoIsEachVerdict(String name) throws Exception {
        run(name, 1);

        BoardReplay replay =
                new BoardReplay("b", new Applier(new Blueprints()), new Review(Limits.DEFAULT, new Blueprints()));
        log.forEach(replay::accept);

        assertThat(replay.differences()).isEmpty();
        assertThat(replay.asked()).isPositive();
        assertThat(replay.unasked()).isZero();
        assertThat(replay.board().stateHash()).isEqualTo(board.stateHash());
    }
}
