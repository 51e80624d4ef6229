package io.patchboard.gateway.runner.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplyReaderTest {

    private static final String OPERATION =
            "{\"op\":\"add\",\"path\":\"/claims/-\",\"value\":{\"text\":\"a } ] ``` b\"}}";
    private static final String PATCH = "[" + OPERATION + "]";
    private static final String ANSWER = "{\"patch\":" + PATCH + "}";

    @Test
    void read_asAsked_nothingRepaired() throws Exception {
        assertThat(ReplyReader.read("\n " + ANSWER + "\n").repairs()).isEmpty();
        assertThat(ReplyReader.read("{\"patch\": []}")).isEqualTo(new ReadReply(JsonArray.EMPTY, List.of()));
        assertThat(ReplyReader.read("{\"reason\": \"because\", \"patch\": []}").repairs())
                .isEmpty();
    }

    @Test
    void read_oneThingAround_unwrappedAndNoted() throws Exception {
        repaired("```json\n" + ANSWER + "\n```", "code-fence");
        repaired("```\n" + ANSWER + "```", "code-fence");
        repaired(PATCH, "bare-array");
        repaired(OPERATION, "single-operation");
        repaired("{\"patch\":" + OPERATION + "}", "single-operation");
        repaired("<think>Is it {\"patch\":[]}? No.</think>\n" + ANSWER, "thoughts");
        repaired("It is [1], {surely}.\n</think>" + ANSWER, "thoughts");
        repaired("<think>a</think>\n<think>b</think>" + ANSWER, "thoughts");
        repaired("Sure! Here is the patch: " + ANSWER + " Anything else?", "prose");
        repaired("{\"patch\":[" + OPERATION + ",],}", "trailing-comma");
        repaired("{\"operations\":" + PATCH + "}", "renamed-member");
        repaired("{\"patch\":" + Json.of(PATCH) + "}", "patch-as-text");
    }

    @Test
    void read_severalThingsAround_eachNoted() throws Exception {
        repaired(
                "<think>hm</think>Here you are:\n```json\n[" + OPERATION + ",]\n```\nBye.",
                "thoughts",
                "code-fence",
                "prose",
                "trailing-comma",
                "bare-array");
        repaired("As [1] and {\"a\": [2]} say, " + PATCH, "prose", "bare-array");
        repaired("```json\n" + ANSWER, "code-fence");
    }

    @Test
    void read_sameAnswerTwice_isOne() throws Exception {
        repaired("Draft: " + ANSWER + " Final: " + ANSWER, "prose");
    }

    @Test
    void read_answersThatDiffer_refused() {
        assertThatThrownBy(() -> ReplyReader.read("Either {\"patch\":[]} or " + ANSWER))
                .hasMessage("it has answers that differ");
        assertThatThrownBy(() -> ReplyReader.read("```\n{\"patch\":[]}\n```\nor\n```\n" + ANSWER + "\n```"))
                .hasMessage("it has answers that differ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I cannot help with that.",
                "",
                "[]x",
                "[1, 2]",
                "see [] and [1]",
                "{\"patch\": 7}",
                "{\"patch\": [{\"op\": \"add\", \"path\": \"/a\", \"value\": {\"te",
                "{\"op\": \"add\"}",
                "{\"patch\": [], \"patch\": []}",
                "null",
            })
    void read_noPatch_refusedWithoutGuessing(String text) {
        assertThatThrownBy(() -> ReplyReader.read(text)).hasMessage("there is no {\"patch\": [...]} in it");
    }

    @Test
    void read_endOfThoughtsWithinTheAnswer_isTheAnswers() throws Exception {
        String patch = "[{\"op\":\"add\",\"path\":\"/a\",\"value\":\"<think>so</think> he says\"}]";

        ReadReply reply = ReplyReader.read("<think>hm</think>It is {\"patch\":" + patch + "}");

        assertThat(reply.patch()).isEqualTo(JsonReader.parse(patch));
    }

    @Test
    void read_operationMentionedInWords_isNoPatch() throws Exception {
        assertThatThrownBy(() -> ReplyReader.read("I could say " + OPERATION + ", but I will not."))
                .hasMessage("there is no {\"patch\": [...]} in it");
        repaired("I say\n```json\n" + OPERATION + "\n```", "code-fence", "prose", "single-operation");
        repaired("I say {\"patch\":" + OPERATION + "}", "prose", "single-operation");
    }

    @Test
    void read_unendingThoughts_refused() {
        assertThatThrownBy(() -> ReplyReader.read("<think>a</think><think>Perhaps " + ANSWER))
                .hasMessage("it ends within its thoughts");
        assertThatThrownBy(() -> ReplyReader.read("<think>Perhaps " + ANSWER))
                .hasMessage("it ends within its thoughts");
    }

    @Test
    void read_malformedOperations_leftToTheKernel() throws Exception {
        assertThat(ReplyReader.read("{\"patch\":[{\"op\":\"upsert\"},3]}").patch())
                .isEqualTo(JsonReader.parse("[{\"op\":\"upsert\"},3]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[] ",
                "[{\"op\":3}] and ",
                "```json\n{\"patch\":[]}\n```\n",
                "<think></think>",
                "<think>",
                "```\n",
                "[",
                "x[{",
                "[\"",
                "[1,]",
            })
    void read_aFewCharactersAgainAndAgain_isReadSoManyTimesAtMost(String part) throws Exception {
        String text = part.repeat(300_000 / part.length());
        CharsRead read = new CharsRead();

        try {
            assertThat(ReplyReader.read(text, read).patch()).isEqualTo(JsonArray.EMPTY);
        } catch (UnreadableReplyException e) {
            assertThat(e).hasMessageNotContaining("differ");
        }

        assertThat(read.count()).isLessThan(40L * text.length());
    }

    @Test
    void read_moreBracketsThanAnAnswerHas_areNotTried() {
        CharsRead read = new CharsRead();
        String text = "[] ".repeat(2_000);

        assertThatThrownBy(() -> ReplyReader.read(text, read))
                .isInstanceOf(UnreadableReplyException.class)
                .hasMessage("it has more than 1000 parts that could be JSON");
        assertThat(read.count()).isLessThan(4L * text.length());
    }

    @Test
    void read_threadIsInterrupted_ends() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> ReplyReader.read("[] ".repeat(1_000))).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    private static void repaired(String text, String... repairs) throws Exception {
        ReadReply reply = ReplyReader.read(text);
        assertThat(reply.patch()).isEqualTo(JsonReader.parse(PATCH));
        assertThat(reply.repairs()).containsExactly(repairs);
    }
}
