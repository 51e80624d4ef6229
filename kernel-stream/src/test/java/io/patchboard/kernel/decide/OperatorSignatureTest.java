package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.replay.Difference;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.EditBoard;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Rejection;
import io.patchboard.sign.Signer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is asked of a board with operators is asked by one of them, or nothing comes of it. */
final class OperatorSignatureTest extends SignedCommands {

    static Stream<String> asked() {
        return ASKED.keySet().stream().sorted();
    }

    private static Rejection refused(List<LogEntry> entries) {
        assertThat(entries).hasSize(1);
        return Scenario.only(entries, CommandRejected.class).rejection();
    }

    private static Command with(Command command, String name, String value) {
        return Command.fromJson(command.toJson().with(name, Json.of(value)));
    }

    @ParameterizedTest
    @MethodSource("asked")
    void whoIsNoOperator_doesNothing_andTheOperatorsOwnUnderTheSameIdIsDone(String what) {
        Asked asked = ASKED.get(what);
        Scenario board = asked.board();
        Command unsigned = asked.body().command(header("c-1"), board);
        Command signed = ADA.sign(unsigned, COMMANDS);

        assertThat(refused(board.command(unsigned)))
                .extracting(
                        Rejection::code, Rejection::pointer, why -> why.stage().name())
                .containsExactly("unsigned", "/signature", "ADMISSION");
        assertThat(refused(board.command(STRANGER.sign(unsigned, COMMANDS))).pointer())
                .isEqualTo("/signature/key");
        assertThat(refused(board.command(BOB.sign(unsigned, COMMANDS))).pointer())
                .as("another operator's key")
                .isEqualTo("/signature/key");
        assertThat(refused(board.command(ADA.sign(unsigned, "staging.commands")))
                        .pointer())
                .isEqualTo("/signature/audience");
        assertThat(refused(board.command(with(signed, "reason", "another"))).pointer())
                .isEqualTo("/signature/value");
        assertThat(refused(board.command(with(signed, "by", "eve"))))
                .extracting(Rejection::code, Rejection::pointer)
                .containsExactly("signature", "/by");
        Command own = ADA.sign(asked.body().command(header("c-1"), board), COMMANDS);
        List<LogEntry> done = board.command(own);
        assertThat(outcome(done).command(Scenario.BOARD)).hasValueSatisfying(told -> {
            assertThat(told.signature()).isEqualTo(own.signature()).isPresent();
            assertThat(told.signedBytes(COMMANDS)).isEqualTo(own.signedBytes(COMMANDS));
        });
        assertThat(board.command(own)).as("a repeat").isEmpty();
        BoardReplay again = new BoardReplay(
                Scenario.BOARD, new Applier(new Blueprints()), new Review(Limits.DEFAULT, new Blueprints()));
        board.log().forEach(again::accept);
        assertThat(again.differences()).as("every verdict asked again").isEmpty();
    }

    private static Event outcome(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(event -> event.command(Scenario.BOARD).isPresent())
                .findFirst()
                .orElseThrow(() -> new AssertionError(entries.toString()));
    }

    /** As somebody may do who can write the log, and chains all that follows anew. */
    @ParameterizedTest
    @MethodSource("asked")
    void replay_findsWhatWasDoneToTheOutcome(String what) {
        Asked asked = ASKED.get(what);
        Scenario board = asked.board();
        int before = board.log().size();
        board.command(ADA.sign(asked.body().command(header("c-1"), board), COMMANDS));

        assertThat(found(board.log(), before, json -> json)).isEmpty();
        assertThat(found(board.log(), before, json -> json.with("reason", Json.of("another"))))
                .contains("signature");
        assertThat(found(board.log(), before, json -> json.without("signature")))
                .contains("signature");
        assertThat(found(board.log(), before, json -> json.with("by", Json.of("bob"))))
                .contains("signature");
    }

    private static List<String> found(List<LogEntry> log, int since, UnaryOperator<JsonObject> change) {
        BoardReplay replay = new BoardReplay(Scenario.BOARD, new Applier(new Blueprints()), true);
        String previous = LogHeader.GENESIS_HASH;
        boolean changed = false;
        for (LogEntry entry : log) {
            boolean mine = !changed
                    && entry.sequence() > since
                    && entry.event().command(Scenario.BOARD).isPresent();
            changed |= mine;
            JsonObject json = mine ? change.apply(entry.toJson()) : entry.toJson();
            LogEntry next = LogEntry.fromJson(
                            json.with("previousHash", Json.of(previous)).with("hash", Json.of("")))
                    .sealed();
            previous = next.header().hash();
            replay.accept(next);
        }
        return replay.differences().stream().map(Difference::what).toList();
    }

    @Test
    void signedEdit_isAppliedAsSigned() {
        Scenario board = ASKED.get("edit").board();
        Command edit = new EditBoard(header("c-1"), Texts.json("[{op: add, path: /notes/-, value: c}]"));
        board.command(ADA.sign(edit, COMMANDS));
        int before = board.log().size() - 1;
        String forged = "[{op: add, path: /notes/0, value: forged}]";

        assertThat(board.entries(BoardEdited.class).get(0).sentPatch()).isPresent();
        assertThat(found(board.log(), before, json -> json.with("patch", Texts.json(forged))))
                .contains("patch");
    }

    @Test
    void restoredVersion_invitesNobodyWhoWasNotSigned() {
        Asked asked = ASKED.get("restore a version");
        Scenario board = asked.board();
        int before = board.log().size();
        board.command(ADA.sign(asked.body().command(header("c-1"), board), COMMANDS));
        Json others = Texts.json("[{worker: undo, trigger: {rule: ask, sequence: 1}}]");

        assertThat(board.entries(BoardRestored.class).get(0).invites())
                .extracting(Invite::worker)
                .containsExactly("w");
        assertThat(found(board.log(), before, json -> json.with("invites", others)))
                .contains("invites");
    }

    @Test
    void cancellation_isSignedWhenItBegins_andRepeatedAtTheEnd() {
        Scenario board = ASKED.get("cancel what has to be undone").board();
        Command cancel = ADA.sign(new CancelBoard(header("c-1")), COMMANDS);
        CompensationStarted started = Scenario.only(board.command(cancel), CompensationStarted.class);

        List<LogEntry> end = board.answer(board.invocation("undo"), "[{op: remove, path: /notes/0}]");

        assertThat(Scenario.only(end, BoardCancelled.class).requested())
                .isEqualTo(started.requested().orElseThrow());
        assertThat(started.requested().orElseThrow().signature()).isEqualTo(cancel.signature());
        assertThat(board.command(cancel)).as("a repeat").isEmpty();
    }

    @Test
    void amendment_isSignedByTheOperatorsOfBefore() {
        Scenario board = ASKED.get("amend").board();
        Signer next = Signer.generate();
        Command amend =
                new AmendBlueprint(header("c-1"), Texts.json(PLAIN + operators(next)), AmendBlueprint.Open.KEEP);

        assertThat(refused(board.command(next.sign(amend, COMMANDS))).pointer()).isEqualTo("/signature/key");
        Scenario.only(board.command(ADA.sign(amend, COMMANDS)), BlueprintAmended.class);
        Command pause = new PauseBoard(header("c-2"));
        assertThat(refused(board.command(ADA.sign(pause, COMMANDS))).pointer()).isEqualTo("/signature/key");
        Scenario.only(board.command(next.sign(pause, COMMANDS)), BoardPaused.class);
    }

    /** Else a stranger could use up the id of what an operator is about to ask. */
    @Test
    void createOfABoardThatThereIs_isGovernedByThatBoard() {
        Scenario board = ASKED.get("pause").board();

        assertThat(refused(board.command(create(header("c-1"), PLAIN))).code()).isEqualTo("unsigned");
        Scenario.only(board.command(ADA.sign(new PauseBoard(header("c-1")), COMMANDS)), BoardPaused.class);
    }

    /** The event that a board is made of is a server's word. */
    @Test
    void source_isNotSigned() {
        CreateBoard plain = create(header("c-1"), signed(PLAIN));
        Command signed = ADA.sign(plain, COMMANDS);
        Json event = Texts.json("{topic: orders, partition: 3, offset: 17}");
        Scenario board = new Scenario(signed(PLAIN));

        List<LogEntry> made = board.command(Command.fromJson(signed.toJson().with("source", event)));

        assertThat(Scenario.only(made, BoardCreated.class).source()).isPresent();
    }

    @Test
    void decision_namesWhatItIsAbout() {
        Scenario board = ASKED.get("decide").board();
        Command any =
                new Decide(header("c-1"), Optional.empty(), NeedsPerson.Option.REJECT, Optional.empty(), List.of());

        assertThat(refused(board.command(ADA.sign(any, COMMANDS))))
                .extracting(Rejection::code, Rejection::pointer)
                .containsExactly("signature", "/item");
    }

    @Test
    void signatureThatNobodyAskedFor_isNotInTheLog() {
        Scenario board = new Scenario(PLAIN).created("{from: here}");

        List<LogEntry> paused = board.command(ADA.sign(
                new PauseBoard(header("c-1").expecting(Optional.of(board.board().sequence()))), "elsewhere"));

        assertThat(Scenario.only(paused, BoardPaused.class).requested())
                .isEqualTo(header("c-1").requested());
    }

    @Test
    void operatorsWithoutKeys_orWithoutAnyOperator_areMistakesOfTheBlueprint() {
        for (String operators : List.of("{}", "{ada: {}}", "{ada: {keys: []}}", "{ada: {keys: [no-key]}}")) {
            Json source = Texts.json(PLAIN + "operators: " + operators);
            assertThat(BlueprintCompiler.compile(source))
                    .as(operators)
                    .isInstanceOfSatisfying(
                            CompileResult.Invalid.class,
                            invalid -> assertThat(new ArrayList<>(invalid.problems()).toString())
                                    .contains("/operators"));
        }
    }
}
