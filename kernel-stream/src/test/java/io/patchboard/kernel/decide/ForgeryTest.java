package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.SignedBoard.APPEND;
import static io.patchboard.kernel.decide.SignedBoard.KEY;
import static io.patchboard.kernel.decide.SignedBoard.OTHERS;
import static io.patchboard.kernel.decide.SignedBoard.PROPOSALS;
import static io.patchboard.kernel.decide.SignedBoard.answer;
import static io.patchboard.kernel.decide.SignedBoard.board;
import static io.patchboard.kernel.decide.SignedBoard.code;
import static io.patchboard.kernel.decide.SignedBoard.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is passed off as the work of a worker with keys. */
final class ForgeryTest {

    /** Ways in which somebody may try to pass something off as the author's. */
    static Map<String, BiFunction<Scenario, PatchProposal, PatchProposal>> forgeries() {
        return Map.ofEntries(
                Map.entry("unsigned", (board, sent) -> sent.signed(Optional.empty())),
                Map.entry(
                        "another patch",
                        (board, sent) -> sent.withPatch(Texts.json("[{op: add, path: /notes/-, value: b}]"))
                                .signed(sent.signature())),
                Map.entry(
                        "another id",
                        (board, sent) -> board.proposal("author", Optional.empty(), APPEND)
                                .signed(sent.signature())),
                Map.entry(
                        "another invocation",
                        (board, sent) -> new PatchProposal(
                                        sent.proposalId(),
                                        sent.boardId(),
                                        sent.worker(),
                                        Optional.of("made-up"),
                                        sent.patch(),
                                        sent.usage(),
                                        sent.error())
                                .signed(sent.signature())),
                Map.entry(
                        "other usage",
                        (board, sent) -> new PatchProposal(
                                        sent.proposalId(),
                                        sent.boardId(),
                                        sent.worker(),
                                        sent.invocationId(),
                                        sent.patch(),
                                        Optional.of(new Usage(1, 1)),
                                        sent.error())
                                .signed(sent.signature())),
                Map.entry("another worker's key", (board, sent) -> OTHERS.sign(sent, PROPOSALS)),
                Map.entry("another worker's key under the author's name", (board, sent) -> {
                    Signature other = OTHERS.sign(sent, PROPOSALS).signature().orElseThrow();
                    return sent.signed(Optional.of(new Signature(other.audience(), KEY.publicKey(), other.value())));
                }),
                Map.entry("for another cluster", (board, sent) -> KEY.sign(sent, "staging.proposals")),
                Map.entry(
                        "for another cluster, said to be for this",
                        (board, sent) -> sent.signed(Optional.of(new Signature(
                                PROPOSALS,
                                KEY.publicKey(),
                                KEY.sign(sent, "staging.proposals")
                                        .signature()
                                        .orElseThrow()
                                        .value())))),
                Map.entry(
                        "of another board",
                        (board, sent) -> sent.signed(KEY.sign(
                                        new PatchProposal(
                                                sent.proposalId(),
                                                "b-2",
                                                sent.worker(),
                                                sent.invocationId(),
                                                sent.patch(),
                                                sent.usage(),
                                                sent.error()),
                                        PROPOSALS)
                                .signature())),
                Map.entry("padded", (board, sent) -> value(sent, text -> text + "==")),
                Map.entry("no base64url", (board, sent) -> value(sent, text -> "*" + text.substring(1))),
                Map.entry("too short", (board, sent) -> value(sent, text -> text.substring(4))),
                Map.entry("empty", (board, sent) -> value(sent, text -> "")),
                Map.entry("spelled in another way", (board, sent) -> value(sent, ForgeryTest::otherSpelling)),
                Map.entry("of nothing but zeros", (board, sent) -> value(sent, text -> "A".repeat(86))));
    }

    private static PatchProposal value(PatchProposal sent, UnaryOperator<String> change) {
        Signature signature = sent.signature().orElseThrow();
        return sent.signed(
                Optional.of(new Signature(signature.audience(), signature.key(), change.apply(signature.value()))));
    }

    /** 86 characters hold four bits more than 64 bytes; a lax reader passes them over. */
    private static String otherSpelling(String text) {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        int last = alphabet.indexOf(text.charAt(85));
        return text.substring(0, 85) + alphabet.charAt(last + 1);
    }

    static Stream<String> names() {
        return forgeries().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void forgery_isRejected_andTheAuthorsOwnUnderTheSameIdIsNot(String how) {
        Scenario board = board(KEY);
        PatchProposal proposal = signed(board, APPEND);
        PatchProposal forged = forgeries().get(how).apply(board, proposal);

        List<LogEntry> entries = board.propose(forged);

        assertThat(entries).hasSize(1);
        assertThat(code(entries)).isEqualTo(how.equals("unsigned") ? "unsigned" : "signature");
        assertThat(Scenario.only(entries, PatchRejected.class).stage().name()).isEqualTo("ADMISSION");
        assertThat(board.propose(forged)).as("again").hasSize(1);
        assertThat(Scenario.only(board.propose(proposal), PatchCommitted.class).signature())
                .isEqualTo(proposal.signature());
    }

    @Test
    void strangersAnswer_leavesTheInvocationOpen_andCostsNothing() {
        Scenario board = board(KEY);
        board.propose(signed(board, "[{op: replace, path: /n, value: 1}]"));
        WorkerInvoked invoked = board.invocation("author");
        PatchProposal answer = answer(board, invoked, KEY);

        PatchRejected rejected = Scenario.only(board.propose(answer.signed(Optional.empty())), PatchRejected.class);
        List<LogEntry> garbage = board.garbage(
                new Input.Ids(Optional.of("p-garbage"), Optional.of("author"), Optional.of(invoked.invocationId())));

        assertThat(rejected.invocationId()).isEmpty();
        assertThat(rejected.usage()).isEmpty();
        assertThat(garbage).hasSize(1);
        assertThat(board.open(invoked)).isPresent();
        assertThat(Scenario.only(board.propose(answer), PatchCommitted.class).invocationId())
                .contains(invoked.invocationId());
    }

    /** A stranger who asks may not find out which invocations there are. */
    @Test
    void strangerLearnsNothing() {
        Scenario board = board(KEY);
        board.propose(signed(board, "[{op: replace, path: /n, value: 1}]"));
        String open = board.invocation("author").invocationId();

        PatchRejected known =
                Scenario.only(board.propose(board.proposal("author", Optional.of(open), APPEND)), PatchRejected.class);
        PatchRejected unknown = Scenario.only(
                board.propose(board.proposal("author", Optional.of("made-up"), APPEND)), PatchRejected.class);

        assertThat(known.rejection()).isEqualTo(unknown.rejection());
    }
}
