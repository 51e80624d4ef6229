package io.patchboard.client.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.record.PatchProposal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "!q", "a\tb"})
    void of_anIdThatNoKernelTakes_isRefused(String id) {
        assertThatThrownBy(() -> to(id))
                .isInstanceOf(UnusableBoardIdException.class)
                .hasMessageContaining("1 to 800 bytes that do not begin with \"!\"")
                .hasMessageContaining("but got \"" + id + "\"");
    }

    @Test
    void of_aLongId_isRefusedWithoutRepeatingIt() {
        assertThatThrownBy(() -> to("é".repeat(500)))
                .isInstanceOf(UnusableBoardIdException.class)
                .hasMessageEndingWith("but got 500 characters.");
    }

    @Test
    void of_anyOtherId_isMade() {
        assertThat(to("a board/of äll kinds!").record().boardId()).isEqualTo("a board/of äll kinds!");
    }

    private static Request to(String boardId) {
        return Request.of(
                new PatchProposal(
                        "p",
                        boardId,
                        "w",
                        Optional.empty(),
                        Json.nul(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                false);
    }
}
