package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.kernel.decide.Input;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.registry.UnknownSchemaException;
import io.patchboard.registry.WriterSchemas;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

final class RegistryOutageTest {

    private static final byte[] KEY = "b1".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CONFLUENT = {0, 0, 0, 0, 7, 1};

    private final AtomicInteger asked = new AtomicInteger();

    /** A registry that is away for so many requests. */
    private InputReader reader(int outage, Duration patience) {
        WriterSchemas registry = id -> {
            if (asked.incrementAndGet() <= outage) {
                throw new RegistryUnavailableException("Expected an answer, but got none.");
            }
            throw new UnknownSchemaException("Expected a known schema id, but got " + id + ".");
        };
        return new InputReader(new RecordDecoder(InputReader.LIMITS, registry), () -> patience);
    }

    @Test
    void read_shortOutage_asksAgainUntilThereIsAnAnswer() {
        InputReader.Addressed read = reader(2, Duration.ofMinutes(1)).read(false, KEY, CONFLUENT, 0);

        assertThat(asked).hasValue(3);
        assertThat(read.input())
                .isInstanceOfSatisfying(
                        Input.Undecodable.class,
                        input -> assertThat(input.rejection().code()).isEqualTo("schema-id"));
    }

    @Test
    void read_longOutage_isGivenUpForAnotherTime() {
        InputReader reader = reader(Integer.MAX_VALUE, Duration.ZERO);

        assertThatThrownBy(() -> reader.read(false, KEY, CONFLUENT, 0)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void read_interrupted_stopsAtOnceAndStaysInterrupted() {
        InputReader reader = reader(Integer.MAX_VALUE, Duration.ofMinutes(1));
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> reader.read(false, KEY, CONFLUENT, 0)).isInstanceOf(TimeoutException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(asked).hasValue(1);
    }
}
