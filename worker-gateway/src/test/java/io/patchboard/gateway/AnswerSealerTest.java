package io.patchboard.gateway;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.seal.Opener;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

final class AnswerSealerTest {

    private static final Answer ANSWER =
            Answer.of(JsonReader.parse("[\"plain\"]")).withUsage(new Usage(1, 2));
    private static final Json SEALED = JsonReader.parse("[\"sealed\"]");
    private static final Opener.Opened SHOWN = new Opener.Opened(JsonObject.EMPTY, JsonObject.EMPTY, Map.of());

    private final Instant begin = Instant.parse("2026-01-01T00:00:00Z");
    private final Invocation invocation = invocation("i-1", "w", begin.plusSeconds(60), "{}");
    private Instant now = begin;
    private int tried;

    /** Each attempt takes ten seconds. */
    private AnswerSealer sealer(int away) {
        return sealer((boardId, patch, shown, isSigned) -> {
            tried++;
            now = now.plusSeconds(10);
            if (tried <= away) {
                throw new TimeoutException("Nobody leads patchboard.keys-0.");
            }
            return SEALED;
        });
    }

    private AnswerSealer sealer(AnswerSealer.Sealing sealing) {
        return new AnswerSealer(sealing, ((InstantSource) () -> now).withZone(ZoneOffset.UTC), Duration.ofMillis(1));
    }

    @Test
    void seal_keysCannotBeWrittenForNow_sameAnswerSealedAgain() {
        assertThat(sealer(3).seal(invocation, ANSWER, SHOWN))
                .isEqualTo(new Answer(SEALED, ANSWER.usage(), Optional.empty()));
        assertThat(tried).isEqualTo(4);
    }

    @Test
    void seal_keysCannotBeWrittenInTime_outageWithTheUsage() {
        Answer answer = sealer(Integer.MAX_VALUE).seal(invocation, ANSWER, SHOWN);
        assertThat(answer.failure().map(Failure::kind)).contains(Failure.Kind.OUTAGE);
        assertThat(answer.error().orElseThrow()).contains("patchboard.keys-0");
        assertThat(answer.usage()).isEqualTo(ANSWER.usage());
        assertThat(tried).isEqualTo(6);
    }

    @Test
    void seal_keysMayNotBeWritten_refusedAtOnce() {
        Answer answer = sealer((boardId, patch, shown, isSigned) -> {
                    throw new TopicAuthorizationException(Set.of("patchboard.keys"));
                })
                .seal(invocation, ANSWER, SHOWN);
        assertThat(answer.failure().map(Failure::kind)).contains(Failure.Kind.REFUSED);
    }

    @Test
    void seal_gatewayIsClosed_givenBack() {
        AnswerSealer sealer = sealer(Integer.MAX_VALUE);
        sealer.close();
        assertThatThrownBy(() -> sealer.seal(invocation, ANSWER, SHOWN)).isInstanceOf(TimeoutException.class);
        assertThat(tried).isEqualTo(1);
    }
}
