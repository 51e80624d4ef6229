package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RepairShop.blueprint;
import static io.patchboard.kernel.decide.RepairShop.broken;
import static io.patchboard.kernel.decide.RepairShop.places;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.Cause;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A repair changes what is near to what failed, and nothing else, whatever its role may do. */
final class NeighbourhoodTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{radius: 0} | ",
                "{radius: 1} | /operations/0",
                "{radius: 2} | /operations/0 /operations/2 /operations/1",
                "{radius: 3} | /operations/0 /operations/2 /operations/1 /operations/3",
                "{radius: 100} | /operations/0 /operations/2 /operations/1 /operations/3",
                "{radius: 2, kinds: [order, time]} | /operations/0 /operations/1",
                "{radius: 9, kinds: [order, resource]} | /operations/0 /operations/2",
                "{radius: 9, kinds: [time]} | ",
            })
    void isWhatIsNearest_alongTheKindsThatTheWorkerFollows(String neighbourhood, String expected) {
        WorkerInvoked invoked = broken(neighbourhood).invocation("repair");

        List<String> near = places(invoked);
        assertThat(near.get(0)).isEqualTo("/breakdowns/0");
        assertThat(String.join(" ", near.subList(1, near.size()))).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void contract_isNarrowedToIt() {
        WorkerInvoked invoked = broken("{radius: 1}").invocation("repair");

        assertThat(invoked.writes()).isEqualTo(Texts.json("""
                        [{op: [add, replace, remove, test, copy, move], path: /operations/0},
                         {op: [add, replace, remove, test, copy, move], path: '/operations/0/**'}]"""));
    }

    @Test
    void view_showsIt_andWhatIsInIt_first() {
        WorkerInvoked invoked = broken("{radius: 2}").invocation("repair");

        JsonObject view = (JsonObject) invoked.view();
        assertThat(view.get("neighbourhood"))
                .contains(Texts.json(
                        "{radius: 2, places: [/breakdowns/0, /operations/0, /operations/2, /operations/1]}"));
        assertThat(broken("{radius: 2}\n    view: {maxChars: 1150}")
                        .invocation("repair")
                        .view()
                        .toString())
                .contains("\"/operations/0\":{")
                .doesNotContain("\"/operations/3\":{");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{op: replace, path: /operations/3/start, value: 8}]",
                "[{op: replace, path: /operations/0/start, value: 1}, {op: replace, path: /operations/3/start, value: 8}]",
                "[{op: replace, path: /operations, value: []}]",
                "[{op: replace, path: '', value: {}}]",
                "[{op: remove, path: /operations/3}]",
                "[{op: remove, path: /operations/0}, {op: replace, path: /operations/0/start, value: 8}]",
                "[{op: add, path: /operations/-, value: {id: e}}]",
                "[{op: add, path: /operations/0, value: {id: e}}]",
                "[{op: add, path: /operations/4, value: {id: e}}]",
                "[{op: add, path: /operations/3/secret, value: 1}]",
                "[{op: copy, from: /operations/0/start, path: /operations/3/start}]",
                "[{op: move, from: /operations/3/start, path: /operations/0/start}]",
                "[{op: move, from: /operations/0/start, path: /operations/3/start}]",
                "[{op: move, from: /operations/0, path: /operations/1}]",
                "[{op: add, path: /notes/-, value: x}]",
                "[{op: add, path: /$expand/-, value: /operations}, {op: replace, path: /operations/3/start, value: 8}]",
            })
    void whatReachesFurther_isRefused(String patch) {
        Scenario board = broken("{radius: 1}");
        String before = board.state();

        PatchRejected refused = Scenario.only(board.answer(board.invocation("repair"), patch), PatchRejected.class);

        assertThat(refused.rejection().stage().word()).isEqualTo("AUTHORIZATION");
        assertThat(refused.rejection().code()).isIn("neighbourhood", "write-contract");
        assertThat(board.state()).isEqualTo(before);
    }

    @Test
    void refusal_saysWhatIsNear_andWhatToDo() {
        Scenario board = broken("{radius: 1}");

        Rejection refusal = Scenario.only(
                        board.answer(
                                board.invocation("repair"), "[{op: replace, path: /operations/3/start, value: 8}]"),
                        PatchRejected.class)
                .rejection();

        assertThat(refusal.code()).isEqualTo("neighbourhood");
        assertThat(refusal.pointer()).isEqualTo("/patch/0");
        assertThat(refusal.message())
                .isEqualTo("Expected an operation within the neighbourhood of this invocation, which is"
                        + " \"/breakdowns/0\", \"/operations/0\" (radius 1), but got replace at"
                        + " \"/operations/3/start\". Propose a change of these places alone; if there is none, say so:"
                        + " an attempt that fails makes the neighbourhood larger.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{op: replace, path: /operations/0/start, value: 1}]",
                "[{op: add, path: /operations/0/secret, value: 1}]",
                "[{op: replace, path: /operations/0, value: {id: a, start: 2}}]",
                "[{op: copy, from: /operations/3/start, path: /operations/0/start}]",
                "[{op: remove, path: /operations/0/after/0}, {op: add, path: /operations/0/after/-, value: d}]",
                "[{op: test, path: /operations/3/start, value: 9}, {op: replace, path: /operations/0/start, value: 1}]",
                "[{op: move, from: /operations/0/start, path: /operations/0/secret}]",
            })
    void whatStaysWithin_isCommitted(String patch) {
        Scenario board = broken("{radius: 1}");

        Scenario.only(board.answer(board.invocation("repair"), patch), PatchCommitted.class);
    }

    @Test
    void itemsThatComeAndGo_needTheWholeArray() {
        Scenario board = broken("{radius: 1}", "'/operations'");

        board.answer(board.invocation("repair"), "[{op: add, path: /operations/-, value: {id: e}}]");
        board.tick(Duration.ofSeconds(20));
        WorkerInvoked wider = board.invocation("repair");
        assertThat(places(wider)).contains("/operations");
        Scenario.only(
                board.answer(
                        wider,
                        "[{op: add, path: /operations/0, value: {id: e}}, {op: add, path: /operations/-, value: {id: f}}]"),
                PatchCommitted.class);
    }

    @Test
    void growsWithEachAttemptThatFails_untilAnotherTakesOver() {
        Scenario board = broken("{radius: 0, growth: 2, maxRadius: 3}");

        while (!board.invocations("repair").isEmpty()) {
            board.answer(board.invocation("repair"), "[{op: add, path: /notes/-, value: x}]");
            board.tick(Duration.ofSeconds(20));
        }

        assertThat(board.entries(WorkerInvoked.class).stream()
                        .filter(invoked -> invoked.worker().equals("repair"))
                        .map(invoked -> invoked.neighbourhood().orElseThrow().radius()))
                .containsExactly(0L, 2L, 3L, 3L);
        WorkerInvoked replan = board.invocation("replan");
        assertThat(replan.neighbourhood()).isEmpty();
        assertThat(replan.cause().map(Cause::action)).contains(Cause.Action.CATCH);
        assertThat(replan.writes()).isEqualTo(Texts.json("[{op: [replace], path: '/operations/*/start'}]"));
    }

    @Test
    void askingToSeeMore_doesNotMakeItLarger() {
        Scenario board = broken("{radius: 1}");

        board.answer(board.invocation("repair"), "[{op: add, path: /$expand/-, value: /operations/3}]");

        WorkerInvoked again = board.invocation("repair");
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.neighbourhood().orElseThrow().radius()).isEqualTo(1);
    }

    @Test
    void isMeantInThePlacesOfTheView_whereverTheyAreByNow() {
        Scenario board = broken("{radius: 1}");
        WorkerInvoked repair = board.invocation("repair");
        board.propose("reporter", "[{op: add, path: /operations/0, value: {id: first, start: 7}}]");

        Scenario.only(
                board.answer(repair, "[{op: replace, path: /operations/0/start, value: 1}]"), PatchCommitted.class);

        assertThat(board.at("/operations/0/start")).isEqualTo(Json.of(7));
        assertThat(board.at("/operations/1/start")).isEqualTo(Json.of(1));
    }

    @Test
    void moved_isStillRefused() {
        Scenario board = broken("{radius: 1}");
        WorkerInvoked repair = board.invocation("repair");
        board.propose("reporter", "[{op: add, path: /operations/0, value: {id: first, start: 7}}]");

        PatchRejected refused = Scenario.only(
                board.answer(repair, "[{op: replace, path: /operations/1/start, value: 1}]"), PatchRejected.class);

        assertThat(refused.rejection().code()).isEqualTo("neighbourhood");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "item.id == 'a' ? ['/operations/3', '/operations/3', '/nowhere', 'nonsense'] : [] | /operations/3",
                "item.id == 'a' ? '/notes' : '' | /notes",
                "item.secret | ",
                "7 | ",
                "'/operations/' + string(item.start + 1) | /operations/1",
                "path == '/operations/0' ? '/operations/3' : path | /operations/3",
            })
    void step_canBeComputed(String expression, String expected) {
        List<String> near =
                places(broken("{radius: 2, kinds: [order]}", expression).invocation("repair"));

        assertThat(near).startsWith("/breakdowns/0", "/operations/0");
        assertThat(String.join(" ", near.subList(2, near.size()))).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void whatIsPrivateToOthers_isNotNamed() {
        String secret = blueprint("{radius: 2}", "'/notes'")
                + "private: [{path: '/operations/2', to: replan}, {path: /notes, to: replan}]\n";
        Scenario board = new Scenario(secret).created();
        board.propose("reporter", "[{op: add, path: /breakdowns/-, value: {machine: m1, operation: a}}]");

        assertThat(places(board.invocation("repair"))).doesNotContain("/operations/2", "/notes");
    }

    @Test
    void boardOfManyItems_hasTheNearest() {
        Scenario board = new Scenario(blueprint("{radius: 50}", "[]")).created();
        String many = IntStream.range(0, 900)
                .mapToObj(i -> "{op: add, path: /operations/-, value: {id: x" + i + ", machine: m1, after: []}}")
                .collect(Collectors.joining(", ", "[", "]"));
        board.propose("reporter", many);

        board.propose("reporter", "[{op: add, path: /breakdowns/-, value: {operation: a}}]");

        assertThat(places(board.invocation("repair"))).hasSize(250).startsWith("/breakdowns/0", "/operations/0");
        assertThat(board.work()).isLessThan(3_000_000);
    }

    /** A place costs what it takes to visit it, also where there is nothing to compare. */
    @Test
    void search_isChargedByThePlacesThatItVisits() {
        long[] work = new long[2];
        for (int i = 0; i < 2; i++) {
            Scenario board = new Scenario(blueprint("{radius: " + i + "}", "[]")).created();
            for (int added = 0; added < 4; added++) {
                board.propose(
                        "reporter",
                        IntStream.range(0, 900)
                                .mapToObj(n -> "{op: add, path: /operations/-, value: {}}")
                                .collect(Collectors.joining(", ", "[", "]")));
            }
            board.propose("reporter", "[{op: add, path: /breakdowns/-, value: {operation: a}}]");
            work[i] = board.work();
        }

        assertThat(work[1] - work[0]).isGreaterThan(4 * 900 * 50);
    }

    @Test
    void isStoredWithTheBoard() {
        Scenario board = broken("{radius: 2}");

        assertThat(BoardJson.read(
                        (JsonObject) JsonReader.parse(JsonWriter.compact(BoardJson.write(board.board()))),
                        hash -> board.board().rules()))
                .isEqualTo(board.board());
    }
}
