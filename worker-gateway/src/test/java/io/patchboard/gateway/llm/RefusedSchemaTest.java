package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Endpoints that do not take a schema for the answer. */
final class RefusedSchemaTest extends TwoServers {

    @Test
    void chat_schemaRefused_answersWithoutItFromThenOn() throws Exception {
        server.then(Reply.json(400, "{\"error\":\"unknown field response_format\"}"))
                .otherwise(request -> Reply.text("{\"patch\":[]}"));
        ChatPrompt prompt = new ChatPrompt("s", "u", Optional.of(schema()));
        try (Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            assertThat(model.chat(prompt, Instant.now().plus(PLENTY)).structured())
                    .isFalse();
            assertThat(model.chat(prompt, Instant.now().plus(PLENTY)).structured())
                    .isFalse();
        }
        assertThat(server.requests())
                .extracting(request -> request.body().has("response_format"))
                .containsExactly(true, false, false);
    }

    @Test
    void chat_oneSchemaRefused_othersKept() throws Exception {
        server.then(Reply.json(400, "{\"error\":\"Invalid schema for response_format 'answer': pattern\"}"))
                .otherwise(request -> Reply.text("{\"patch\":[]}"));
        ChatPrompt refused = new ChatPrompt("s", "u", Optional.of(schema()));
        ChatPrompt taken = new ChatPrompt("s", "u", Optional.of(schema().with("description", Json.of("other"))));
        try (Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            for (ChatPrompt prompt : List.of(refused, refused, taken)) {
                assertThat(model.chat(prompt, Instant.now().plus(PLENTY)).structured())
                        .isEqualTo(prompt.equals(taken));
            }
        }
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void chat_severalSchemasRefusedAndNoneTaken_noneIsSentAnyMore() throws Exception {
        server.otherwise(request -> request.body().has("response_format")
                ? Reply.json(400, "{\"error\":\"no\"}")
                : Reply.text("{\"patch\":[]}"));
        try (Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            for (int i = 0; i < 5; i++) {
                JsonObject schema = schema().with("description", Json.of("schema " + i));
                model.chat(
                        new ChatPrompt("s", "u", Optional.of(schema)),
                        Instant.now().plus(PLENTY));
            }
        }
        assertThat(server.requests()).hasSize(3 * 2 + 2);
    }

    @Test
    void chat_badRequestForAnotherReason_schemaKept() throws Exception {
        server.then(Reply.json(400, "{\"error\":\"too long\"}"), Reply.json(400, "{\"error\":\"too long\"}"))
                .otherwise(request -> Reply.text("{\"patch\":[]}"));
        ChatPrompt prompt = new ChatPrompt("s", "u", Optional.of(schema()));
        try (Models models = Models.of(Asked.openAi(server))) {
            LanguageModel model = models.get("fast");
            assertThatThrownBy(() -> model.chat(prompt, Instant.now().plus(PLENTY)))
                    .hasMessageContaining("too long");
            assertThat(model.chat(prompt, Instant.now().plus(PLENTY)).structured())
                    .isTrue();
        }
        assertThat(server.requests().get(2).at("/response_format/json_schema/schema"))
                .isEqualTo(schema());
    }

    @Test
    void chat_schemaInsistedOn_refusalIsTheError() {
        server.otherwise(request -> Reply.json(400, "{\"error\":\"unknown field response_format\"}"));
        ModelConfig on = Asked.openAi(server).withGeneration(Generation.DEFAULT.withStructured(StructuredOutput.ON));

        assertThatThrownBy(() -> Asked.ask(on, new ChatPrompt("s", "u", Optional.of(schema()))))
                .hasMessageContaining("unknown field response_format");
        assertThat(server.requests()).hasSize(1);
    }

    private static JsonObject schema() {
        return (JsonObject) JsonReader.parse(
                "{\"type\":\"object\",\"properties\":{\"patch\":{\"type\":\"array\"}},\"required\":[\"patch\"]}");
    }
}
