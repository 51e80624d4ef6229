package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.preset.Preset;
import io.patchboard.json.Json;
import org.junit.jupiter.api.Test;

/** What the template of a debate promises, on the decision core. */
final class DebateTemplateTest {

    private static final String MOTION = "{\"motion\": \"Tea is better\"}";

    private static String speech(String side, String text, boolean isNew) {
        return "[{\"op\": \"add\", \"path\": \"/" + side + "/-\", \"value\": {\"speech\": \"" + text + "\", \"new\": "
                + isNew + "}}]";
    }

    @Test
    void positions_areNeverSwapped_andOpponentsAreReadInTheirOwnWords() {
        TemplateBoard board = TemplateBoard.of(Preset.DEBATE, MOTION).says("pro", speech("contra", "swapped", true));
        assertThat(board.rejections()).containsExactly("pro AUTHORIZATION");

        board.says("pro", speech("pro", "Tea calms; \u00e0 la carte.", true));
        assertThat(board.view("contra")).contains("Tea calms; \u00e0 la carte.");
        board.says("contra", speech("pro", "swapped", true))
                .says("contra", "[{\"op\": \"replace\", \"path\": \"/pro/0/speech\", \"value\": \"milder\"}]");
        assertThat(board.rejections())
                .containsExactly("pro AUTHORIZATION", "contra AUTHORIZATION", "contra AUTHORIZATION");
    }

    @Test
    void debate_endsAfterThreeRounds() {
        TemplateBoard board = TemplateBoard.of(Preset.DEBATE, MOTION);
        for (int round = 1; round <= 3; round++) {
            board.says("pro", speech("pro", "p" + round, true)).says("contra", speech("contra", "c" + round, true));
        }

        assertThat(board.waitsFor()).containsExactly("synthesiser");
        assertThat(board.view("synthesiser")).contains("p1", "c1", "p3", "c3");
        board.says("synthesiser", "[{\"op\": \"add\", \"path\": \"/conclusion\", \"value\": \"both\"}]");
        assertThat(board.result()).isEqualTo(Json.of("both"));
    }

    @Test
    void debate_endsWhereARoundBringsNothingNew() {
        TemplateBoard board = TemplateBoard.of(Preset.DEBATE, MOTION)
                .says("pro", speech("pro", "p1", true))
                .says("contra", speech("contra", "c1", false))
                .says("pro", speech("pro", "p2", false))
                .says("contra", speech("contra", "c2", false));

        assertThat(board.waitsFor()).containsExactly("synthesiser");
    }
}
