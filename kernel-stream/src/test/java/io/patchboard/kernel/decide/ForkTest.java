package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Marked;
import io.patchboard.record.Provenance;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Taint;
import io.patchboard.record.WorkerInvoked;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A board that begins where another one stood, and what boards are labelled with. */
class ForkTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: forked
            state: {schema: {properties: {n: {maximum: 9}}}, initial: {n: 0, list: []}}
            workers: {w: {read: [''], write: [{op: [replace], path: /n}]}}
            rules: [{name: each, on: {op: [add], path: '/list/*'}, invoke: w}]
            """;

    private static final Json STATE = Texts.json("{n: 7, list: [a, b]}");
    private static final String HASH = CanonicalJson.sha256(Json.of("the entry"));

    private static List<LogEntry> create(Scenario board, Optional<String> labels, Optional<CreateBoard.Fork> fork) {
        return board.command(new CreateBoard(
                CommandHeader.of("c-1", Scenario.BOARD, "ada", "another try"),
                Texts.json(BLUEPRINT),
                JsonObject.EMPTY,
                Optional.empty(),
                labels.map(Texts::json),
                fork));
    }

    private static CreateBoard.Fork of(Json state, StateHash hash) {
        return new CreateBoard.Fork(new ForkOrigin("origin", 12, HASH, hash), state);
    }

    @Test
    void fork_beginsWithTheStateOfItsOrigin_andRulesFireOnIt() {
        Scenario board = new Scenario(BLUEPRINT);

        List<LogEntry> entries = create(board, Optional.empty(), Optional.of(of(STATE, StateHash.of(STATE))));

        BoardCreated created = Scenario.only(entries, BoardCreated.class);
        assertThat(created.state()).isEqualTo(STATE);
        assertThat(created.origin()).contains(new ForkOrigin("origin", 12, HASH, StateHash.of(STATE)));
        assertThat(created.by()).contains("ada");
        assertThat(board.board().version()).isEqualTo(1);
        assertThat(entries).extracting(LogEntry::event).hasAtLeastOneElementOfType(WorkerInvoked.class);
        assertThat(board.invocations("w")).hasSize(2);
    }

    private static List<LogEntry> create(Scenario board, String blueprint, Marked... marked) {
        return board.command(new CreateBoard(
                CommandHeader.of("c-1", Scenario.BOARD, "ada", "another try"),
                Texts.json(blueprint),
                JsonObject.EMPTY,
                Optional.empty(),
                Optional.empty(),
                Optional.of(of(STATE, StateHash.of(STATE))),
                Optional.empty(),
                Optional.empty(),
                List.of(marked)));
    }

    @Test
    void fork_bringsTheMarksOfItsValuesAlong() {
        Scenario board = new Scenario(BLUEPRINT);

        List<LogEntry> entries = create(
                board,
                BLUEPRINT,
                new Marked("/list", Set.of(Taint.UNTRUSTED), Set.of()),
                new Marked("/list/1", Set.of(), Set.of(Provenance.DEGRADED)));

        assertThat(entries.get(1).event()).isInstanceOf(WorkerInvoked.class);
        assertThat(((WorkerInvoked) entries.get(1).event()).taint()).containsExactly(Taint.UNTRUSTED);
        Origins origins = board.board().present().origins();
        assertThat(origins.taint(JsonPointer.parse("/list/0"))).containsExactly(Taint.UNTRUSTED);
        assertThat(origins.taint(JsonPointer.parse("/list/1"))).isEmpty();
        assertThat(origins.taint(JsonPointer.parse("/n"))).isEmpty();
        assertThat(origins.degraded(JsonPointer.parse("/list/1"))).isTrue();
        assertThat(origins.degraded(JsonPointer.parse("/list/0"))).isFalse();
        board.answer(board.invocations("w").get(0), "[{op: replace, path: /n, value: 1}]");
        assertThat(board.board().present().origins().taint(JsonPointer.parse("/n")))
                .containsExactly(Taint.UNTRUSTED);
    }

    @Test
    void marks_areChargedByTheLevelsThatTheyAreAt() {
        assertThat(workOfMarks("/list/1") - workOfMarks("")).isGreaterThan(2 * 1_000 * 200);
    }

    private static long workOfMarks(String path) {
        Scenario board = new Scenario(BLUEPRINT);
        Marked mark = new Marked(path, Set.of(Taint.UNTRUSTED), Set.of());
        create(board, BLUEPRINT, Collections.nCopies(1_000, mark).toArray(Marked[]::new));
        return board.work();
    }

    @Test
    void fork_whoseMarksItsBlueprintForbids_isRefused() {
        String strict = BLUEPRINT + "invariants: [{name: whole, rule: '!degraded(\"/list\")'}]\n";

        List<LogEntry> entries =
                create(new Scenario(strict), strict, new Marked("/list/1", Set.of(), Set.of(Provenance.DEGRADED)));

        assertThat(Scenario.only(entries, CommandRejected.class).rejection())
                .matches(why -> why.is(RejectionCode.VIOLATED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/list/2", "no pointer", "/list/-"})
    void marksOfWhatIsNotThere_areRefused(String path) {
        List<LogEntry> entries =
                create(new Scenario(BLUEPRINT), BLUEPRINT, new Marked(path, Set.of(Taint.UNTRUSTED), Set.of()));

        Rejection why = Scenario.only(entries, CommandRejected.class).rejection();
        assertThat(why).matches(rejection -> rejection.is(RejectionCode.PATH_MISSING));
        assertThat(why.message()).contains("\"" + path + "\"");
    }

    @Test
    void fork_ofAnotherStateThanTheHashSays_isRefused() {
        List<LogEntry> entries =
                create(new Scenario(BLUEPRINT), Optional.empty(), Optional.of(of(STATE, StateHash.of(Json.of(1)))));

        assertThat(Scenario.only(entries, CommandRejected.class).rejection())
                .matches(why -> why.is(RejectionCode.STATE_HASH));
    }

    @Test
    void fork_whoseStateItsBlueprintDoesNotAllow_isRefused() {
        Json large = Texts.json("{n: 10, list: []}");

        List<LogEntry> entries =
                create(new Scenario(BLUEPRINT), Optional.empty(), Optional.of(of(large, StateHash.of(large))));

        CommandRejected refused = Scenario.only(entries, CommandRejected.class);
        assertThat(refused.rejection().stage()).isEqualTo(Stage.SCHEMA);
        assertThat(refused.rejection().pointer()).isEqualTo("/n");
    }

    @Test
    void labels_areInTheLog() {
        List<LogEntry> entries =
                create(new Scenario(BLUEPRINT), Optional.of("{team: facts, empty: ''}"), Optional.empty());

        assertThat(Scenario.only(entries, BoardCreated.class).labels())
                .contains(Texts.json("{team: facts, empty: ''}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[team]",
                "{team: 1}",
                "{'': x}",
                "{team: 0123456789012345678901234567890123456789012345678901234567890123}",
                "{a1: x, a2: x, a3: x, a4: x, a5: x, a6: x, a7: x, a8: x, a9: x, b1: x, b2: x, b3: x, b4: x, b5: x, b6: x, b7: x, b8: x}"
            })
    void labels_thatAreNone_areRefused(String labels) {
        List<LogEntry> entries = create(new Scenario(BLUEPRINT), Optional.of(labels), Optional.empty());

        assertThat(Scenario.only(entries, CommandRejected.class).rejection())
                .matches(why -> why.is(RejectionCode.LABELS) && why.pointer().startsWith("/labels"));
    }
}
