package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.preset.Preset;
import io.patchboard.json.Json;
import io.patchboard.record.BoardHalted;
import org.junit.jupiter.api.Test;

/** What {@code chain}, {@code parallel} and {@code orchestrator} promise, each sentence on the decision core. */
final class StepsTest {

    private static String add(String path, String value) {
        return "[{\"op\": \"add\", \"path\": \"" + path + "\", \"value\": " + value + "}]";
    }

    private static TemplateBoard chain() {
        return TemplateBoard.of(Preset.CHAIN, "{\"document\": \"The sky is green.\"}");
    }

    private static String facts(String id, String quote) {
        return add("/facts", "[{\"id\": \"" + id + "\", \"statement\": \"s\", \"quote\": \"" + quote + "\"}]");
    }

    private static String outline(String... facts) {
        return add("/outline", "[{\"heading\": \"Colours\", \"facts\": [\"" + String.join("\", \"", facts) + "\"]}]");
    }

    @Test
    void chain_goesStepByStep_andEachSeesTheStepBeforeItAlone() {
        TemplateBoard board = chain();
        assertThat(board.waitsFor()).containsExactly("reader");

        board.says("reader", facts("f1", "sky is green"));
        assertThat(board.waitsFor()).containsExactly("outliner");
        assertThat(board.view("outliner")).contains("sky is green").doesNotContain("The sky");

        board.says("outliner", outline("f1"));
        assertThat(board.waitsFor()).containsExactly("writer");
        board.says("writer", add("/text", "\"Colours: green.\""));
        assertThat(board.result()).isEqualTo(Json.of("Colours: green."));
        assertThat(board.rejections()).isEmpty();
    }

    @Test
    void whatDoesNotPassAGate_goesNoFurther_andStandsInTheLogWithItsPatch() {
        TemplateBoard board = chain().says("reader", facts("f1", "sky is blue"));
        assertThat(board.rejections()).containsExactly("reader INVARIANT");
        assertThat(board.rejected().get(0).proposal().orElseThrow().toString()).contains("sky is blue");
        assertThat(board.waitsFor()).containsExactly("reader");
        assertThat(board.view("reader")).contains("word for word");

        board.says("reader", facts("f1", "green"))
                .says("outliner", outline("f1", "f2"))
                .says("outliner", add("/outline", "\"no list\""));
        assertThat(board.rejections()).containsExactly("reader INVARIANT", "outliner INVARIANT", "outliner SCHEMA");
        board.says("outliner", outline("f1")).says("writer", add("/text", "\"Nothing of that.\""));
        assertThat(board.rejections()).hasSize(4).last().isEqualTo("writer INVARIANT");
    }

    @Test
    void gateThatIsNeverPassed_endsTheChain() {
        TemplateBoard board = chain();
        for (int attempt = 1; attempt <= 3; attempt++) {
            board.says("reader", facts("f1", "sky is blue"));
        }

        assertThat(board.halted().reason()).isEqualTo(BoardHalted.Reason.FAILED);
        assertThat(board.waitsFor()).isEmpty();
    }

    private static TemplateBoard pieces(int number) {
        StringBuilder texts = new StringBuilder();
        for (int i = 0; i < number; i++) {
            texts.append(i == 0 ? "" : ", ").append("{\"text\": \"piece " + i + "\"}");
        }
        return TemplateBoard.of(Preset.PARALLEL, "{\"task\": \"Translate\", \"pieces\": [" + texts + "]}");
    }

    private static String report(String failed) {
        return add("/report", "{\"text\": \"t\", \"failed\": [" + failed + "]}");
    }

    @Test
    void pieces_areWorkedOnSideBySide_butFourAtOnce() {
        TemplateBoard board = pieces(6);
        assertThat(board.waiting()).isEqualTo(4);

        board.says("mapper", add("/pieces/0/result", "\"r\""));
        assertThat(board.waiting()).isEqualTo(4);
        assertThat(board.waitsFor()).containsExactly("mapper");
    }

    @Test
    void mappers_writeToTheirOwnPieceAlone() {
        TemplateBoard board = pieces(2).says("mapper", add("/pieces/1/result", "\"r\""));

        assertThat(board.rejections()).containsExactly("mapper AUTHORIZATION");
        assertThat(board.at("/pieces/1/result")).isEmpty();
    }

    @Test
    void pieceThatFails_reachesTheAggregator_whoHasToSayIt() {
        TemplateBoard board = pieces(2);
        board.says("mapper", add("/pieces/0/result", "\"r\""));
        for (int attempt = 1; attempt <= 3; attempt++) {
            board.fails("mapper");
        }
        assertThat(board.waitsFor()).containsExactly("aggregator");

        board.says("aggregator", report("")).says("aggregator", report("0"));
        assertThat(board.rejections())
                .filteredOn(each -> each.startsWith("aggregator"))
                .hasSize(2);
        assertThat(board.says("aggregator", report("1")).result().toString()).contains("\"failed\":[1]");
    }

    private static TemplateBoard goal() {
        return TemplateBoard.of(Preset.ORCHESTRATOR, "{\"goal\": \"THE GLOBAL GOAL\"}");
    }

    private static String brief(int number, String objective) {
        return "{\"op\": \"add\", \"path\": \"/briefs/" + number + "\", \"value\": {\"objective\": \"" + objective
                + "\", \"context\": \"c\", \"tools\": [], \"output\": \"o\", \"boundaries\": \"b\"}}";
    }

    private static TemplateBoard briefed() {
        return goal().says("orchestrator", "[" + brief(1, "FIRST") + ", " + brief(2, "SECOND") + "]");
    }

    @Test
    void briefs_haveTheFiveFields() {
        for (String field : new String[] {"objective", "context", "tools", "output", "boundaries"}) {
            TemplateBoard board =
                    goal().says("orchestrator", "[" + brief(1, "x").replace("\"" + field + "\"", "\"other\"") + "]");
            assertThat(board.rejections()).as(field).containsExactly("orchestrator SCHEMA");
        }
    }

    @Test
    void workers_seeNeitherSiblingsNorTheGoal() {
        TemplateBoard board = briefed();
        assertThat(board.waitsFor()).containsExactly("worker1", "worker2");

        board.says("worker1", add("/reports/1", "\"REPORT ONE\""));
        assertThat(board.view("worker1")).contains("FIRST").doesNotContain("SECOND", "THE GLOBAL GOAL");
        board.says("worker2", add("/reports/1", "\"mine\""));
        assertThat(board.view("worker2")).contains("SECOND").doesNotContain("FIRST", "REPORT ONE", "THE GLOBAL GOAL");
        assertThat(board.rejections()).containsExactly("worker2 AUTHORIZATION");
    }

    @Test
    void orchestrator_neverExecutes_andIsAskedOnce() {
        TemplateBoard board = goal().says("orchestrator", add("/reports/1", "\"done\""))
                .says("orchestrator", add("/answer", "{\"text\": \"done\", \"failed\": []}"));
        assertThat(board.rejections()).containsExactly("orchestrator AUTHORIZATION", "orchestrator AUTHORIZATION");

        board.says("orchestrator", "[" + brief(1, "x") + "]").says("worker1", add("/reports/1", "\"r\""));
        assertThat(board.waitsFor()).containsExactly("synthesiser");
    }

    @Test
    void briefThatFails_reachesTheSynthesiser_whoRunsNothingAgain() {
        TemplateBoard board = briefed().says("worker1", add("/reports/1", "\"REPORT ONE\""));
        for (int attempt = 1; attempt <= 3; attempt++) {
            board.fails("worker2");
        }
        assertThat(board.view("synthesiser")).contains("SECOND", "REPORT ONE", "THE GLOBAL GOAL");

        board.says("synthesiser", add("/reports/2", "\"my own\""))
                .says("synthesiser", add("/answer", "{\"text\": \"a\", \"failed\": []}"));
        assertThat(board.rejections())
                .filteredOn(each -> each.startsWith("synthesiser"))
                .containsExactly("synthesiser AUTHORIZATION", "synthesiser INVARIANT");
        assertThat(board.says("synthesiser", add("/answer", "{\"text\": \"a\", \"failed\": [\"2\"]}"))
                        .result()
                        .toString())
                .contains("\"failed\":[\"2\"]");
    }
}
