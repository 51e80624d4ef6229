package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EditBoard;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.SealedValue;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Values that a board takes sealed alone, and of no other board. */
class SealedTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: visits
            input: {properties: {name: {$sealed: {type: string}}}}
            state:
              schema: {properties: {name: {$sealed: {type: string}}, list: {items: {$sealed: {}}}}}
              initial: {name: {$input: /name}, list: []}
            workers: {w: {read: [''], write: [{op: [replace, add], path: /name}, {op: [add], path: /list/-}]}}
            rules:
              - {name: start, on: {event: created}, invoke: w}
              - {name: next, on: {path: '/list/*', op: [add]}, invoke: w}
            """;

    private static Json closed(String board) {
        return new SealedValue("patient-12", board, "k".repeat(22), "d".repeat(40)).toJson();
    }

    private static List<LogEntry> create(Scenario board, Json name, Optional<CreateBoard.Fork> fork) {
        return board.command(new CreateBoard(
                CommandHeader.of("c-1", Scenario.BOARD, "ada", "a visit"),
                Texts.json(BLUEPRINT),
                JsonObject.of("name", name),
                Optional.empty(),
                Optional.empty(),
                fork));
    }

    private static Scenario created() {
        Scenario board = new Scenario(BLUEPRINT);
        Scenario.only(create(board, closed(Scenario.BOARD), Optional.empty()), BoardCreated.class);
        return board;
    }

    private static List<LogEntry> answer(String patch) {
        Scenario board = created();
        return board.answer(board.invocation("w"), patch);
    }

    private static String add(Json value) {
        return "[{op: add, path: /list/-, value: " + value + "}]";
    }

    @Test
    void valuesSealedForTheBoard_areCommitted() {
        Scenario board = created();

        assertThat(board.answer(board.invocation("w"), add(closed(Scenario.BOARD)))
                        .getFirst()
                        .event())
                .isInstanceOf(PatchCommitted.class);
    }

    @Test
    void valueSealedForAnotherBoard_isRefused() {
        Scenario board = created();

        PatchRejected rejected =
                Scenario.only(board.answer(board.invocation("w"), add(closed("other"))), PatchRejected.class);

        assertThat(rejected.stage()).isEqualTo(Stage.SCHEMA);
        assertThat(rejected.rejection().code()).isEqualTo("$sealed");
        assertThat(rejected.rejection().message()).contains("sealed for board " + Scenario.BOARD, "of board other");
        assertThat(Scenario.only(
                                create(new Scenario(BLUEPRINT), closed("other"), Optional.empty()),
                                CommandRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("$sealed");
        assertThat(Scenario.only(
                                board.command(new EditBoard(
                                        CommandHeader.of("c-2", Scenario.BOARD, "ada", "by hand"),
                                        Texts.json(add(closed("other"))))),
                                CommandRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("$sealed");
    }

    @Test
    void fork_keepsWhatWasSealedForItsOrigin_andMovesIt_butTakesNoMoreOfIt() {
        Json state = JsonObject.builder()
                .put("name", closed("origin"))
                .put("list", JsonReader.parse("[]"))
                .build();
        Scenario board = new Scenario(BLUEPRINT);
        ForkOrigin origin =
                new ForkOrigin("origin", 12, CanonicalJson.sha256(Json.of("the entry")), StateHash.of(state));
        create(board, closed(Scenario.BOARD), Optional.of(new CreateBoard.Fork(origin, state)));

        assertThat(board.answer(board.invocation("w"), add(closed("origin")))
                        .getFirst()
                        .event())
                .isInstanceOf(PatchCommitted.class);
        Json fresh = new SealedValue("patient-12", "origin", "x".repeat(22), "d".repeat(40)).toJson();
        Scenario.only(board.answer(board.invocation("w"), add(fresh)), PatchRejected.class);
    }

    @Test
    void boardThatTookNoSealedValues_takesThemFromNowOn_butNotWhatSomebodyPutThereBefore() {
        String open = """
                apiVersion: patchboard/v1
                name: visits
                state: {schema: {}, initial: {list: []}}
                workers: {w: {read: [''], write: [{op: [add], path: /list/-}]}}
                rules:
                  - {name: start, on: {event: created}, invoke: w}
                  - {name: next, on: {path: '/list/*', op: [add]}, invoke: w}
                """;
        Scenario foreign = new Scenario(open).created();
        assertThat(foreign.invocation("w").view().toString()).doesNotContain("\"sealed\":true");
        Scenario.only(foreign.answer(foreign.invocation("w"), add(closed("other"))), PatchCommitted.class);
        Scenario none = new Scenario(open).created();

        CommandRejected refused = Scenario.only(foreign.command(amend()), CommandRejected.class);

        assertThat(refused.rejection().code()).isEqualTo("$sealed");
        Scenario.only(none.command(amend()), BlueprintAmended.class);
        assertThat(created().invocation("w").view().toString()).contains("\"sealed\":true");
    }

    private static AmendBlueprint amend() {
        return new AmendBlueprint(
                CommandHeader.of("c-2", Scenario.BOARD, "ada", "names are to be sealed"),
                Texts.json(BLUEPRINT.replace("input: {properties: {name: {$sealed: {type: string}}}}", "")),
                AmendBlueprint.Open.KEEP);
    }

    @Test
    void plainValue_isRefused_andTheLogRepeatsItNowhere() {
        List<LogEntry> entries = answer("[{op: replace, path: /name, value: Ada Lovelace}]");
        List<LogEntry> marked =
                answer("[{op: replace, path: /nowhere, value: {$unsealed: {subject: s, value: Ada Lovelace}}}]");
        List<LogEntry> command = create(new Scenario(BLUEPRINT), Json.of("Ada Lovelace"), Optional.empty());

        assertThat(Scenario.only(entries, PatchRejected.class).rejection().code())
                .isEqualTo("$sealed");
        Scenario.only(marked, PatchRejected.class);
        Scenario.only(command, CommandRejected.class);
        for (List<LogEntry> all : List.of(entries, marked, command)) {
            assertThat(all)
                    .isNotEmpty()
                    .allSatisfy(entry -> assertThat(entry.toJson().toString()).doesNotContain("Lovelace"));
        }
    }

    private static List<Json> sealedFor(String board, int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        Integer.toBinaryString(1 << 12 | i).replace("0", "Aa").replace("1", "BB"))
                .<Json>map(subject -> new SealedValue(subject, board, "k".repeat(22), "d".repeat(40)).toJson())
                .toList();
    }

    private static List<LogEntry> edit(Scenario board, String id, String patch) {
        return board.command(new EditBoard(CommandHeader.of(id, Scenario.BOARD, "ada", "by hand"), Texts.json(patch)));
    }

    private static long workOfRefusal(int sealedBefore) {
        Scenario board = created();
        String many = JsonArray.copyOf(sealedFor(Scenario.BOARD, sealedBefore)).toString();
        edit(board, "c-2", "[{op: replace, path: /list, value: " + many + "}]");
        Scenario.only(
                edit(board, "c-3", "[{op: replace, path: /name, value: " + closed("other") + "}]"),
                CommandRejected.class);
        return board.work();
    }

    @Test
    void eachSealedValueThatIsLookedThrough_isCharged() {
        assertThat(workOfRefusal(400) - workOfRefusal(0))
                .as("of the state before and after")
                .isGreaterThanOrEqualTo(400 * 2 * 100);
    }

    @Test
    void foreignValuesOfTheSameHash_areToldApart() {
        List<Json> all = sealedFor("origin", 400);
        Json state = JsonObject.builder()
                .put("name", closed("origin"))
                .put("list", JsonArray.copyOf(all.subList(0, 399)))
                .build();
        Scenario board = new Scenario(BLUEPRINT);
        ForkOrigin origin =
                new ForkOrigin("origin", 12, CanonicalJson.sha256(Json.of("the entry")), StateHash.of(state));
        create(board, closed(Scenario.BOARD), Optional.of(new CreateBoard.Fork(origin, state)));

        Scenario.only(edit(board, "c-2", add(all.get(200))), BoardEdited.class);
        Scenario.only(edit(board, "c-3", add(all.get(399))), CommandRejected.class);
    }
}
