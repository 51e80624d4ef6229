package io.patchboard.standalone.doctor;

import io.patchboard.client.KafkaConnection;
import io.patchboard.kernel.app.InputPartitions;
import io.patchboard.kernel.app.TopicSettings;
import io.patchboard.record.Topics;
import io.patchboard.standalone.check.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;

/** Whether PatchBoard's topics are there, and as they have to be. */
final class TopicsCheck {

    /** Kernels may be away over a weekend. */
    private static final Duration KEPT_FOR = Duration.ofDays(3);

    private final Admin admin;
    private final KafkaConnection connection;
    private final Topics topics;

    TopicsCheck(Admin admin, KafkaConnection connection) {
        this.admin = admin;
        this.connection = connection;
        this.topics = connection.topics();
    }

    private List<String> always() {
        return always(topics);
    }

    private List<String> inputs() {
        return List.of(topics.commands(), topics.proposals());
    }

    private static List<String> always(Topics topics) {
        return List.of(topics.commands(), topics.proposals(), topics.committed(), topics.rejected());
    }

    private Set<String> existing() throws ExecutionException, InterruptedException {
        Set<String> names = new TreeSet<>(admin.listTopics().names().get());
        names.removeIf(name -> !always().contains(name)
                && !topics.holdsInvocations(name)
                && !name.equals(topics.blueprints())
                && !name.equals(topics.keys()));
        return names;
    }

    private Map<String, TopicDescription> described() throws ExecutionException, InterruptedException {
        DescribeTopicsOptions withRights = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        return new TreeMap<>(
                admin.describeTopics(existing(), withRights).allTopicNames().get());
    }

    /** Whether something may be sent without making the topic. */
    boolean hasCommands() throws ExecutionException, InterruptedException {
        return existing().contains(topics.commands());
    }

    void present(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        Map<String, TopicDescription> there = described();
        List<String> missing =
                always().stream().filter(name -> !there.containsKey(name)).toList();
        if (missing.size() == always().size()) {
            told.accept(absent(topics, admin.listTopics().names().get()));
            return;
        }
        if (!missing.isEmpty()) {
            told.accept(
                    Finding.fail(
                            "topics",
                            "Expected " + String.join(", ", missing)
                                    + ", too, or these credentials may not see it. A kernel that may create topics makes it when it starts."));
        }
        Map<String, Integer> inputs = new TreeMap<>();
        for (String input : inputs()) {
            inputs.put(
                    input,
                    there.containsKey(input) ? there.get(input).partitions().size() : 0);
        }
        int commands = inputs.get(topics.commands());
        if (inputs.containsValue(0)) {
            return; // which is told above
        }
        told.accept(InputPartitions.misfit(
                        inputs,
                        InputPartitions.spread(
                                admin, topics, admin.listTopics().names().get()))
                .map(misfit -> Finding.fail("topics", misfit + " Until then no kernel starts."))
                .orElseGet(() -> Finding.pass(
                        "topics",
                        there.size() + " topics; boards are spread over "
                                + (commands == 1 ? "1 partition." : commands + " partitions."))));
    }

    /** With those of another beginning there, a misspelt one is likelier than a cluster where no kernel has been. */
    static Finding absent(Topics topics, Set<String> all) {
        String none = "There are none that begin with \"" + topics.prefix() + "\"";
        String committed = new Topics("").committed();
        List<String> others = all.stream()
                .filter(name -> name.endsWith(committed))
                .map(name -> name.substring(0, name.length() - committed.length()))
                .filter(prefix -> all.containsAll(always(new Topics(prefix))))
                .sorted()
                .toList();
        return others.isEmpty()
                ? Finding.warn(
                        "topics", none + ". A kernel makes them when it starts; if there is one, give its --prefix.")
                : Finding.fail(
                        "topics",
                        none + ", but there are those of --prefix \"" + String.join("\", \"", others)
                                + "\". Give the right one, or start a kernel that makes them.");
    }

    void settings(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        List<ConfigResource> resources = existing().stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<ConfigResource, Config> configs = new TreeMap<>(Comparator.comparing(ConfigResource::name));
        configs.putAll(admin.describeConfigs(resources).all().get());
        boolean right = !configs.isEmpty();
        for (Map.Entry<ConfigResource, Config> config : configs.entrySet()) {
            String topic = config.getKey().name();
            Map<String, String> wrong =
                    TopicSettings.wrong(TopicSettings.wanted(topics, topic), TopicSettings.values(config.getValue()));
            if (!wrong.isEmpty()) {
                right = false;
                told.accept(Finding.fail(
                        "settings",
                        "Expected topic " + topic + " to have " + wrong + ", without which "
                                + (topic.equals(topics.keys())
                                        ? "keys that were destroyed stay in its files. Run: "
                                        : "records are lost or refused. A kernel that may do so sets it when it starts,"
                                                + " or run: ")
                                + TopicSettings.command(connection.bootstrapServers(), topic, wrong)));
            }
            Optional<Finding> shortLived = inputs().contains(topic)
                    ? shortLived(topic, TopicSettings.values(config.getValue()).get("retention.ms"))
                    : Optional.empty();
            if (shortLived.isPresent()) {
                right = false;
                told.accept(shortLived.get());
            }
        }
        if (right) {
            told.accept(
                    Finding.pass("settings", "All topics are kept as long and take records as large as they have to."));
        }
    }

    private Optional<Finding> shortLived(String input, String retention) {
        long kept = retention == null ? -1 : Long.parseLong(retention);
        return kept < 0 || kept >= KEPT_FOR.toMillis()
                ? Optional.empty()
                : Optional.of(Finding.warn(
                        "settings",
                        "Topic " + input + " keeps what is sent for "
                                + Duration.ofMillis(kept).toHours()
                                + " h: what no kernel has decided by then is gone, and has no outcome. Keep it for longer"
                                + " than kernels may be away, such as a week: "
                                + TopicSettings.command(
                                        connection.bootstrapServers(), input, Map.of("retention.ms", "604800000"))));
    }

    void replicas(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        List<String> without = new ArrayList<>();
        List<String> behind = new ArrayList<>();
        List<String> alone = new ArrayList<>();
        Map<String, TopicDescription> there = described();
        there.forEach((name, topic) -> {
            for (TopicPartitionInfo partition : topic.partitions()) {
                String place = name + "-" + partition.partition();
                if (partition.leader() == null) {
                    without.add(place);
                } else if (partition.isr().size() < partition.replicas().size()) {
                    behind.add(place);
                }
            }
            if (topic.partitions().stream().anyMatch(one -> one.replicas().size() == 1)) {
                alone.add(name);
            }
        });
        if (!without.isEmpty()) {
            told.accept(Finding.fail(
                    "replicas", "Nobody serves " + without + ": start the brokers that have these partitions."));
        }
        if (!behind.isEmpty()) {
            told.accept(Finding.warn(
                    "replicas", "Not all copies of " + behind + " are up to date: a broker is away or slow."));
        }
        int brokers = admin.describeCluster().nodes().get().size();
        if (!alone.isEmpty() && brokers > 1) {
            told.accept(
                    Finding.warn(
                            "replicas",
                            "There is one copy only of " + alone + ", which is lost with its broker. Raise it with"
                                    + " kafka-reassign-partitions.sh, and set PATCHBOARD_REPLICATION=3 for topics that kernels make."));
        }
        if (!there.isEmpty() && without.isEmpty() && behind.isEmpty() && (alone.isEmpty() || brokers == 1)) {
            told.accept(Finding.pass("replicas", "All partitions have a leader, and all copies are up to date."));
        }
    }

    /** What these credentials may do; of a broker without an authorizer everybody may do everything. */
    void rights(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        List<String> missing = new ArrayList<>();
        Map<String, TopicDescription> there = described();
        there.forEach((name, topic) -> {
            boolean input = inputs().contains(name);
            AclOperation needed = input ? AclOperation.WRITE : AclOperation.READ;
            if (topic.authorizedOperations() != null
                    && !topic.authorizedOperations().contains(needed)) {
                missing.add(needed + " on " + name);
            }
        });
        if (!missing.isEmpty()) {
            told.accept(
                    Finding.warn(
                            "rights",
                            "These credentials do not have " + String.join(", ", missing)
                                    + ". Who sends commands and proposals needs to write them, who reads boards needs to read the log."));
        } else if (!there.isEmpty()) {
            told.accept(Finding.pass("rights", "These credentials may send to the inputs and read the log."));
        }
    }
}
