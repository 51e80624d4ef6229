package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static io.patchboard.kernel.decide.CostlyBoard.ones;
import static io.patchboard.kernel.decide.CostlyBoard.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.PatchCommitted;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What it takes to find out what an answer to an older state means now. */
class WorkOfOlderStatesTest {

    @Test
    void answerToAnOlderState_isChargedForFindingWhatItMeans() {
        String rule = "[{\"name\": \"r\", \"on\": {\"event\": \"created\"}, \"invoke\": \"w\"}]";
        Scenario board = scenario("", rule, "[]");
        board.create(ones(3));
        String patch = each(400, i -> "{\"op\": \"add\", \"path\": \"/out/m" + i + "\", \"value\": 1}");
        board.propose("w", patch);
        long uninvited = board.work();

        board.answer(board.invocation("w"), patch);

        assertThat(board.work()).isGreaterThan(uninvited + 400 * 400 * 2);
    }

    /** It was charged for its patch twice, once to find what it means, and refused. */
    @Test
    void answerToAnOlderState_isChargedForItsPatchOnce() {
        String rule = "[{\"name\": \"r\", \"on\": {\"event\": \"created\"}, \"invoke\": \"w\"}]";
        Scenario board = scenario("", rule, "[]");
        board.create(ones(100_000));
        board.propose("w", "[{\"op\": \"add\", \"path\": \"/out/a\", \"value\": 1}]");
        String patch = each(500, i -> "{\"op\": \"replace\", \"path\": \"/items/" + i + "\", \"value\": 2}");

        Scenario.only(board.answer(board.invocation("w"), patch), PatchCommitted.class);
        long answer = board.work();
        Scenario.only(board.propose("w", patch.replace("2}", "3}")), PatchCommitted.class);

        assertThat(answer).isBetween(board.work(), board.work() * 3 / 2);
        assertThat(board.at("/items/499")).hasToString("3");
        assertThat(board.at("/items/500")).hasToString("1");
    }

    @Test
    void answerOfAThousandOperationsToAnOlderState_isCommitted() {
        String rule = "[{\"name\": \"r\", \"on\": {\"event\": \"created\"}, \"invoke\": \"w\"}]";
        Scenario board = scenario("", rule, "[]");
        board.create(ones(10_000));
        board.propose("w", "[{\"op\": \"remove\", \"path\": \"/items/0\"}]");

        Scenario.only(
                board.answer(
                        board.invocation("w"),
                        each(1_000, i -> "{\"op\": \"add\", \"path\": \"/items/5\", \"value\": 2}")),
                PatchCommitted.class);
        assertThat(board.at("/items/4")).hasToString("2");
    }

    @Test
    void oldValue_isChargedForBeingFollowedThroughThePatch() {
        String members =
                IntStream.range(0, 500).mapToObj(i -> "\"m" + i + "\": 2").collect(Collectors.joining(",", "{", "}"));
        String insert = "{\"op\": \"add\", \"path\": \"/items/0\", \"value\": 1}";
        String patch = each(
                900, i -> i < 899 ? insert : "{\"op\": \"replace\", \"path\": \"/out\", \"value\": " + members + "}");
        long[] work = new long[2];
        for (int i = 0; i < 2; i++) {
            String rule = i == 0 ? "self >= 0" : "self >= oldSelf";
            Scenario board =
                    scenario("", "[]", "[{\"name\": \"i\", \"path\": \"/out/*\", \"rule\": \"" + rule + "\"}]");
            board.create(ones(1));
            board.propose(
                    "w",
                    "[{\"op\": \"replace\", \"path\": \"/out\", \"value\": " + members.replace(": 2", ": 1") + "}]");
            Scenario.only(board.propose("w", patch), PatchCommitted.class);
            work[i] = board.work();
        }

        assertThat(work[1] - work[0]).isGreaterThan(500 * 899);
    }
}
