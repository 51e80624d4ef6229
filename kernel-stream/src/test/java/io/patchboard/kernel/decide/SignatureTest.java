package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.replay.Difference;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommittedEvent;
import io.patchboard.record.Decide;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.sign.Signer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a worker with keys proposes is its own, or nothing comes of it. */
final class SignatureTest {

    /** The topic that proposals are sent to. */
    private static final String PROPOSALS = "patchboard.proposals";

    private static final Signer KEY = Signer.generate();
    private static final Signer NEXT = Signer.generate();
    private static final Signer OTHERS = Signer.generate();

    private static final String APPEND = "[{op: add, path: /notes/-, value: a}]";

    private static String blueprint(Signer... keys) {
        return """
                apiVersion: patchboard/v1
                name: signed
                state: {schema: {}, initial: {notes: [], n: 0}}
                workers:
                  author: {unsolicited: true, read: [''], write: [{op: [add], path: /notes/-}, {op: [replace], path: /n}], keys: [%s]}
                  other: {unsolicited: true, read: [''], write: [{op: [add], path: /notes/-}], keys: [%s]}
                  anybody: {unsolicited: true, read: [''], write: [{op: [add], path: /notes/-}]}
                rules: [{name: ask, on: {path: /n, op: [replace]}, invoke: author}]
                policies: {default: {retry: {maxAttempts: 2}}}
                gates: [{name: large, on: {path: /n}, when: state.n > 5}]
                """.formatted(
                        Stream.of(keys)
                                .map(Signer::publicKey)
                                .reduce((a, b) -> a + ", " + b)
                                .orElseThrow(),
                        OTHERS.publicKey());
    }

    private static Scenario board(Signer... keys) {
        return new Scenario(blueprint(keys)).created();
    }

    private static PatchProposal signed(Scenario board, String patch) {
        return KEY.sign(board.proposal("author", Optional.empty(), patch), PROPOSALS);
    }

    private static PatchProposal answer(Scenario board, WorkerInvoked invoked, Signer key) {
        PatchProposal answer = board.proposal("author", Optional.of(invoked.invocationId()), APPEND);
        return key.sign(answer, PROPOSALS);
    }

    private static String code(List<LogEntry> entries) {
        return Scenario.only(entries, PatchRejected.class).rejection().code();
    }

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
                Map.entry("spelled in another way", (board, sent) -> value(sent, SignatureTest::otherSpelling)),
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
                committed.taint());
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
}
