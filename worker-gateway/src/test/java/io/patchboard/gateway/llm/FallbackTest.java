package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.patience.MoreTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The model that is asked when the first fails. */
final class FallbackTest extends TwoServers {

    @Test
    void chat_fallback_askedWhenTheFirstFails() throws Exception {
        server.otherwise(request -> Reply.json(503, "{}"));
        other.thenText("from the other");

        ChatReply reply = Asked.ask(withFallback(), Asked.PROMPT, PLENTY);

        assertThat(reply.text()).isEqualTo("from the other");
    }

    @Test
    void chat_fallback_hasTimeEvenIfTheFirstHangs() throws Exception {
        server.otherwise(request -> Reply.stall());
        other.otherwise(request -> Reply.text("from the other"));

        MoreTime.until(Duration.ofSeconds(3), limit -> {
            try {
                assertThat(Asked.ask(withFallback(), Asked.PROMPT, limit).text())
                        .isEqualTo("from the other");
                return true;
            } catch (ChatException e) {
                return false;
            }
        });
    }

    @Test
    void chat_fallbackFailsToo_bothReasonsTold() {
        server.otherwise(request -> Reply.json(401, "{}"));
        other.otherwise(request -> Reply.json(404, "{}"));

        ChatException error =
                catchThrowableOfType(ChatException.class, () -> Asked.ask(withFallback(), Asked.PROMPT, PLENTY));

        assertThat(error)
                .hasMessage("Expected an answer from model fast, but HTTP 401: \"{}\"."
                        + " Then from model spare, but HTTP 404: \"{}\".");
    }

    @Test
    void chat_refusal_notTakenToTheFallback() {
        server.then(Reply.message("{\"role\":\"assistant\",\"refusal\":\"No.\"}", "stop"));

        assertThat(catchThrowableOfType(ChatException.class, () -> Asked.ask(withFallback(), Asked.PROMPT, PLENTY)))
                .hasMessageContaining("refuses");
        assertThat(other.requests()).isEmpty();
    }

    private List<ModelConfig> withFallback() {
        return List.of(
                Asked.named("fast", Optional.of("spare"), Asked.openAi(server)),
                Asked.named("spare", Optional.empty(), Asked.openAi(other)));
    }
}
