package io.patchboard.standalone.mcp.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import org.junit.jupiter.api.Test;

class AdviceTest {

    /** A board that is there may lack the version or the entry that was asked for. */
    @Test
    void whatIsNotThere_isLookedUpOnTheBoard_too() {
        assertThat(Advice.of(404, JsonObject.EMPTY)).contains("resources/list", "board_state", "board_log");
    }
}
