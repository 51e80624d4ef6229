package io.patchboard.gateway.http.lease;

import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.InvocationDecoder;
import io.patchboard.gateway.source.InvocationSource;
import io.patchboard.gateway.text.Repeated;
import io.patchboard.gateway.thread.DaemonThreads;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One queue: a thread that takes its deliveries into its waiting room, as many as those who wait there want, until
 * nobody has polled for a while. It begins when the queue's topic is there, which the kernel makes with the first
 * invocation.
 */
final class PolledQueue {

    private static final Logger LOG = LoggerFactory.getLogger(PolledQueue.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(8);

    private final String name;
    private final WaitingRoom room;
    private final SourceFactory sources;
    private final Predicate<String> exists;
    private final InvocationDecoder decoder;
    private final Shared shared;
    private final Consumer<PolledQueue> ended;
    private final Repeated outages = new Repeated(System::nanoTime);
    private final Thread thread;
    private volatile long lastNeeded = System.nanoTime();
    private volatile boolean closing;

    /**
     * What all queues share.
     *
     * @param bytes that invocations take
     * @param mostBytes that they may take
     * @param idle a queue for which nobody waits, and of which nothing is lent, for so long is closed
     * @param answered whether an invocation's answer is on record, as far as is known here
     */
    record Shared(AtomicLong bytes, long mostBytes, Duration idle, Predicate<String> answered) {}

    PolledQueue(
            String name,
            WaitingRoom room,
            SourceFactory sources,
            Predicate<String> exists,
            InvocationDecoder decoder,
            Shared shared,
            Consumer<PolledQueue> ended) {
        this.name = name;
        this.room = room;
        this.sources = sources;
        this.exists = exists;
        this.decoder = decoder;
        this.shared = shared;
        this.ended = ended;
        this.thread = DaemonThreads.named("patchboard-http-queue-" + name, this::run);
    }

    String name() {
        return name;
    }

    WaitingRoom room() {
        return room;
    }

    PolledQueue started() {
        thread.start();
        return this;
    }

    void polled() {
        lastNeeded = System.nanoTime();
    }

    private boolean isNeeded() {
        if (!room.isIdle()) {
            lastNeeded = System.nanoTime();
        }
        return !closing && System.nanoTime() - lastNeeded <= shared.idle().toNanos();
    }

    private void run() {
        try {
            while (isNeeded()) {
                try {
                    serve();
                } catch (Exception | StackOverflowError e) {
                    LOG.error("Expected to take invocations of queue {}, but failed; trying again.", name, e);
                    pause();
                }
            }
        } finally {
            ended.accept(this);
        }
    }

    private void serve() {
        if (!exists.test(name)) {
            pause();
            return;
        }
        try (InvocationSource source = sources.open(name)) {
            while (isNeeded()) {
                step(source);
            }
            room.close();
        }
    }

    private void step(InvocationSource source) {
        for (Delivery delivery : source.poll(POLL, space())) {
            accept(delivery);
        }
        room.serve();
        room.tidy();
    }

    private int space() {
        if (shared.bytes().get() < shared.mostBytes()) {
            return room.space();
        }
        // One at least, so that no queue stands still because of others.
        return room.isEmpty() ? 1 : 0;
    }

    private void accept(Delivery delivery) {
        Invocation invocation;
        try {
            invocation = decoder.decode(delivery.value());
        } catch (RegistryUnavailableException e) {
            if (outages.isWorthALine("")) {
                LOG.warn(
                        "Expected to read the invocation at {}, but: {} Given back, as others are.",
                        delivery.position(),
                        e.getMessage());
            }
            delivery.release();
            return;
        } catch (Exception | StackOverflowError e) {
            LOG.warn("Expected an invocation at {}, but: {} It is skipped.", delivery.position(), e.getMessage());
            delivery.ack();
            return;
        }
        if (shared.answered().test(invocation.invocationId())) {
            delivery.ack();
        } else {
            room.accept(invocation, delivery);
        }
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    void beginToClose() {
        closing = true;
    }

    void awaitClosed() {
        try {
            thread.join(TIME_TO_CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        room.close();
    }
}
