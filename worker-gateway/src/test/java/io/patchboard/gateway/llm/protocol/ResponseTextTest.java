package io.patchboard.gateway.llm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseTextTest {

    private static final String EVENT =
            "data:{\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n";

    @Test
    void longStream_isRead() {
        String text = EVENT.repeat(40_000) + "data: [DONE]\n\n";

        assertThat(ResponseText.read(new ChatCompletions(), text, true)).isNotInstanceOf(Reading.Unreadable.class);
    }

    @Test
    void streamOfTinyEvents_takesNoMoreThanItsShare() {
        String text = "data:{\"a\":[1]}\n\n".repeat(900_000);

        assertThat(ResponseText.read(new ChatCompletions(), text, true)).isInstanceOf(Reading.Unreadable.class);
    }

    @Test
    void isLast_whereNothingMoreIsSaidOfTheAnswer() {
        assertThat(List.of(
                        "[DONE]",
                        "{\"type\":\"message_stop\"}",
                        "{\"error\":{\"message\":\"overloaded\"}}",
                        "{\"choices\": out of memory"))
                .allMatch(data -> ResponseText.isLast(new AnthropicMessages(), data));
        assertThat(List.of(
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}",
                        "{\"choices\":[],\"error\":null}"))
                .noneMatch(data -> ResponseText.isLast(new AnthropicMessages(), data));
        assertThat(ResponseText.isLast(new ChatCompletions(), "{\"type\":\"message_stop\"}"))
                .isFalse();
    }
}
