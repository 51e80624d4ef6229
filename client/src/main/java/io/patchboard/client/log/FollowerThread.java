package io.patchboard.client.log;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows something on a thread of its own, and begins again after whatever failed it, until it is closed. */
public final class FollowerThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FollowerThread.class);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final String purpose;
    private final Duration pauseAfterFailure;
    private final Consumer<RuntimeException> onFailure;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean closed;

    /** What is done from one failure to the next. */
    @FunctionalInterface
    public interface Task {
        /** Returns once the thread is closed. */
        void follow(FollowerThread thread);
    }

    /**
     * @param name of the thread
     * @param purpose as in "Expected to follow the boards' logs"
     * @param onFailure hears of each before the pause
     */
    public FollowerThread(
            String name, String purpose, Duration pauseAfterFailure, Task task, Consumer<RuntimeException> onFailure) {
        this.purpose = purpose;
        this.pauseAfterFailure = pauseAfterFailure;
        this.onFailure = onFailure;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> run(task));
    }

    public void start() {
        thread.start();
    }

    public boolean isClosed() {
        return closed;
    }

    /** Ends early when the thread is closed, and ends it when interrupted. */
    public void pause(Duration time) {
        try {
            if (closing.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                closed = true;
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private void run(Task task) {
        while (!closed) {
            try {
                task.follow(this);
            } catch (KafkaException e) {
                LOG.warn("Expected to {}, but: {} Trying again.", purpose, e.toString());
                failed(e);
            } catch (RuntimeException e) {
                LOG.error("Expected to {}, but that failed. Trying again.", purpose, e);
                failed(e);
            } catch (StackOverflowError e) {
                LOG.error("Expected to {}, but that failed. Trying again.", purpose, e);
                failed(new IllegalStateException(e));
            }
        }
    }

    private void failed(RuntimeException failure) {
        onFailure.accept(failure);
        if (!closed) {
            pause(pauseAfterFailure);
        }
    }

    @Override
    public void close() {
        closed = true;
        closing.countDown();
        try {
            thread.join(LONGEST_CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
