package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which of the topics there are: a share consumer subscribes to names only, so who wants every queue, also those
 * created later, has to look again and again. {@link #tend} asks without waiting.
 */
final class TopicWatch {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);

    /** As soon as this a new queue is found; a consumer group looks as often. */
    private static final Duration INTERVAL = Duration.ofMillis(500);

    /**
     * Between questions whose answer seldom changes: how many partitions a topic has, and whether it is still there.
     */
    private static final Duration LONG_INTERVAL = Duration.ofSeconds(5);

    private static final Duration TELL_AFTER = Duration.ofSeconds(30);

    private final Admin admin;
    private final InvocationTopics topics;
    private final LongSupplier nanoTime;
    private final long start;
    private volatile Found found = new Found(Set.of(), 0);
    private volatile boolean asking;
    private volatile boolean told;
    private volatile long next;
    private volatile long describeBy;

    /** @param names the same object until something changes */
    record Found(Set<String> names, int partitions) {}

    TopicWatch(Admin admin, InvocationTopics topics, LongSupplier nanoTime) {
        this.admin = admin;
        this.topics = topics;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.next = start;
        this.describeBy = start;
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
        names().thenCompose(this::look).whenComplete((done, failure) -> {
            if (failure == null) {
                tellIfNone();
            } else {
                LOG.debug("Expected to find the topics, but: {} Asking again.", failure.toString());
            }
            boolean complete = !topics.queues().isEmpty()
                    && found.names().size() == topics.queues().size();
            next = nanoTime.getAsLong() + (complete ? LONG_INTERVAL : INTERVAL).toNanos();
            asking = false;
        });
    }

    /** Those that may be there. Only who reads every queue has to go through all topics of the cluster. */
    private CompletionStage<Set<String>> names() {
        if (!topics.queues().isEmpty()) {
            return CompletableFuture.completedFuture(new TreeSet<>(topics.names()));
        }
        return admin.listTopics().names().toCompletionStage().thenApply(names -> {
            Set<String> ours = new TreeSet<>(names);
            ours.removeIf(name -> !topics.contains(name));
            return ours;
        });
    }

    private CompletionStage<Void> look(Set<String> names) {
        if (names.equals(found.names()) && nanoTime.getAsLong() - describeBy < 0) {
            return CompletableFuture.completedFuture(null);
        }
        Map<String, Integer> partitions = new ConcurrentHashMap<>();
        CompletableFuture<?>[] answers = admin.describeTopics(names).topicNameValues().entrySet().stream()
                .map(entry -> entry.getValue()
                        .toCompletionStage()
                        .handle((topic, failure) -> {
                            if (failure == null) {
                                partitions.put(
                                        entry.getKey(), topic.partitions().size());
                            } else if (!isNotThere(failure)) {
                                throw new CompletionException(failure);
                            }
                            return topic;
                        })
                        .toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(answers).thenRun(() -> take(partitions));
    }

    /** Or not to be seen, which is the same to a share group. */
    private static boolean isNotThere(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof UnknownTopicOrPartitionException || cause instanceof TopicAuthorizationException;
    }

    private void take(Map<String, Integer> described) {
        describeBy = nanoTime.getAsLong() + LONG_INTERVAL.toNanos();
        int partitions = described.values().stream().mapToInt(Integer::intValue).sum();
        if (!described.keySet().equals(found.names())) {
            LOG.info("Reading {}.", new TreeSet<>(described.keySet()));
            found = new Found(Set.copyOf(described.keySet()), partitions);
        } else if (partitions != found.partitions()) {
            found = new Found(found.names(), partitions);
        }
    }

    private void tellIfNone() {
        if (!told && found.names().isEmpty() && nanoTime.getAsLong() - start >= TELL_AFTER.toNanos()) {
            told = true;
            LOG.warn(
                    "Expected topics {}, but for {} s none was seen. Either nothing was put into these queues yet (the"
                            + " kernel makes a queue's topic with the first invocation), or the gateway lacks DESCRIBE on"
                            + " them, or --queue or --prefix names others. Looking on.",
                    topics.queues().isEmpty() ? topics.pattern() : topics.names(),
                    TELL_AFTER.toSeconds());
        }
    }
}
