package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.StateHash;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is true of every board's log: dense, chained, one outcome for each id. */
class LogTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: log
            state: {schema: true, initial: {n: 0}}
            workers: {w: {unsolicited: true, write: [{op: [replace], path: /n}]}}
            rules: [{name: r, on: {path: /n}, when: item < 3, invoke: w}]
            """;

    private final Scenario board = new Scenario(BLUEPRINT);

    private static PatchProposal set(String id, int n) {
        return new PatchProposal(
                id,
                Scenario.BOARD,
                "w",
                Optional.empty(),
                Texts.json("[{op: replace, path: /n, value: " + n + "}]"),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void sequence_isDenseOverAllOutputs_andTheChainHolds() {
        board.propose(set("early", 1));
        board.garbage(Optional.of("garbage"));
        board.pause();
        board.create();
        board.propose(set("p1", 1));
        board.propose(set("p2", 2));
        board.answer(board.invocations("w").get(0), "nonsense");
        board.tick(Duration.ofHours(1));
        board.cancel();
        board.propose(set("late", 5));

        List<LogEntry> log = board.log();
        assertThat(log).extracting(LogEntry::sequence).containsExactlyElementsOf(numbers(log.size()));
        assertThat(log.get(0).header().previousHash()).isEqualTo(LogHeader.GENESIS_HASH);
        for (int i = 1; i < log.size(); i++) {
            assertThat(log.get(i).header().previousHash())
                    .isEqualTo(log.get(i - 1).header().hash());
        }
        assertThat(log).extracting(LogEntry::event).hasAtLeastOneElementOfType(WorkerInvoked.class);
    }

    private static List<Long> numbers(int count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    @Test
    void hash_isOfTheCanonicalJsonWithoutTheHash() {
        board.create();
        LogEntry entry = board.log().get(0);

        assertThat(entry.header().hash())
                .isEqualTo(CanonicalJson.sha256(entry.toJson().without("hash")))
                .matches("[0-9a-f]{64}");
    }

    @Test
    void boardCreatedAfterRejections_continuesTheirLog() {
        board.propose(set("early", 1));
        board.propose(set("early2", 1));

        LogEntry created = Scenario.onlyEntry(board.create(), BoardCreated.class);

        assertThat(created.sequence()).isEqualTo(3);
        assertThat(created.header().version()).isEqualTo(1);
        assertThat(board.board().version()).isEqualTo(1);
    }

    @Test
    void proposalIdSeenBefore_changesNothing() {
        board.created();
        board.propose(set("p1", 1));

        assertThat(board.propose(set("p1", 1))).isEmpty();
        assertThat(board.propose(set("p1", 2))).isEmpty();
        assertThat(board.at("/n")).hasToString("1");
    }

    @Test
    void rejectedProposalId_changesNothingLaterEither() {
        board.propose(set("early", 7));
        board.created();

        assertThat(board.propose(set("early", 7))).isEmpty();
        assertThat(board.garbage(of("early"))).isEmpty();
        assertThat(board.at("/n")).hasToString("0");
    }

    @Test
    void undecodableProposal_usesItsIdUp() {
        board.created();
        assertThat(board.garbage(of("p1"))).hasSize(1);
        assertThat(board.garbage(of("p1"))).isEmpty();
        assertThat(board.propose(set("p1", 1))).isEmpty();
        assertThat(board.garbage(Optional.empty())).hasSize(1);
        assertThat(board.garbage(Optional.empty())).hasSize(1);
    }

    private static Input.Ids of(String proposalId) {
        PatchProposal proposal = set(proposalId, 1);
        return new Input.Ids(Optional.of(proposalId), Optional.of(proposal.worker()), proposal.invocationId());
    }

    @Test
    void commandIdSeenBefore_changesNothing() {
        CreateBoard create = new CreateBoard("c1", Scenario.BOARD, Texts.json(BLUEPRINT), Json.nul());
        assertThat(board.command(create)).isNotEmpty();
        assertThat(board.command(create)).isEmpty();

        PauseBoard pause = new PauseBoard("c2", Scenario.BOARD, Optional.empty());
        assertThat(board.command(pause)).hasSize(1);
        assertThat(board.command(pause)).isEmpty();
        board.resume();
        assertThat(board.command(pause)).isEmpty();

        assertThat(board.command(new PauseBoard("c1", Scenario.BOARD, Optional.empty())))
                .isEmpty();
    }

    @Test
    void proposalIdAndCommandId_areDifferentNames() {
        board.created();
        board.propose(set("same", 1));
        assertThat(board.command(new PauseBoard("same", Scenario.BOARD, Optional.empty())))
                .hasSize(1);
    }

    @Test
    void overlongWorker_isRejectedOnceUnderItsProposalId() {
        board.created();
        PatchProposal proposal = new PatchProposal(
                "p1",
                Scenario.BOARD,
                "w".repeat(201),
                Optional.empty(),
                Json.nul(),
                Optional.empty(),
                Optional.empty());

        PatchRejected entry = Scenario.only(board.propose(proposal), PatchRejected.class);

        assertThat(entry.proposalId()).contains("p1");
        assertThat(entry.rejection().pointer()).isEqualTo("/worker");
        assertThat(board.propose(proposal)).isEmpty();
    }

    @Test
    void overlongProposalId_isRejectedWithoutKeepingIt() {
        board.created();
        PatchProposal proposal = new PatchProposal(
                "p".repeat(201), Scenario.BOARD, "w", Optional.empty(), Json.nul(), Optional.empty(), Optional.empty());

        PatchRejected entry = Scenario.only(board.propose(proposal), PatchRejected.class);

        assertThat(entry.proposalId()).isEmpty();
        assertThat(entry.proposal()).contains(proposal.toJson());
    }

    @Test
    void overlongReason_isRejectedOnceUnderItsCommandId() {
        board.created();
        PauseBoard pause = new PauseBoard("c1", Scenario.BOARD, Optional.of("x".repeat(10_001)));

        CommandRejected entry = Scenario.only(board.command(pause), CommandRejected.class);

        assertThat(entry.commandId()).contains("c1");
        assertThat(board.command(pause)).isEmpty();
    }

    @Test
    void version_countsStateChangesOnly() {
        board.created();
        board.propose(set("p1", 0));
        board.propose(set("p2", 1));
        board.propose(set("p3", 1));
        board.garbage(Optional.empty());

        assertThat(board.entriesWith(PatchCommitted.class))
                .extracting(entry -> entry.header().version())
                .containsExactly(1L, 2L, 2L);
        assertThat(board.entries(PatchCommitted.class))
                .extracting(PatchCommitted::stateHash)
                .last()
                .isEqualTo(StateHash.of(board.board().state()));
    }

    @Test
    void time_neverGoesBackEvenIfItsInputsDo() {
        board.wait(Duration.ofMinutes(10)).created();
        board.wait(Duration.ofMinutes(-5)).propose(set("p1", 5));

        assertThat(board.log())
                .extracting(entry -> entry.header().time())
                .containsOnly(Scenario.START.plusSeconds(600));
    }

    @Test
    void exactNumbers_surviveTheWayThroughTheLog() {
        String integer = "123456789012345678901234567890";
        String decimal = "0.1000000000000000000000001";
        Scenario exact = new Scenario("""
                apiVersion: patchboard/v1
                name: exact
                state: {schema: {properties: {n: {type: [integer, number]}}}, initial: {n: {$input: /n}}}
                workers: {w: {unsolicited: true, write: [{op: [replace, test], path: /n}]}}
                """);
        exact.create("{\"n\": " + integer + "}");
        assertThat(exact.state()).isEqualTo("{\"n\":" + integer + "}");

        exact.propose(
                "w", "[{op: test, path: /n, value: " + integer + "}, {op: replace, path: /n, value: " + decimal + "}]");

        assertThat(exact.state()).isEqualTo("{\"n\":" + decimal + "}");
        BoardReplay replay = new BoardReplay(Scenario.BOARD, new Applier(new Blueprints()), true);
        for (LogEntry entry : exact.log()) {
            replay.accept(LogEntry.fromJson(
                    (JsonObject) JsonReader.parse(entry.toJson().toString())));
        }
        assertThat(replay.differences()).isEmpty();
        assertThat(replay.board().state()).hasToString("{\"n\":" + decimal + "}");
    }
}
