package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.Cause;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A repair changes what is near to what failed, and nothing else, whatever its role may do. */
final class NeighbourhoodTest {

    /**
     * Four operations: 0 before 1 before 3; 0 and 2 share a machine. So one step from 0 along resources is 2, along
     * time 1, and two steps along time 3.
     */
    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: shop
            state:
              schema:
                type: object
                additionalProperties: false
                properties:
                  operations:
                    type: array
                    items:
                      type: object
                      additionalProperties: false
                      properties:
                        id: {type: string}
                        machine: {type: string}
                        after: {type: array, items: {type: string}}
                        start: {type: integer}
                        secret: {type: integer}
                  breakdowns: {type: array, items: {type: object, properties: {machine: {type: string}, operation: {type: string}}}}
                  notes: {type: array, items: {type: string}}
              initial:
                operations:
                  - {id: a, machine: m1, after: [z], start: 0}
                  - {id: b, machine: m2, after: [a], start: 3}
                  - {id: c, machine: m1, after: [], start: 3}
                  - {id: d, machine: m3, after: [b], start: 9}
                breakdowns: []
                notes: []
            workers:
              reporter: {unsolicited: true, privileged: true, write: [{op: [add], path: /breakdowns/-}, {op: [add, remove, replace], path: '/operations/**'}]}
              repair:
                read: [/operations, /breakdowns]
                privileged: true
                write:
                  - {op: [add, replace, remove, test, copy, move], path: '/operations/**'}
                  - {op: [add], path: /notes/-}
                neighbourhood: NEIGHBOURHOOD
              replan: {read: [/operations], write: [{op: [replace], path: '/operations/*/start'}]}
            neighbourhoods:
              - {from: /breakdowns/*/operation, to: /operations/*/id, kind: order}
              - {from: /operations/*/machine, to: /operations/*/machine, kind: resource}
              - {from: /operations/*/id, to: /operations/*/after, kind: time}
              - {from: '/operations/*', to: COMPUTED, kind: order}
            rules:
              - {name: repair, on: {path: '/breakdowns/*'}, invoke: repair}
            policies: {default: {retry: {maxAttempts: 4}, onExhausted: {catch: replan}}}
            """;

    private static Scenario broken(String neighbourhood, String computed) {
        Scenario board = new Scenario(blueprint(neighbourhood, computed)).created();
        board.propose("reporter", "[{op: add, path: /breakdowns/-, value: {machine: m1, operation: a}}]");
        return board;
    }

    private static String blueprint(String neighbourhood, String computed) {
        return BLUEPRINT
                .replace("NEIGHBOURHOOD", neighbourhood)
                .replace("COMPUTED", JsonWriter.compact(Json.of(computed)));
    }

    private static Scenario broken(String neighbourhood) {
        return broken(neighbourhood, "[]");
    }

    private static List<String> places(WorkerInvoked invoked) {
        return invoked.neighbourhood().map(Neighbourhood::places).orElse(List.of());
    }

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

    /** Whatever it sends, nothing beyond what it was given ever changes, and it comes to an end. */
    @Test
    void cheat_changesNothingBeyond_andComesToAnEnd() {
        Set<Integer> committed = new HashSet<>();
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Scenario board = broken(
                    "{radius: " + random.nextInt(3) + ", growth: " + random.nextInt(2) + "}",
                    random.nextInt(4) == 0 ? "'/operations'" : "[]");
            int asked = 0;
            while (!board.invocations("repair").isEmpty()) {
                assertThat(++asked).as("attempts with seed %s", seed).isLessThanOrEqualTo(12);
                WorkerInvoked repair = board.invocation("repair");
                Json before = board.board().state();
                Optional<PatchCommitted> outcome = board.propose(proposal(board, repair, patch(random))).stream()
                        .filter(entry -> entry.event() instanceof PatchCommitted)
                        .map(entry -> (PatchCommitted) entry.event())
                        .findFirst();
                if (outcome.filter(patch -> patch.expand().isEmpty()).isPresent()) {
                    committed.add(seed);
                    assertThat(cut(board.board().state(), places(repair)))
                            .as("seed %s, %s", seed, outcome)
                            .isEqualTo(cut(before, places(repair)));
                }
                board.tick(Duration.ofSeconds(20));
            }
        }
        assertThat(committed.size()).isBetween(30, 290);
    }

    private static PatchProposal proposal(Scenario board, WorkerInvoked invoked, String patch) {
        return board.proposal(invoked.worker(), Optional.of(invoked.invocationId()), patch);
    }

    private static String patch(Random random) {
        List<String> operations = List.of("replace", "add", "remove", "copy", "move", "test", "expand");
        return IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(i -> operation(operations.get(random.nextInt(operations.size())), random))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String operation(String name, Random random) {
        String path = path(random);
        return switch (name) {
            case "expand" -> "{op: add, path: /$expand/-, value: '" + path + "'}";
            case "remove" -> "{op: remove, path: '" + path + "'}";
            case "copy", "move" -> "{op: " + name + ", from: '" + path(random) + "', path: '" + path + "'}";
            default -> "{op: " + name + ", path: '" + path + "', value: " + random.nextInt(9) + "}";
        };
    }

    private static String path(Random random) {
        List<String> paths = List.of("N/start", "N/start", "N/start", "N/secret", "N/after/-", "N/after/0", "N", "-");
        return random.nextInt(9) == 0
                ? List.of("/notes/-", "/operations", "").get(random.nextInt(3))
                : "/operations/" + paths.get(random.nextInt(paths.size())).replace("N", "" + random.nextInt(4));
    }

    /** The state without what is at these places. */
    private static Json cut(Json state, List<String> places) {
        Set<String> near = Set.copyOf(places);
        return cut(JsonPointer.ROOT, state, near);
    }

    private static Json cut(JsonPointer at, Json value, Set<String> near) {
        if (near.contains(at.toString())) {
            return Json.nul();
        }
        if (value instanceof JsonObject object) {
            JsonObject.Builder rest = JsonObject.builder();
            object.members().forEach((name, member) -> rest.put(name, cut(at.child(name), member, near)));
            return rest.build();
        }
        return value instanceof JsonArray array
                ? JsonArray.copyOf(IntStream.range(0, array.size())
                        .mapToObj(i -> cut(at.child(i), array.get(i), near))
                        .toList())
                : value;
    }
}
