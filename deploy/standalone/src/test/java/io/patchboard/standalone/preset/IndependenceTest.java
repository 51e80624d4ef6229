package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.preset.Preset;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom critics and debaters do not hear, and what nobody between them may change, view by view. */
final class IndependenceTest {

    private static final List<String> LENSES = List.of("correctness", "completeness", "clarity");

    private static TemplateBoard critics() {
        return TemplateBoard.of(Preset.CRITICS, "{\"document\": \"The sky is green.\"}");
    }

    private static TemplateBoard debate(String motion) {
        return TemplateBoard.of(
                Preset.DEBATE, JsonObject.of("motion", Json.of(motion)).toString());
    }

    private static String add(String path, String value) {
        return "[{\"op\": \"add\", \"path\": \"" + path + "\", \"value\": " + value + "}]";
    }

    private static String critique(String lens, String quote, String problem) {
        return add(
                "/critiques/" + lens,
                "{\"findings\": [{\"severity\": \"minor\", \"quote\": \"%s\", \"problem\": \"%s\"}]}"
                        .formatted(quote, problem));
    }

    private static String speech(String side, String text) {
        return add("/" + side + "/-", "{\"speech\": " + Json.of(text) + ", \"new\": true}");
    }

    @Test
    void eachCritic_hasOneLens_thatNoOtherHas() {
        TemplateBoard board = critics();

        assertThat(LENSES.stream()
                        .map(board::view)
                        .map(view -> view.replaceAll(".*\"instruction\":\"([^\"]*)\".*", "$1")))
                .doesNotHaveDuplicates()
                .allMatch(instruction -> instruction.contains("and nothing else") || instruction.contains("lacks"));
    }

    /** Whatever the order in which they answer, and however often one is asked. */
    @ParameterizedTest
    @CsvSource({
        "correctness,completeness,clarity",
        "clarity,correctness,completeness",
        "completeness,clarity,correctness"
    })
    void noCritic_isEverShownAnothersCritique_norAReport(String first, String second, String third) {
        TemplateBoard board = critics()
                .says(first, critique(first, "sky", "OF THE FIRST"))
                .says(second, critique(second, "nowhere", "OF THE SECOND"))
                .says(second, critique(second, "sky", "OF THE SECOND"))
                .fails(third)
                .says(third, critique(third, "green", "OF THE THIRD"));

        for (String critic : LENSES) {
            for (String other : List.of("OF THE FIRST", "OF THE SECOND", "OF THE THIRD")) {
                boolean own = board.at("/critiques/" + critic)
                        .orElseThrow()
                        .toString()
                        .contains(other);
                assertThat(own || board.views(critic).stream().noneMatch(view -> view.contains(other)))
                        .as("%s is shown what is %s", critic, other)
                        .isTrue();
            }
            assertThat(board.views(critic)).allMatch(view -> view.contains("The sky is green."));
        }
        assertThat(board.waitsFor()).containsExactly("synthesiser");
    }

    /** All critiques are of one version, since there is no other. */
    @ParameterizedTest
    @ValueSource(strings = {"correctness", "completeness", "clarity"})
    void noCritic_mayChangeTheDocument_orWhatItSaid(String critic) {
        TemplateBoard board = critics().says(critic, add("/document", "\"The sky is blue.\""));
        board.says(critic, critique(critic, "sky", "x"));

        assertThat(board.rejections()).containsExactly(critic + " AUTHORIZATION");
        assertThat(board.waitsFor()).doesNotContain(critic);
        assertThat(board.at("/document")).contains(Json.of("The sky is green."));
    }

    @Test
    void theSynthesiser_mayWriteNoCritique_andNotTheDocument() {
        TemplateBoard board = critics();
        LENSES.forEach(critic -> board.says(critic, critique(critic, "sky", "x")));

        board.says("synthesiser", add("/document", "\"mine\""))
                .says("synthesiser", add("/critiques/clarity", "{\"findings\": []}"));

        assertThat(board.rejections()).containsExactly("synthesiser AUTHORIZATION", "synthesiser AUTHORIZATION");
    }

    /** Nothing is cut out of the longest debate that there can be, however it is spelt. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "\"", "\u0001", "\u00e4", "\ud83d\ude00"})
    void speeches_areReadWhole_inTheOpponentsOwnWords(String letter) {
        String motion = letter.repeat(10_000 / letter.length());
        TemplateBoard board = debate(motion);
        for (int round = 1; round <= 3; round++) {
            String pro = "pro " + round + letter.repeat(9_980 / letter.length());
            String contra = "contra " + round + letter.repeat(9_980 / letter.length());
            board.says("pro", speech("pro", pro));
            assertThat(board.view("contra"))
                    .contains(Json.of(pro).toString(), Json.of(motion).toString());
            board.says("contra", speech("contra", contra));
            assertThat(board.view(round < 3 ? "pro" : "synthesiser"))
                    .contains(Json.of(pro).toString(), Json.of(contra).toString());
        }

        assertThat(board.rejections()).isEmpty();
        for (int round = 1; round <= 3; round++) {
            assertThat(board.view("synthesiser")).contains("pro " + round, "contra " + round);
        }
    }

    @Test
    void theSynthesiser_hasNoPosition_andSidesNoConclusion() {
        TemplateBoard board = debate("Tea").says("pro", add("/conclusion", "\"Tea it is\""));
        for (int round = 1; round <= 3; round++) {
            board.says("pro", speech("pro", "p")).says("contra", speech("contra", "c"));
        }
        board.says("synthesiser", speech("pro", "more")).says("synthesiser", add("/pro/0/speech", "\"milder\""));

        assertThat(board.rejections())
                .containsExactly("pro AUTHORIZATION", "synthesiser AUTHORIZATION", "synthesiser AUTHORIZATION");
    }

    @Test
    void sides_takeTurns_soThatNobodySpeaksTwice() {
        TemplateBoard board = debate("Tea").says("pro", """
                [{"op": "add", "path": "/pro/-", "value": {"speech": "one", "new": true}},
                 {"op": "add", "path": "/pro/-", "value": {"speech": "two", "new": true}}]
                """);

        assertThat(board.rejections()).singleElement().asString().startsWith("pro ");
        board.says("pro", speech("pro", "one"));
        assertThat(board.waitsFor()).containsExactly("contra");
    }
}
