package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchWriterTest {

    private static final int BATCHES = 100;

    private final List<Integer> written = Collections.synchronizedList(new ArrayList<>());

    @Test
    void batches_areWrittenInTheirOrder() {
        try (BatchWriter writer = new BatchWriter("test")) {
            for (int i = 0; i < BATCHES; i++) {
                int batch = i;
                writer.write(() -> written.add(batch));
            }
            writer.await();

            assertThat(written).isEqualTo(IntStream.range(0, BATCHES).boxed().toList());
        }
    }

    @Test
    void afterOneThatFailed_noneIsWritten_andWhoComesNextIsTold() {
        CountDownLatch next = new CountDownLatch(1);
        try (BatchWriter writer = new BatchWriter("test")) {
            writer.write(() -> {
                awaitIt(next);
                throw new IllegalStateException("no room");
            });
            writer.write(() -> written.add(1)); // waits behind it
            next.countDown();

            assertThatThrownBy(() -> writer.write(() -> written.add(2))).hasMessage("no room");
            assertThatThrownBy(writer::await).hasMessage("no room");
        }
        assertThat(written).isEmpty();
    }

    private static void awaitIt(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
