package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.SignedBoard.APPEND;
import static io.patchboard.kernel.decide.SignedBoard.KEY;
import static io.patchboard.kernel.decide.SignedBoard.NEXT;
import static io.patchboard.kernel.decide.SignedBoard.OTHERS;
import static io.patchboard.kernel.decide.SignedBoard.answer;
import static io.patchboard.kernel.decide.SignedBoard.blueprint;
import static io.patchboard.kernel.decide.SignedBoard.board;
import static io.patchboard.kernel.decide.SignedBoard.code;
import static io.patchboard.kernel.decide.SignedBoard.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Signature;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a worker with keys proposes is its own, or nothing comes of it. */
final class SignatureTest {

    @Test
    void signedProposal_isCommitted_andTheLogHasItsSignature() {
        Scenario board = board(KEY);
        PatchProposal proposal = signed(board, APPEND);

        PatchCommitted committed = Scenario.only(board.propose(proposal), PatchCommitted.class);

        assertThat(committed.signature()).isEqualTo(proposal.signature()).isPresent();
        assertThat(committed.patch().toString()).contains("/notes/0");
        assertThat(committed.sentPatch()).contains(proposal.patch());
        assertThat(board.propose(proposal)).as("a repeat").isEmpty();
    }

    @Test
    void patchThatWasAppliedAsSent_standsInTheLogOnce() {
        Scenario board = board(KEY);

        PatchCommitted committed = Scenario.only(
                board.propose(signed(board, "[{op: replace, path: /n, value: 1}]")), PatchCommitted.class);

        assertThat(committed.sentPatch()).isEmpty();
    }

    @Test
    void severalKeys_eachSigns_untilAnAmendmentTakesOneAway() {
        Scenario board = board(KEY, NEXT);
        board.propose(signed(board, "[{op: replace, path: /n, value: 1}]"));
        WorkerInvoked invoked = board.invocation("author");
        assertThat(code(board.propose(answer(board, invoked, OTHERS)))).isEqualTo("signature");
        board.command(new AmendBlueprint(
                CommandHeader.of("c-amend", Scenario.BOARD, "ada", "The old key was lost."),
                Texts.json(blueprint(NEXT)),
                AmendBlueprint.Open.KEEP));

        assertThat(code(board.propose(answer(board, invoked, KEY)))).isEqualTo("signature");
        assertThat(board.open(invoked)).isPresent();
        assertThat(Scenario.only(board.propose(answer(board, invoked, NEXT)), PatchCommitted.class)
                        .signature())
                .get()
                .extracting(Signature::key)
                .isEqualTo(NEXT.publicKey());
    }

    /** With four eyes an approver's own patch is held again, without them it is committed at once. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void heldPatch_keepsItsSignature_andAnApproversOwnHasNone(boolean fourEyes) {
        Scenario board =
                new Scenario(blueprint(KEY).replace("gates: [{", "gates: [{fourEyes: " + fourEyes + ", ")).created();
        PatchProposal proposal =
                signed(board, "[{op: add, path: /notes/-, value: a}, {op: replace, path: /n, value: 6}]");
        PatchHeld held = Scenario.only(board.propose(proposal), PatchHeld.class);
        PatchCommitted approved =
                Scenario.only(decide(board, NeedsPerson.Option.APPROVE, "null"), PatchCommitted.class);
        board.propose(signed(board, "[{op: replace, path: /n, value: 7}]"));
        List<LogEntry> modified = decide(board, NeedsPerson.Option.MODIFY, "[{op: replace, path: /n, value: 8}]");
        List<LogEntry> let = fourEyes ? decide(board, NeedsPerson.Option.APPROVE, "null") : modified;

        assertThat(held.signature()).isEqualTo(proposal.signature()).isPresent();
        assertThat(approved.signature()).isEqualTo(proposal.signature());
        assertThat(approved.sentPatch()).contains(proposal.patch());
        if (fourEyes) {
            assertThat(Scenario.only(modified, PatchHeld.class).signature()).isEmpty();
        }
        assertThat(Scenario.only(let, PatchCommitted.class).signature()).isEmpty();
    }

    private static List<LogEntry> decide(Scenario board, NeedsPerson.Option option, String patch) {
        Json own = Texts.json(patch);
        String by = option == NeedsPerson.Option.MODIFY ? "ada" : "bob";
        return board.command(new Decide(
                CommandHeader.of("c-" + board.log().size(), Scenario.BOARD, by, "It is right."),
                Optional.empty(),
                option,
                Optional.empty(),
                List.of(),
                Optional.of(own).filter(any -> !any.isNull())));
    }

    @Test
    void signatureThatNobodyAskedFor_isNotInTheLog() {
        Scenario board = board(KEY);
        PatchProposal proposal = board.proposal("anybody", Optional.empty(), APPEND);

        PatchCommitted committed =
                Scenario.only(board.propose(OTHERS.sign(proposal, "elsewhere")), PatchCommitted.class);

        assertThat(committed.signature()).isEmpty();
        assertThat(committed.sentPatch()).isEmpty();
    }

    @Test
    void checkingASignature_isCharged() {
        Scenario board = board(KEY);
        board.propose("anybody", APPEND);
        long unsigned = board.work();
        board.propose(signed(board, APPEND));

        assertThat(board.work()).isGreaterThan(unsigned + 20_000);
    }

    /** Not of 32 bytes (those of P-256 and Ed448), padded, no point of the curve, and points that sign anything. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "''",
                "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
                "X9dEm1m0Yf0s54fsYWrUah2hNCSFpw4fig6nXYDpZ3jt8SR2m0bHBhvWeD3x5Q9s0foavq_oJWGA",
                "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURp",
                "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA",
                "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "7P_______________________________________38",
                "7f_______________________________________38",
                "7",
                "[]"
            })
    void keyThatIsNone_isAMistakeOfTheBlueprint(String key) {
        Json source = Texts.json(blueprint(KEY).replace(KEY.publicKey(), key));

        assertThat(BlueprintCompiler.compile(source)).isInstanceOfSatisfying(CompileResult.Invalid.class, invalid -> {
            assertThat(new ArrayList<>(invalid.problems()).toString()).contains("/workers/author/keys/0");
        });
    }

    @Test
    void noKeys_areNotAnOpenDoor() {
        Json source = Texts.json(blueprint(KEY).replace(KEY.publicKey(), ""));

        assertThat(BlueprintCompiler.compile(source)).isInstanceOf(CompileResult.Invalid.class);
    }

    /** A gateway cannot sign for a worker what it sends in place of an answer that is too large. */
    @Test
    void unsignedFailure_isRejectedWithWhatItSays() {
        Scenario board = board(KEY);
        Failure tooLarge = Failure.of(Failure.Kind.INVALID, "Expected an answer that fits into one record.");
        PatchProposal failed = new PatchProposal(
                "p-failed",
                board.board().id(),
                "author",
                Optional.empty(),
                Json.nul(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(tooLarge));

        Rejection rejection =
                Scenario.only(board.propose(failed), PatchRejected.class).rejection();

        assertThat(rejection.code()).isEqualTo("unsigned");
        assertThat(rejection.message())
                .contains("that a key of")
                .endsWith("It says that it failed: Expected an answer that fits into one record.");
    }
}
