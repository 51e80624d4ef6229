package io.patchboard.kernel.app;

import io.patchboard.kernel.decide.Queues;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the topics that are missing, and checks those that are there. */
final class TopicSetup implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TopicSetup.class);

    private static final Duration PROPAGATION_TIMEOUT = Duration.ofSeconds(15);
    private static final long PROPAGATION_POLL_MILLIS = 50;

    /** Making a queue's topic is part of a decision, for which other boards wait; it takes three requests. */
    static final int QUEUE_REQUEST_MILLIS = 3_000;

    private static final String DEFAULT_QUEUE = "default";

    private final Admin admin;
    private final KernelConfig config;
    private final Topics topics;
    private final Consumer<String> onNewQueue;
    private final Set<String> knownQueues = ConcurrentHashMap.newKeySet();
    private final Set<String> queuesAtStart = ConcurrentHashMap.newKeySet();

    /** @param onNewQueue told of each queue whose topic was made on demand; part of a decision, so it must not wait */
    TopicSetup(KernelConfig config, Map<String, Object> adminProperties, Consumer<String> onNewQueue) {
        this.config = config;
        this.topics = config.topics();
        this.onNewQueue = onNewQueue;
        this.admin = Admin.create(adminProperties);
    }

    /**
     * Returns the number of partitions of each input topic.
     *
     * @throws KernelStartException if the broker does not answer, or a topic cannot be made or does not fit
     */
    int prepare() {
        List<NewTopic> wanted = new ArrayList<>();
        wanted.add(topic(topics.commands(), TopicSettings.INPUT_TOPIC));
        wanted.add(topic(topics.proposals(), TopicSettings.INPUT_TOPIC));
        wanted.add(topic(topics.committed(), TopicSettings.LOG_TOPIC));
        wanted.add(topic(topics.rejected(), TopicSettings.LOG_TOPIC));
        config.queues().forEach(queue -> wanted.add(topic(topics.invocations(queue), TopicSettings.LOG_TOPIC)));
        try {
            Set<String> existing = admin.listTopics().names().get();
            create(missing(wanted, existing), new CreateTopicsOptions());
            repair(wanted, existing);
            knownQueues.addAll(config.queues());
            queuesAtStart.addAll(config.queues());
            existing.stream()
                    .filter(topics::holdsInvocations)
                    .map(name -> name.substring(topics.invocations("").length()))
                    .forEach(queuesAtStart::add);
            int partitions = inputPartitions(existing);
            LostInputs.tell(admin, topics, partitions);
            return partitions;
        } catch (ExecutionException | KafkaException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            throw new KernelStartException(
                    "Expected to prepare PatchBoard's topics on " + config.bootstrapServers() + ", but: "
                            + cause.getMessage(),
                    cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KernelStartException("Interrupted while preparing topics.", e);
        }
    }

    /** The queues that had a topic at the start; where there was none, the one that blueprints have by default. */
    Set<String> queues() {
        return queuesAtStart.isEmpty() ? Set.of(DEFAULT_QUEUE) : Set.copyOf(queuesAtStart);
    }

    private static List<NewTopic> missing(List<NewTopic> wanted, Set<String> existing) {
        return wanted.stream().filter(topic -> !existing.contains(topic.name())).toList();
    }

    private void create(List<NewTopic> missing, CreateTopicsOptions options)
            throws ExecutionException, InterruptedException {
        for (Map.Entry<String, KafkaFuture<Void>> created :
                admin.createTopics(missing, options).values().entrySet()) {
            try {
                created.getValue().get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof AuthorizationException refusal) { // whose own message names no topic
                    throw new ExecutionException(new TopicAuthorizationException(
                            "CREATE on topic " + created.getKey() + " is needed. " + refusal.getMessage(),
                            Set.of(created.getKey())));
                }
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    /** Looks at topics that were there before: those that are wanted, and those of any queue. */
    private void repair(List<NewTopic> wanted, Set<String> existing) throws ExecutionException, InterruptedException {
        Map<String, NewTopic> present = new TreeMap<>();
        existing.stream()
                .filter(topics::holdsInvocations)
                .forEach(name -> present.put(name, topic(name, TopicSettings.LOG_TOPIC)));
        wanted.stream()
                .filter(topic -> existing.contains(topic.name()))
                .forEach(topic -> present.put(topic.name(), topic));
        new TopicSettings(admin, config.bootstrapServers()).repair(present.values());
    }

    private int inputPartitions(Set<String> existing) throws ExecutionException, InterruptedException {
        Map<String, Integer> partitions = new TreeMap<>();
        describeInputs()
                .forEach(
                        (name, topic) -> partitions.put(name, topic.partitions().size()));
        Optional<String> misfit = InputPartitions.misfit(partitions, InputPartitions.spread(admin, topics, existing));
        if (misfit.isPresent()) {
            throw new KernelStartException(misfit.get(), null);
        }
        return partitions.get(topics.proposals());
    }

    /** A broker may not know yet what its controller has just made. */
    private Map<String, TopicDescription> describeInputs() throws ExecutionException, InterruptedException {
        long giveUp = System.nanoTime() + PROPAGATION_TIMEOUT.toNanos();
        while (true) {
            try {
                return admin.describeTopics(List.of(topics.commands(), topics.proposals()))
                        .allTopicNames()
                        .get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > giveUp) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(PROPAGATION_POLL_MILLIS);
            }
        }
    }

    /**
     * Makes the topics of queues that have none, all of them or none.
     *
     * @throws TimeoutException if that cannot be told now
     */
    Optional<Queues.Missing> missing(Collection<String> queues) {
        List<String> unknown =
                queues.stream().filter(queue -> !knownQueues.contains(queue)).toList();
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        if (!config.queues().isEmpty()) {
            return Optional.of(Queues.Missing.unlisted(unknown.get(0), config.queues()));
        }
        try {
            Optional<Queues.Missing> missing = make(unknown);
            if (missing.isEmpty()) {
                knownQueues.addAll(unknown);
            }
            return missing;
        } catch (ExecutionException e) {
            return Optional.of(refused(unknown.get(0), e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TimeoutException("Interrupted while making the topics of queues " + unknown + ".", e);
        }
    }

    private Optional<Queues.Missing> make(List<String> queues) throws ExecutionException, InterruptedException {
        Set<String> existing = admin.listTopics(new ListTopicsOptions().timeoutMs(QUEUE_REQUEST_MILLIS))
                .names()
                .get();
        List<String> absent = queues.stream()
                .filter(queue -> !existing.contains(topics.invocations(queue)))
                .toList();
        long there = existing.stream().filter(topics::holdsInvocations).count();
        if (!absent.isEmpty() && there + absent.size() > config.mostQueues()) {
            return Optional.of(new Queues.Missing(absent.get(0), tooMany(absent, there)));
        }
        List<NewTopic> wanted = absent.stream()
                .map(queue -> topic(topics.invocations(queue), TopicSettings.LOG_TOPIC))
                .toList();
        // Each topic is made or refused for itself, so what is refused must be known before the first is made.
        create(wanted, new CreateTopicsOptions().timeoutMs(QUEUE_REQUEST_MILLIS).validateOnly(true));
        create(wanted, new CreateTopicsOptions().timeoutMs(QUEUE_REQUEST_MILLIS));
        absent.forEach(onNewQueue);
        return Optional.empty();
    }

    private String tooMany(List<String> absent, long there) {
        return "The kernel makes topics of queues on demand as long as there are at most " + config.mostQueues()
                + " queues; there are " + there + ", and the blueprint has " + absent.size()
                + " more. Use queues that are there, or make the topics. A kernel of its own knows PATCHBOARD_QUEUES and"
                + " PATCHBOARD_MOST_QUEUES.";
    }

    /** An outage must not be taken for an answer: the board would be refused for good. */
    private static Queues.Missing refused(String queue, Throwable cause) {
        if (cause instanceof InvalidTopicException || TopicSettings.isRefusal(cause)) {
            LOG.warn("Expected to make the topics of queues, {} first, but: {}", queue, cause.getMessage());
            return new Queues.Missing(queue, "Its topic cannot be made: " + cause.getMessage());
        }
        throw new TimeoutException(
                "Expected to make the topics of queues, " + queue + " first, but: " + cause.getMessage(), cause);
    }

    CommandRounds commandRounds(int inputPartitions, Map<String, Object> properties) {
        return new CommandRounds(admin, topics, inputPartitions, properties);
    }

    TransactionWatch watch(int inputPartitions) {
        return new TransactionWatch(admin, config, inputPartitions);
    }

    private NewTopic topic(String name, Map<String, String> settings) {
        Optional<Short> replication = config.replication().map(Integer::shortValue);
        return new NewTopic(name, Optional.of(config.partitions()), replication).configs(settings);
    }

    @Override
    public void close() {
        admin.close();
    }
}
