package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the server says of its tools beside what they are. */
class McpHintsTest extends McpRig {

    @Test
    void tools_hintAtWhatTheyDo_andReachNobodyOutside() throws Exception {
        Map<String, String> hints = new TreeMap<>();
        McpConversation.with(api.url())
                .ask("tools/list", "{}")
                .at("/result/tools")
                .forEach(tool -> {
                    JsonNode told = tool.get("annotations");
                    assertThat(told.get("openWorldHint").asBoolean(true)).isFalse();
                    String hint = told.get("readOnlyHint").asBoolean()
                            ? "reads"
                            : told.get("destructiveHint").asBoolean(true) ? "changes" : "adds";
                    hints.merge(hint, tool.get("name").asText(), (some, one) -> some + " " + one);
                });

        assertThat(hints.get("adds").split(" "))
                .containsExactlyInAnyOrder("create_board", "await_work", "report_progress");
        assertThat(hints.get("changes").split(" ")).containsExactlyInAnyOrder("propose_patch", "answer", "approve");
        assertThat(hints.get("reads").split(" "))
                .containsExactlyInAnyOrder("read_view", "board_state", "board_log", "why", "what_if");
    }

    /** A model sends what the schema allows, and nothing else. */
    @Test
    void blueprintOfANewBoard_mayBeGivenByItsName() throws Exception {
        assertThat(McpConversation.with(api.url())
                        .ask("tools/list", "{}")
                        .at("/result/tools")
                        .findParents("name"))
                .filteredOn(tool -> tool.path("name").asText().equals("create_board"))
                .singleElement()
                .satisfies(tool -> assertThat(tool.at("/inputSchema/properties/blueprint/type")
                                .toString())
                        .isEqualTo("[\"object\",\"string\"]"));
    }
}
