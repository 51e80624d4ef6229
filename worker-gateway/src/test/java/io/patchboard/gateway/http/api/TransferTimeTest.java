package io.patchboard.gateway.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.http.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TransferTimeTest {

    private static final int SECOND_S_WORTH = 64 * 1024;

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void bytes_thatComeInTime_getMoreOfIt_andLateOnesAreRefused() throws Exception {
        try (TransferTime time = new TransferTime(nanos::get, () -> {})) {
            InputStream body = time.of(new ByteArrayInputStream(new byte[3 * SECOND_S_WORTH]));
            nanos.set(Duration.ofSeconds(30).toNanos());
            assertThat(body.readNBytes(2 * SECOND_S_WORTH)).hasSize(2 * SECOND_S_WORTH);
            nanos.set(Duration.ofSeconds(32).toNanos());
            assertThat(body.read()).isZero();
            nanos.addAndGet(1);

            assertThatThrownBy(body::read)
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            late -> assertThat(late.problem().status().getCode())
                                    .isEqualTo(408));
        }
    }

    @Test
    void endOfABlob_isTakenAlsoWhenItIsLate() throws Exception {
        try (TransferTime time = new TransferTime(nanos::get, () -> {})) {
            InputStream body = time.of(InputStream.nullInputStream());
            nanos.set(Duration.ofHours(1).toNanos());

            assertThat(body.read()).isNegative();
        }
    }
}
