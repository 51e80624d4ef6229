package io.patchboard.standalone.loop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * A thread that serves until it is closed. Whatever goes wrong, it begins anew after a pause; so what it serves goes on
 * where it was, or sends again what counts once.
 */
public final class KafkaLoop implements AutoCloseable {

    /** What is done in the loop. */
    public interface Service {

        /** Serves until the loop {@linkplain KafkaLoop#goesOn goes on} no more, or something fails. */
        void serve(KafkaLoop loop);

        /** Kafka does not do what it should, for now. */
        void waits(String why);

        /** Something failed that should not. */
        void failed(Throwable why);
    }

    private final Service service;
    private final Duration pause;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile Optional<KafkaConsumer<byte[], byte[]>> reader = Optional.empty();

    private KafkaLoop(String name, Duration pause, Service service) {
        this.service = service;
        this.pause = pause;
        this.thread = new Thread(this::run, name);
    }

    /**
     * Starts it.
     *
     * @param name of the thread
     * @param pause before it begins anew
     */
    public static KafkaLoop start(String name, Duration pause, Service service) {
        KafkaLoop loop = new KafkaLoop(name, pause, service);
        loop.thread.start();
        return loop;
    }

    private void run() {
        while (goesOn()) {
            try {
                service.serve(this);
            } catch (WakeupException | InterruptException e) {
                // closing, or it is seen below that it is not
            } catch (KafkaException e) {
                service.waits(String.valueOf(e.getMessage()));
            } catch (RuntimeException | Error e) {
                service.failed(e);
            } finally {
                reader = Optional.empty();
            }
            pause();
        }
    }

    /** False once it is being closed. */
    public boolean goesOn() {
        return closing.getCount() > 0;
    }

    /** Waits as long as before beginning anew, or until it is being closed. */
    public void pause() {
        try {
            closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closing.countDown(); // nobody else has this thread
        }
    }

    /** That closing is to wake this one. */
    public void reads(KafkaConsumer<byte[], byte[]> consumer) {
        reader = Optional.of(consumer);
    }

    /** Returns when it has ended. */
    @Override
    public void close() {
        closing.countDown();
        reader.ifPresent(KafkaConsumer::wakeup);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
