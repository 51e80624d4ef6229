package io.patchboard.standalone.webhook;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Choice;
import io.patchboard.client.log.GroupReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.UnreadableLogException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Sends the chosen entries of a log to a webhook, as one member of a group.
 *
 * @param fromNow as {@link GroupReader#join} has it
 */
public record Subscription(KafkaConnection connection, String group, Choice choice, boolean fromNow, Webhook webhook) {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PAUSE_SECONDS = 3;

    /**
     * Goes on until the thread is interrupted or the receiver wants no more.
     *
     * @param joined is run when the group's position is set
     * @param tell is told in whole sentences what goes wrong, and when it is well again
     * @return a sentence on why it ended
     */
    public String run(Runnable joined, Consumer<String> tell) throws InterruptedException {
        Trouble trouble = new Trouble(webhook, tell);
        try (Delivery delivery = new Delivery(webhook, trouble)) {
            for (boolean first = true; ; first = false) {
                try {
                    return follow(
                            delivery, trouble, first ? joined : () -> tell.accept("The log is read again."), tell);
                } catch (RetriableException | UnreadableLogException e) {
                    tell.accept("Expected to read the log, but failed: " + e.getMessage() + " Trying again.");
                    TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
                }
            }
        }
    }

    private String follow(Delivery delivery, Trouble trouble, Runnable joined, Consumer<String> tell)
            throws InterruptedException {
        AtomicReference<Consumer<LogRecord>> done = new AtomicReference<>(entry -> {});
        Deliveries deliveries = new Deliveries(delivery, entry -> done.get().accept(entry), trouble, tell);
        try (GroupReader reader = GroupReader.join(connection, group, choice, fromNow, deliveries)) {
            done.set(reader::done);
            joined.run();
            while (!delivery.gone().isDone()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("The subscription was ended.");
                }
                reader.poll(POLL, deliveries.hasRoom());
            }
            return delivery.gone().join();
        } finally {
            deliveries.dropped();
        }
    }
}
