package io.patchboard.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Rich;
import io.patchboard.kernel.Scenario;
import org.junit.jupiter.api.Test;

/** What the store holds is the board. */
class BoardJsonTest {

    private static Board stored(Board board) {
        JsonObject json = (JsonObject) JsonReader.parse(JsonWriter.compact(BoardJson.write(board)));
        return BoardJson.read(json, hash -> {
            assertThat(hash).isEqualTo(board.rules().hash());
            return board.rules();
        });
    }

    @Test
    void read_ofWhatWasWritten_isTheSameBoard() {
        Board board = Rich.paused().board();
        assertThat(board.open()).isNotEmpty();
        assertThat(board.waiting()).isNotEmpty();
        assertThat(board.present().changes()).isNotEmpty();
        assertThat(board.memory().feedback()).isNotEmpty();
        assertThat(board.spending().tokens()).isPositive();
        assertThat(board.pausedAt()).isPresent();

        assertThat(stored(board)).isEqualTo(board);
    }

    @Test
    void read_ofAnEndedBoard_isTheSameBoard() {
        Board board = Rich.ended().board();
        assertThat(stored(board)).isEqualTo(board);
    }

    @Test
    void read_ofABoardThatIsNone_isTheSameBoard() {
        Scenario none = new Scenario("{}");
        none.pause();
        assertThat(none.board().sequence()).isEqualTo(1);
        assertThat(stored(none.board())).isEqualTo(none.board());
    }

    @Test
    void numbers_areStoredExactly() {
        assertThat(stored(Rich.paused().board()).state().toString()).contains("0.1000000000000000000000001");
    }

    @Test
    void read_ofAnotherFormat_isRefused() {
        JsonObject other = BoardJson.write(Board.absent("b")).with("format", Json.of(99));
        assertThatThrownBy(() -> BoardJson.read(other, hash -> null))
                .hasMessage("Expected a stored board of format 1, but got 99.");
    }
}
