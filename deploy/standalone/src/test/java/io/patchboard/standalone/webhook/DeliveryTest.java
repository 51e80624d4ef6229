package io.patchboard.standalone.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.SampleLog;
import io.patchboard.record.LogEntry;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How one entry is sent again; {@link SubscribeTest} has the whole command. */
class DeliveryTest {

    private static final long PATIENCE_SECONDS = 60;

    @Test
    void receiverThatAsksForADay_isLeftAlone_andToldOf() throws Exception {
        LogEntry entry = new SampleLog("quiet").created().entries().getFirst();
        CompletableFuture<String> told = new CompletableFuture<>();
        try (Receiver receiver = new Receiver()) {
            receiver.answer(id -> 429);
            receiver.retryAfter(Duration.ofDays(1));
            Webhook webhook = new Webhook(URI.create(receiver.url()), Optional.empty(), Optional.empty());
            try (Delivery delivery = new Delivery(webhook, new Trouble(webhook, told::complete))) {
                Thread sender = Thread.startVirtualThread(() -> {
                    try {
                        delivery.deliver(new LogRecord("committed", 0, 0, entry, new byte[0]));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                try {
                    assertThat(told.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                            .contains("entry 1 of board quiet, but it answered 429");
                } finally {
                    sender.interrupt();
                    sender.join();
                }
            }
            assertThat(receiver.requests()).hasSize(1);
        }
    }
}
