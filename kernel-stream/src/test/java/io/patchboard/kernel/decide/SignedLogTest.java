package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.SignedBoard.APPEND;
import static io.patchboard.kernel.decide.SignedBoard.KEY;
import static io.patchboard.kernel.decide.SignedBoard.OTHERS;
import static io.patchboard.kernel.decide.SignedBoard.board;
import static io.patchboard.kernel.decide.SignedBoard.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.replay.Difference;
import io.patchboard.record.CommittedEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Signature;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who changes a log, however well he chains it, cannot sign it. */
final class SignedLogTest {

    /** As somebody may do who can write the log, and chains all that follows anew. */
    @Test
    void replay_findsWhatWasDoneToTheLog() {
        Scenario board = board(KEY);
        board.propose(signed(board, APPEND));
        PatchCommitted committed = board.entries(PatchCommitted.class).get(0);
        Signature signature = committed.signature().orElseThrow();
        Json other = JsonReader.parse("[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"b\"}]");

        assertThat(found(board, committed)).isEmpty();
        assertThat(found(board, with(committed, Optional.of(signature), Optional.of(other))))
                .containsExactly("signature", "patch");
        assertThat(found(board, with(committed, Optional.of(signature), Optional.empty())))
                .containsExactly("signature");
        assertThat(found(board, with(committed, Optional.empty(), Optional.empty())))
                .containsExactly("signature");
        assertThat(found(
                        board,
                        with(
                                committed,
                                Optional.of(new Signature("elsewhere", signature.key(), signature.value())),
                                committed.sentPatch())))
                .containsExactly("signature");
        assertThat(found(
                        board,
                        with(
                                committed,
                                Optional.of(new Signature(signature.audience(), OTHERS.publicKey(), signature.value())),
                                committed.sentPatch())))
                .containsExactly("signature");
    }

    private static List<String> found(Scenario board, CommittedEvent event) {
        BoardReplay replay = new BoardReplay(Scenario.BOARD, new Applier(new Blueprints()), true);
        String previous = "";
        for (LogEntry entry : board.log()) {
            boolean changed = entry.event() instanceof PatchCommitted;
            LogEntry next = new LogEntry(
                            new LogHeader(
                                    Scenario.BOARD,
                                    entry.sequence(),
                                    entry.header().version(),
                                    entry.header().time(),
                                    previous.isEmpty() ? entry.header().previousHash() : previous,
                                    ""),
                            changed ? event : entry.event())
                    .sealed();
            previous = next.header().hash();
            replay.accept(next);
        }
        return replay.differences().stream().map(Difference::what).toList();
    }

    private static PatchCommitted with(
            PatchCommitted committed, Optional<Signature> signature, Optional<Json> sentPatch) {
        return new PatchCommitted(
                committed.proposalId(),
                committed.worker(),
                committed.invocationId(),
                committed.trigger(),
                committed.viewHash(),
                committed.patch(),
                committed.usage(),
                committed.stateHash(),
                committed.claimedViewHash(),
                committed.expand(),
                committed.held(),
                committed.approvedBy(),
                committed.source(),
                committed.repeats(),
                signature,
                sentPatch,
                committed.taint(),
                committed.marks());
    }
}
