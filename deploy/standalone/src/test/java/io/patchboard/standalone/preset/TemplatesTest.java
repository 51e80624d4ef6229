package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.lint.Linter;
import io.patchboard.blueprints.preset.Preset;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the templates promise, each sentence on the decision core. */
final class TemplatesTest {

    private static final String TASK = "{\"task\": \"Name a color\", \"rubric\": \"SECRET RUBRIC\"}";

    @ParameterizedTest
    @EnumSource
    void everyTemplate_isValidWithoutWarnings_andNamesItsWorkers(Preset preset) {
        Linter.Linted linted = Linter.lint(TemplateBoard.document(preset));

        assertThat(linted.warnings()).isEmpty();
        assertThat(linted.result())
                .isInstanceOfSatisfying(
                        CompileResult.Valid.class,
                        valid -> assertThat(valid.blueprint().workers().keySet())
                                .containsExactlyInAnyOrderElementsOf(preset.workers()));
    }

    /** Each of its characters takes six in a view. */
    private static String longest(int length) {
        return "\u0001".repeat(length);
    }

    @ParameterizedTest
    @CsvSource({"CRITICS, document, 50000", "CHAIN, document, 50000", "ORCHESTRATOR, goal, 20000", "LOOP, task, 20000"})
    void longestInput_isShownWhole_howeverItIsSpelt(Preset preset, String field, int length) {
        Json input = Json.of(longest(length));

        TemplateBoard board =
                TemplateBoard.of(preset, JsonObject.of(field, input).toString());

        assertThat(board.waitsFor())
                .isNotEmpty()
                .allSatisfy(worker -> assertThat(board.view(worker)).contains(input.toString()));
    }

    @Test
    void longestPiece_isShownToItsMapper_withTheTask() {
        String text = "\"\n".repeat(4_999) + "\n";
        List<Json> pieces =
                "123456789".chars().mapToObj(n -> Json.of((char) n + text)).toList();
        Json task = Json.of("0" + text);
        String input = JsonObject.of("task", task)
                .with(
                        "pieces",
                        JsonArray.copyOf(pieces.stream()
                                .map(piece -> JsonObject.of("text", piece))
                                .toList()))
                .toString();

        List<String> views = TemplateBoard.of(Preset.PARALLEL, input).views("mapper");

        assertThat(views).hasSize(4);
        for (int i = 0; i < views.size(); i++) {
            String item = "\"item\":{\"path\":\"/pieces/" + i + "\"}";
            assertThat(views.get(i))
                    .contains(item, task.toString(), pieces.get(i).toString());
        }
    }

    /** What it was given, three drafts and two verdicts. */
    @Test
    void longestDrafts_areShownWhole_howeverTheyAreSpelt() {
        Json text = Json.of(longest(20_000));
        TemplateBoard board = TemplateBoard.of(
                Preset.GENERATOR_JUDGE,
                JsonObject.of("task", text).with("rubric", text).toString());
        String feedback = Stream.generate(() -> Json.of(longest(1_000)).toString())
                .limit(20)
                .collect(Collectors.joining(","));
        String draft = "[{\"op\": \"add\", \"path\": \"/drafts/-\", \"value\": " + text + "}]";
        String first = kept("revise", 10, 0).replace("\"shorter\"", feedback);
        String second = kept("revise", 20, 1).replace("\"shorter\"", feedback);

        board.says("generator", draft)
                .says("judge", first)
                .says("generator", draft)
                .says("judge", second);
        board.says("generator", draft);

        assertThat(board.rejections()).isEmpty();
        assertThat(board.view("judge").split(Pattern.quote(text.toString()), -1))
                .hasSize(6);
        assertThat(board.view("judge").split(Pattern.quote(feedback), -1)).hasSize(3);
    }

    private static TemplateBoard task() {
        return TemplateBoard.of(Preset.GENERATOR_JUDGE, TASK);
    }

    private static String draft(String text) {
        return "[{\"op\": \"add\", \"path\": \"/drafts/-\", \"value\": \"" + text + "\"}]";
    }

    private static String verdict(String verdict, int score) {
        return "{\"op\": \"add\", \"path\": \"/verdicts/-\", \"value\": {\"verdict\": \"" + verdict + "\", \"score\": "
                + score + ", \"feedback\": [\"shorter\"]}}";
    }

    private static String graded(String verdict, int score) {
        return "[" + verdict(verdict, score) + "]";
    }

    private static String kept(String verdict, int score, int draft) {
        return "[" + verdict(verdict, score) + ", {\"op\": \"copy\", \"from\": \"/drafts/" + draft
                + "\", \"path\": \"/best\"}]";
    }

    @Test
    void rubric_isInTheJudgesViewAlone() {
        TemplateBoard board = task();
        assertThat(board.view("generator")).contains("Name a color").doesNotContain("SECRET");

        board.says("generator", draft("red"));
        assertThat(board.view("judge")).contains("SECRET RUBRIC", "red");

        board.says("judge", kept("revise", 10, 0));
        assertThat(board.view("generator")).contains("shorter").doesNotContain("SECRET");
    }

    @Test
    void judge_cannotRewriteTheDraft() {
        TemplateBoard board = task().says("generator", draft("red"))
                .says("judge", "[{\"op\": \"replace\", \"path\": \"/drafts/0\", \"value\": \"mine\"}]")
                .says(
                        "judge",
                        "[" + verdict("accept", 90) + ", {\"op\": \"add\", \"path\": \"/best\", \"value\": \"mine\"}]");

        assertThat(board.rejections()).containsExactly("judge AUTHORIZATION", "judge AUTHORIZATION");
        assertThat(board.says("judge", kept("accept", 90, 0)).result()).isEqualTo(Json.of("red"));
    }

    @Test
    void atTheCapOfThree_theBestDraftIsTheResult_andNotTheLast() {
        TemplateBoard board = task().says("generator", draft("one"))
                .says("judge", kept("revise", 10, 0))
                .says("generator", draft("two"))
                .says("judge", kept("revise", 60, 1))
                .says("generator", draft("three"))
                .says("judge", graded("revise", 30));

        assertThat(board.result()).isEqualTo(Json.of("two"));
        assertThat(board.waitsFor()).isEmpty();
        assertThat(board.rejections()).isEmpty();
    }

    @Test
    void withoutProgress_itEndsAtTheSecondDraft() {
        TemplateBoard board = task().says("generator", draft("one"))
                .says("judge", kept("revise", 50, 0))
                .says("generator", draft("two"))
                .says("judge", graded("revise", 50));

        assertThat(board.result()).isEqualTo(Json.of("one"));
    }

    @Test
    void judge_cannotKeepAnyButTheBest() {
        TemplateBoard board = task().says("generator", draft("one")).says("judge", graded("accept", 50));
        assertThat(board.rejections()).containsExactly("judge INVARIANT");

        board.says("judge", kept("revise", 50, 0))
                .says("generator", draft("two"))
                .says("judge", kept("accept", 40, 1));
        assertThat(board.rejections()).containsExactly("judge INVARIANT", "judge INVARIANT");
    }

    private static String critique(String critic, String problem) {
        return "[{\"op\": \"add\", \"path\": \"/critiques/" + critic
                + "\", \"value\": {\"findings\": [{\"severity\": \"minor\"," + " \"quote\": \"green\", \"problem\": \""
                + problem + "\"}]}}]";
    }

    private static String report(String grades, String missing, String prevails) {
        return "[{\"op\": \"add\", \"path\": \"/report\", \"value\": {\"grades\": [" + grades
                + "], \"conflicts\": [{\"between\":"
                + " [\"clarity\", \"correctness\"], \"about\": \"a word\", \"prevails\": \"" + prevails
                + "\"}], \"missing\": [" + missing + "], \"summary\": \"s\"}}]";
    }

    private static String grade(String critic) {
        return "{\"critic\": \"" + critic + "\", \"grade\": 7, \"because\": \"b\"}";
    }

    private static TemplateBoard document() {
        return TemplateBoard.of(Preset.CRITICS, "{\"document\": \"The sky is green.\"}");
    }

    @Test
    void critics_areBlindToEachOther_andTheSynthesiserToTheDocument() {
        TemplateBoard board = document();
        assertThat(board.waitsFor()).containsExactly("clarity", "completeness", "correctness");

        board.says(
                "clarity", "[{\"op\": \"add\", \"path\": \"/critiques/correctness\", \"value\": {\"findings\": []}}]");
        assertThat(board.rejections()).containsExactly("clarity AUTHORIZATION");
        board.says("correctness", critique("correctness", "WRONG"))
                .says("completeness", critique("completeness", "LACKING"));
        assertThat(board.view("clarity")).contains("The sky is green.").doesNotContain("WRONG", "LACKING");
        assertThat(board.waitsFor()).containsExactly("clarity");

        board.says("clarity", critique("clarity", "VAGUE"));
        assertThat(board.waitsFor()).containsExactly("synthesiser");
        assertThat(board.view("synthesiser"))
                .contains("WRONG", "LACKING", "VAGUE")
                .doesNotContain("The sky is green.");
    }

    @Test
    void conflicts_areDecidedByPrecedence_andEachCritiqueIsGraded() {
        String all = grade("correctness") + "," + grade("completeness") + "," + grade("clarity");
        TemplateBoard board = document()
                .says("correctness", critique("correctness", "a"))
                .says("completeness", critique("completeness", "b"))
                .says("clarity", critique("clarity", "c"))
                .says("synthesiser", report(all, "", "clarity"))
                .says("synthesiser", report(grade("clarity"), "", "correctness"));

        assertThat(board.rejections()).containsExactly("synthesiser INVARIANT", "synthesiser INVARIANT");
        assertThat(board.says("synthesiser", report(all, "", "correctness"))
                        .result()
                        .toString())
                .contains("\"prevails\":\"correctness\"");
    }

    @Test
    void criticThatFails_isNamedInTheReport() {
        TemplateBoard board =
                document().says("correctness", critique("correctness", "a")).says("clarity", critique("clarity", "c"));
        for (int attempt = 1; attempt <= 3; attempt++) {
            board.fails("completeness");
        }

        board.says(
                "synthesiser",
                report(grade("correctness") + "," + grade("clarity"), "\"completeness\"", "correctness"));

        assertThat(board.result().toString()).contains("\"missing\":[\"completeness\"]");
    }
}
