package io.patchboard.faults.board;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.oracle.SchemaJudge;
import io.patchboard.faults.tree.Trees;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The controls in their mildest reading do what is sound, and drop what they are said to drop. */
class MildestReadingTest {

    private static final JsonNode STATE = Trees.parse("{\"name\":\"a\",\"count\":1}");
    private static final JsonNode SCHEMA = Trees.parse("""
            {"type":"object","additionalProperties":false,"properties":
             {"name":{"type":"string","pattern":"^[a-z]$"},"count":{"type":"integer"}}}""");

    private static Blackboard plain() {
        return new Attentive(
                new PlainBlackboard(STATE),
                record -> record.path("worker").asText().equals("writer"));
    }

    private static Blackboard structured() {
        return new WholeUpdates(new StructuredBlackboard(STATE, SCHEMA), new SchemaJudge(SCHEMA)::accepts);
    }

    private static String after(Blackboard board, String record) {
        board.deliver(record.getBytes(StandardCharsets.UTF_8));
        return new String(board.stored(), StandardCharsets.UTF_8);
    }

    private static String writes(String worker, String operations) {
        return "{\"worker\":\"" + worker + "\",\"patch\":[" + operations + "]}";
    }

    private static String replaces(String path, String value) {
        return "{\"op\":\"replace\",\"path\":\"" + path + "\",\"value\":" + value + "}";
    }

    @Test
    void plain_whoWasAskedWritesAnywhere() {
        assertThat(after(plain(), writes("writer", replaces("/name", "7")))).isEqualTo("{\"name\":7,\"count\":1}");
    }

    @Test
    void plain_whoWasNotAskedIsDropped() {
        assertThat(after(plain(), writes("Writer", replaces("/name", "\"b\"")))).isEqualTo(Trees.text(STATE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"worker\":\"writer\",\"patch\":[",
                "{\"worker\":\"writer\",\"patch\":[{\"op\":\"remove\",\"path\":\"/name\"}]} and so on",
                "{\"worker\":\"writer\",\"patch\":[],\"patch\":[{\"op\":\"remove\",\"path\":\"/name\"}]}",
                "{\"worker\":\"writer\",\"patch\":\"remove /name\"}",
                "remove the name, please",
                ""
            })
    void plain_whatDoesNotParseIsDropped(String record) {
        assertThat(after(plain(), record)).isEqualTo(Trees.text(STATE));
    }

    @Test
    void structured_aWholeUpdateIsDone() {
        String both = replaces("/name", "\"b\"") + "," + replaces("/count", "2");

        assertThat(after(structured(), writes("anybody", both))).isEqualTo("{\"name\":\"b\",\"count\":2}");
    }

    @Test
    void structured_anUpdateThatFailsLaterLeavesNothing() {
        String half = replaces("/name", "\"b\"") + "," + replaces("/count", "\"two\"");

        assertThat(after(structured(), writes("anybody", half))).isEqualTo(Trees.text(STATE));
        assertThat(after(new StructuredBlackboard(STATE, SCHEMA), writes("anybody", half)))
                .isEqualTo("{\"name\":\"b\",\"count\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"op\":\"replace\",\"path\":\"/name\",\"value\":\"B\"}",
                "{\"op\":\"add\",\"path\":\"/other\",\"value\":1}"
            })
    void structured_theWholeSchemaIsKept(String operation) {
        assertThat(after(structured(), writes("anybody", operation))).isEqualTo(Trees.text(STATE));
    }
}
