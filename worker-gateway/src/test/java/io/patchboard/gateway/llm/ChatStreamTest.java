package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers that come in pieces, and answers without an end. */
final class ChatStreamTest extends ChatRig {

    @Test
    void chat_stream_putTogetherWithItsTokens() throws Exception {
        server.then(Reply.stream("{\"pat", "ch\":", " []}"));

        ChatReply reply = Asked.ask(Asked.streaming(Asked.openAi(server)), Asked.PROMPT);

        assertThat(reply.text()).isEqualTo("{\"patch\": []}");
        assertThat(reply.finish()).isEqualTo(Finish.STOP);
        assertThat(reply.spent().tokens()).isEqualTo(new TokenCount(100, 0, 0, 20));
        assertThat(server.requests().get(0).at("/stream")).isEqualTo(Json.of(true));
        assertThat(server.requests().get(0).at("/stream_options/include_usage")).isEqualTo(Json.of(true));
    }

    @Test
    void chat_streamThatStaysOpenBehindItsEnd_answersWithIt() throws Exception {
        server.then((exchange, closing) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("""
                    data: {"choices":[{"index":0,"delta":{"content":"whole"},"finish_reason":"stop"}]}

                    data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}

                    data: [DONE]

                    """.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            closing.await();
        });

        ChatReply reply =
                Asked.ask(List.of(Asked.streaming(Asked.openAi(server))), Asked.PROMPT, Duration.ofSeconds(30));

        assertThat(reply.text()).isEqualTo("whole");
        assertThat(reply.spent().tokens()).isEqualTo(new TokenCount(7, 0, 0, 2));
    }

    @Test
    void chat_streamThatBreaksOff_triedAgain() throws Exception {
        server.then(Reply.brokenStream("{\"patch\":"), Reply.stream("whole"));

        assertThat(Asked.ask(Asked.streaming(Asked.openAi(server)), Asked.PROMPT)
                        .text())
                .isEqualTo("whole");
    }

    /** Some send the reason with each piece, empty until there is one. */
    @Test
    void chat_streamThatBreaksOffWithoutAReason_triedAgain() throws Exception {
        String piece = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"wh\"},\"finish_reason\":\"\"}]}\n\n";
        server.then(
                Reply.of(200, "text/event-stream", piece),
                Reply.of(200, "text/event-stream", piece + piece.replace("\"\"}", "\"stop\"}")));

        ChatReply reply = Asked.ask(Asked.streaming(Asked.openAi(server)), Asked.PROMPT);

        assertThat(reply.text()).isEqualTo("whwh");
        assertThat(reply.finish()).isEqualTo(Finish.STOP);
    }

    @Test
    void chat_streamOfGarbage_triedAgain() throws Exception {
        server.then(Reply.of(200, "text/event-stream", "data: {\"choices\": oops\n\n"), Reply.stream("whole"));

        assertThat(Asked.ask(Asked.streaming(Asked.openAi(server)), Asked.PROMPT)
                        .text())
                .isEqualTo("whole");
    }

    @Test
    void chat_errorEventInStream_triedAgain() throws Exception {
        server.then(
                Reply.of(200, "text/event-stream", "event: error\ndata: {\"error\":\"overloaded\"}\n\n"),
                Reply.stream("whole"));

        assertThat(Asked.ask(Asked.streaming(Asked.openAi(server)), Asked.PROMPT)
                        .text())
                .isEqualTo("whole");
    }

    @Test
    void chat_wholeAnswerWhereStreamWasAsked_saysWhatToSet() {
        server.otherwise(request -> Reply.text("whole"));

        assertThat(failure(Asked.streaming(Asked.openAi(server)))).contains("so set stream: false");
    }

    @Test
    void chat_usageOfNothingInAStream_hidesNoError() {
        server.otherwise(request -> Reply.of(200, "text/event-stream", """
                data: {"choices":[{"index":0,"delta":{"content":"x"}}],"usage":{"prompt_tokens":7}}

                data: {"choices":[],"usage":null}

                data: {"choices": out of memory

                """));

        ChatException error = error(Asked.streaming(Asked.openAi(server)));

        assertThat(error).hasMessageContaining("out of memory");
        assertThat(error.spent().tokens()).isEqualTo(new TokenCount(28, 0, 0, 0));
    }

    @Test
    void chat_endlessBody_endsAtTheLimit() {
        server.then(Reply.endless("application/json", "{\"choices\": \"and so on\"}\n"));

        assertThat(failure(Asked.openAi(server))).contains("it has more than 16777216 bytes");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void chat_endlessStream_endsAtTheLimit() {
        server.then(Reply.endless(
                "text/event-stream", "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"on\"}}]}\n\n"));

        assertThat(failure(Asked.streaming(Asked.openAi(server)))).contains("it has more than 16777216 bytes");
    }

    @Test
    void chat_endlessLineInStream_endsAtTheLimit() {
        server.then(Reply.endless("text/event-stream", "and on "));

        assertThat(failure(Asked.streaming(Asked.openAi(server)))).contains("it has more than 16777216 bytes");
    }
}
