package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which of the topics there are: a share consumer subscribes to names only, so who wants every queue, also those created
 * later, has to look again and again. {@link #tend} asks without waiting.
 */
final class TopicWatch {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);

    /** As soon as this a new queue is found; a consumer group looks as often. */
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Admin admin;
    private final InvocationTopics topics;
    private final LongSupplier nanoTime;
    private volatile Set<String> found = Set.of();
    private volatile boolean asking;
    private volatile long next;

    TopicWatch(Admin admin, InvocationTopics topics, LongSupplier nanoTime) {
        this.admin = admin;
        this.topics = topics;
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    /** What was found last; the same object until something changes. */
    Set<String> found() {
        return found;
    }

    /** Called by one thread, often. */
    void tend() {
        if (asking || nanoTime.getAsLong() - next < 0) {
            return;
        }
        asking = true;
        admin.listTopics().names().whenComplete((names, failure) -> {
            if (failure == null) {
                take(names);
            } else {
                LOG.debug("Expected the names of the topics, but: {} Asking again.", failure.toString());
            }
            next = nanoTime.getAsLong() + INTERVAL.toNanos();
            asking = false;
        });
    }

    private void take(Set<String> names) {
        Set<String> ours = new TreeSet<>(names);
        ours.removeIf(name -> !topics.contains(name));
        if (!ours.equals(found)) {
            LOG.info("Reading {}.", ours);
            found = Set.copyOf(ours);
        }
    }
}
