package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.preset.Preset;
import io.patchboard.json.Json;
import org.junit.jupiter.api.Test;

/** What {@code loop} promises, each sentence on the decision core. */
final class LoopTest {

    private static TemplateBoard task() {
        return TemplateBoard.of(Preset.LOOP, "{\"task\": \"Write a haiku\"}");
    }

    private static String written(String place, int round, String text) {
        return "[{\"op\": \"replace\", \"path\": \"/" + place + "\", \"value\": {\"round\": " + round + ", \"text\": \""
                + text + "\"}}]";
    }

    private static String verdict(int round, int score, int flat, String decision) {
        return "{\"op\": \"replace\", \"path\": \"/verdict\", \"value\": {\"round\": " + round + ", \"score\": " + score
                + ", \"flat\": " + flat + ", \"decision\": \"" + decision + "\"}}";
    }

    private static String kept(int round, int score, int flat, String decision) {
        return "[" + verdict(round, score, flat, decision)
                + ", {\"op\": \"copy\", \"from\": \"/work/text\", \"path\": \"/best/text\"},"
                + " {\"op\": \"replace\", \"path\": \"/best/score\", \"value\": " + score + "}]";
    }

    /** A round up to the judge. */
    private static TemplateBoard upToTheJudge(TemplateBoard board, int round) {
        return board.says("planner", written("plan", round, "p" + round))
                .says("maker", written("work", round, "w" + round))
                .says("checker", written("findings", round, "f" + round));
    }

    @Test
    void order_isFixed_inEachRound() {
        TemplateBoard board = task();
        for (int round = 1; round <= 2; round++) {
            assertThat(board.waitsFor()).containsExactly("planner");
            board.says("planner", written("plan", round, "p" + round));
            assertThat(board.waitsFor()).containsExactly("maker");
            board.says("maker", written("work", round, "w" + round));
            assertThat(board.waitsFor()).containsExactly("checker");
            board.says("checker", written("findings", round, "f" + round));
            assertThat(board.waitsFor()).containsExactly("judge");
            board.says("judge", kept(round, 30 * round, 0, "continue"));
        }
        assertThat(board.rejections()).isEmpty();

        board.says("planner", written("plan", 5, "ahead"));
        assertThat(board.rejections()).containsExactly("planner INVARIANT");
    }

    @Test
    void judge_isNoneOfTheRoles_andEndsTheLoopAlone() {
        TemplateBoard board = task().says("planner", "[" + verdict(1, 100, 0, "stop") + "]");
        assertThat(board.rejections()).containsExactly("planner AUTHORIZATION");

        upToTheJudge(board, 1).says("judge", written("work", 1, "mine"));
        assertThat(board.rejections()).last().isEqualTo("judge AUTHORIZATION");
        assertThat(board.says("judge", kept(1, 40, 0, "stop")).result()).isEqualTo(Json.of("w1"));
    }

    @Test
    void withoutAGain_inTwoRounds_itEndsWithTheBestWork_andNotTheLast() {
        TemplateBoard board = upToTheJudge(task(), 1).says("judge", kept(1, 60, 0, "continue"));
        upToTheJudge(board, 2).says("judge", "[" + verdict(2, 50, 1, "continue") + "]");
        upToTheJudge(board, 3).says("judge", "[" + verdict(3, 60, 2, "continue") + "]");

        assertThat(board.result()).isEqualTo(Json.of("w1"));
        assertThat(board.rejections()).isEmpty();
    }

    @Test
    void judge_canNeitherHideAStandstill_norKeepAnyButTheBest() {
        TemplateBoard board = upToTheJudge(task(), 1).says("judge", kept(1, 60, 0, "continue"));
        upToTheJudge(board, 2)
                .says("judge", "[" + verdict(2, 50, 0, "continue") + "]")
                .says("judge", kept(2, 50, 1, "continue"));

        assertThat(board.rejections()).containsExactly("judge INVARIANT", "judge INVARIANT");
    }

    @Test
    void eightRounds_areTheMost_andWhatIsCarriedDoesNotGrow() {
        TemplateBoard board = task();
        int first = 0;
        for (int round = 1; round <= 8; round++) {
            upToTheJudge(board, round).says("judge", kept(round, 10 * round, 0, "continue"));
            int carried = board.at("").orElseThrow().toString().length();
            first = round == 1 ? carried : first;
            assertThat(carried).isLessThan(first + 10);
        }

        assertThat(board.result()).isEqualTo(Json.of("w8"));
        assertThat(board.views("planner").getLast()).doesNotContain("w6", "f6");
    }

    @Test
    void loopThatIsAborted_endsWithTheBestWorkSoFar() {
        TemplateBoard board = upToTheJudge(task(), 1).says("judge", kept(1, 60, 0, "continue"));
        board.says("planner", written("plan", 2, "p2"));
        for (int attempt = 1; attempt <= 3; attempt++) {
            board.fails("maker");
        }

        assertThat(board.halted().result()).contains(Json.of("w1"));
    }
}
