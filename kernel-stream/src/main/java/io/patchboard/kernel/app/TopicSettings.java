package io.patchboard.kernel.app;

import io.patchboard.record.ContractLimits;
import io.patchboard.record.Topics;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What PatchBoard needs its topics to be set to, and puts right on topics that somebody else has made: a broker's
 * defaults would delete the log after a week, and take the time of a decision from whoever sends a record.
 */
public final class TopicSettings {

    private static final Logger LOG = LoggerFactory.getLogger(TopicSettings.class);

    private static final String MOST_BYTES = Integer.toString(ContractLimits.MAX_RECORD_BYTES);

    /** All of it is kept. */
    private static final Map<String, String> KEPT_TOPIC = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            TopicConfig.RETENTION_MS_CONFIG,
            "-1",
            TopicConfig.RETENTION_BYTES_CONFIG,
            "-1",
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
            MOST_BYTES);

    /**
     * The log is the truth, so it is kept. A board's time never goes back, so it may be ahead of the broker's for as
     * long as a clock was wrong: an hour ahead by default, and the broker would refuse its entries, and with them all
     * that the kernel does.
     */
    static final Map<String, String> LOG_TOPIC =
            with(KEPT_TOPIC, TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, Long.toString(Long.MAX_VALUE));

    /**
     * Decisions take their time from the record, and the broker's clock is nobody's to bend. A key is a board, so
     * compaction would leave the last input of each, and a bound in bytes would drop those that are not decided yet.
     */
    static final Map<String, String> INPUT_TOPIC = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            TopicConfig.RETENTION_BYTES_CONFIG,
            "-1",
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
            "LogAppendTime",
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
            MOST_BYTES);

    /**
     * Keys, of which the latest word is kept, and what it was said over is not, and soon: its files are to have no key
     * that was destroyed. As whoever seals makes the topic; less does, too.
     */
    private static final Map<String, String> KEYS_TOPIC = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            TopicConfig.SEGMENT_MS_CONFIG,
            "10000",
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
            "0.01",
            TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
            "60000",
            TopicConfig.DELETE_RETENTION_MS_CONFIG,
            "0",
            TopicConfig.FILE_DELETE_DELAY_MS_CONFIG,
            "1000");

    /** Of which less than is wanted does. */
    private static final Set<String> AT_MOST = Set.of(
            TopicConfig.SEGMENT_MS_CONFIG,
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
            TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
            TopicConfig.DELETE_RETENTION_MS_CONFIG,
            TopicConfig.FILE_DELETE_DELAY_MS_CONFIG);

    private final Admin admin;
    private final String bootstrapServers;

    TopicSettings(Admin admin, String bootstrapServers) {
        this.admin = admin;
        this.bootstrapServers = bootstrapServers;
    }

    private static Map<String, String> with(Map<String, String> settings, String name, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(name, value);
        return Map.copyOf(more);
    }

    /** What one of PatchBoard's topics has to be set to. */
    public static Map<String, String> wanted(Topics topics, String topic) {
        if (topic.equals(topics.keys())) {
            return KEYS_TOPIC;
        }
        if (topic.equals(topics.blueprints())) {
            return KEPT_TOPIC;
        }
        return topic.equals(topics.commands()) || topic.equals(topics.proposals()) ? INPUT_TOPIC : LOG_TOPIC;
    }

    /** Those of the wanted settings that are otherwise, sorted by name. */
    public static Map<String, String> wrong(Map<String, String> wanted, Map<String, String> actual) {
        Map<String, String> wrong = new TreeMap<>(wanted);
        wrong.entrySet().removeIf(setting -> suffices(setting.getKey(), setting.getValue(), actual));
        return wrong;
    }

    private static boolean suffices(String name, String wanted, Map<String, String> actual) {
        String value = actual.get(name);
        if (value != null && name.equals(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)) {
            return Integer.parseInt(value) >= Integer.parseInt(wanted);
        }
        if (value != null && AT_MOST.contains(name)) {
            return new BigDecimal(value).compareTo(new BigDecimal(wanted)) <= 0;
        }
        return wanted.equals(value);
    }

    /** Puts topics right that exist, as far as it is permitted to; says what it is not. */
    void repair(Collection<NewTopic> topics) throws ExecutionException, InterruptedException {
        Map<ConfigResource, NewTopic> wanted = topics.stream()
                .collect(Collectors.toMap(
                        topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.name()), topic -> topic));
        Map<ConfigResource, KafkaFuture<Config>> described =
                admin.describeConfigs(wanted.keySet()).values();
        for (Map.Entry<ConfigResource, NewTopic> topic : wanted.entrySet()) {
            Map<String, String> settings = topic.getValue().configs();
            try {
                Map<String, String> wrong =
                        wrong(settings, values(described.get(topic.getKey()).get()));
                if (!wrong.isEmpty()) {
                    alter(topic.getKey(), wrong);
                }
            } catch (ExecutionException e) {
                boolean answered =
                        e.getCause() instanceof ApiException && !(e.getCause() instanceof RetriableException);
                if (!answered) {
                    throw e;
                }
                LOG.warn(
                        "Expected topic {} to be set to {}, but the kernel may not see or change that: {} Run: {}",
                        topic.getKey().name(),
                        settings,
                        e.getCause().getMessage(),
                        command(bootstrapServers, topic.getKey().name(), settings));
            }
        }
    }

    private void alter(ConfigResource topic, Map<String, String> settings)
            throws ExecutionException, InterruptedException {
        List<AlterConfigOp> changes = new ArrayList<>();
        settings.forEach((name, value) ->
                changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
        admin.incrementalAlterConfigs(Map.of(topic, changes)).all().get();
        LOG.info("Topic {} was set otherwise; it is now set to {}.", topic.name(), settings);
    }

    /** As they are, those of the broker included. */
    public static Map<String, String> values(Config config) {
        Map<String, String> values = new HashMap<>();
        config.entries().forEach(entry -> values.put(entry.name(), entry.value()));
        return values;
    }

    static boolean isRefusal(Throwable cause) {
        return cause instanceof AuthorizationException || cause instanceof PolicyViolationException;
    }

    /** What sets them on the command line. */
    public static String command(String bootstrapServers, String topic, Map<String, String> settings) {
        String list = new TreeMap<>(settings)
                .entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining(","));
        return "kafka-configs.sh --bootstrap-server " + bootstrapServers + " --alter --topic " + topic
                + " --add-config " + list;
    }
}
