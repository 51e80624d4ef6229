package io.patchboard.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What follows until it is closed. */
class FollowerThreadTest {

    @Test
    void closed_endsAPause() throws Exception {
        CompletableFuture<Thread> pausing = new CompletableFuture<>();
        FollowerThread following = new FollowerThread(
                "pausing",
                "pause",
                Duration.ZERO,
                running -> {
                    pausing.complete(Thread.currentThread());
                    running.pause(Duration.ofHours(1));
                },
                failure -> {});
        following.start();
        Thread thread = pausing.get();
        following.close();

        assertThat(thread.join(Duration.ofMinutes(1))).as("it has ended").isTrue();
    }
}
