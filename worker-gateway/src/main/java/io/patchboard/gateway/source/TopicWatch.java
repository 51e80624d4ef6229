package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
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
    private volatile Found found = new Found(Set.of(), 0);
    private volatile boolean asking;
    private volatile long next;

    /** @param names the same object until something changes */
    record Found(Set<String> names, int partitions) {}

    TopicWatch(Admin admin, InvocationTopics topics, LongSupplier nanoTime) {
        this.admin = admin;
        this.topics = topics;
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    /** What was found last. */
    Found found() {
        return found;
    }

    /** Called by one thread, often. */
    void tend() {
        if (asking || nanoTime.getAsLong() - next < 0) {
            return;
        }
        asking = true;
        admin.listTopics()
                .names()
                .toCompletionStage()
                .thenCompose(this::describe)
                .whenComplete((described, failure) -> {
                    if (failure == null) {
                        take(described);
                    } else {
                        LOG.debug("Expected to find the topics, but: {} Asking again.", failure.toString());
                    }
                    next = nanoTime.getAsLong() + INTERVAL.toNanos();
                    asking = false;
                });
    }

    private CompletionStage<Map<String, TopicDescription>> describe(Set<String> names) {
        Set<String> ours = new TreeSet<>(names);
        ours.removeIf(name -> !topics.contains(name));
        return admin.describeTopics(ours).allTopicNames().toCompletionStage();
    }

    private void take(Map<String, TopicDescription> described) {
        int partitions = described.values().stream()
                .mapToInt(topic -> topic.partitions().size())
                .sum();
        if (!described.keySet().equals(found.names())) {
            LOG.info("Reading {}.", new TreeSet<>(described.keySet()));
            found = new Found(Set.copyOf(described.keySet()), partitions);
        } else if (partitions != found.partitions()) {
            found = new Found(found.names(), partitions);
        }
    }
}
