package io.patchboard.gateway.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure of the settings without which a share group would lose invocations or deliver aborted ones. They belong to
 * the group and live on the broker; Kafka's defaults are {@code latest} and {@code read_uncommitted}, and the first
 * poll of the group fixes where it begins.
 *
 * <p>Public so that what is compared with a gateway can run with the same.
 */
public final class ShareGroupSettings {

    private static final Logger LOG = LoggerFactory.getLogger(ShareGroupSettings.class);
    private static final int TIMEOUT_SECONDS = 10;
    private static final Map<String, String> NEEDED = new TreeMap<>(Map.of(
            "share.isolation.level", "read_committed",
            "share.auto.offset.reset", "earliest",
            "share.renew.acknowledge.enable", "true"));

    private final Admin admin;
    private final String group;
    private final ConfigResource resource;

    private ShareGroupSettings(Admin admin, String group) {
        this.admin = admin;
        this.group = group;
        this.resource = new ConfigResource(ConfigResource.Type.GROUP, group);
    }

    /**
     * Sets what differs and reads it back.
     *
     * @throws UnusableSourceException if the group has other settings and they may not be changed
     * @throws KafkaException if the broker does not answer
     */
    public static void ensure(Admin admin, String group) {
        new ShareGroupSettings(admin, group).ensure();
    }

    private void ensure() {
        Map<String, String> wrong = wrong();
        if (wrong.isEmpty()) {
            return;
        }
        LOG.info("Setting {} on the share group {}.", wrong, group);
        List<AlterConfigOp> changes = wrong.entrySet().stream()
                .map(entry ->
                        new AlterConfigOp(new ConfigEntry(entry.getKey(), entry.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        get(admin.incrementalAlterConfigs(Map.of(resource, changes)).all(), "change", wrong);
        Map<String, String> still = wrong();
        // A change reaches the broker that answers with its next piece of metadata.
        for (int attempt = 0; attempt < 50 && !still.isEmpty(); attempt++) {
            pause();
            still = wrong();
        }
        if (!still.isEmpty()) {
            throw refusal("it still has others after they were set", still, null);
        }
    }

    /** What must be set, among what this broker knows. */
    private Map<String, String> wrong() {
        Config found = get(admin.describeConfigs(List.of(resource)).all(), "read", NEEDED)
                .get(resource);
        Map<String, String> wrong = new LinkedHashMap<>();
        NEEDED.forEach((name, value) -> {
            ConfigEntry entry = found.get(name);
            boolean known = entry != null || !name.equals("share.renew.acknowledge.enable");
            if (known && (entry == null || !value.equals(entry.value()))) {
                wrong.put(name, value);
            }
        });
        return wrong;
    }

    private <T> T get(KafkaFuture<T> answer, String verb, Map<String, String> settings) {
        try {
            return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RetriableException) {
                throw new KafkaException(
                        "Expected to " + verb + " the settings of the share group " + group + ", but: "
                                + e.getCause().getMessage(),
                        e.getCause());
            }
            throw refusal(
                    "they could not be " + (verb.equals("read") ? "read" : "changed") + ": "
                            + e.getCause().getMessage(),
                    settings,
                    e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException(
                    "Expected to " + verb + " the settings of the share group " + group
                            + ", but the broker did not answer.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while making sure of the settings of the share group " + group, e);
        }
    }

    private UnusableSourceException refusal(String but, Map<String, String> settings, Throwable cause) {
        String wanted = settings.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
        return new UnusableSourceException(
                "Expected the share group " + group + " to have the settings " + wanted + ", but " + but
                        + " Somebody who may alter the group (ALTER_CONFIGS on GROUP " + group
                        + ") can set them: kafka-configs.sh --bootstrap-server HOST:PORT --alter --entity-type groups"
                        + " --entity-name " + group + " --add-config " + wanted
                        + ". The gateway itself must be allowed to read them (DESCRIBE_CONFIGS on GROUP " + group
                        + "). Without either, choose the source consumer or classic.",
                cause);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while waiting for the settings of a share group.", e);
        }
    }
}
