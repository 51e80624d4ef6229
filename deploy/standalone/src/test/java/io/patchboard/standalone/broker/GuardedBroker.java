package io.patchboard.standalone.broker;

import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;

/** The embedded broker with an authorizer: everything is allowed on what has no ACL. */
public final class GuardedBroker implements AutoCloseable {

    private final KafkaNode node;
    private final int port;

    private GuardedBroker(KafkaNode node, int port) {
        this.node = node;
        this.port = port;
    }

    public static GuardedBroker start(Path dir) throws Exception {
        return start(dir, Map.of());
    }

    /** @param more settings that replace the embedded broker's */
    public static GuardedBroker start(Path dir, Map<String, String> more) throws Exception {
        return start(dir, settings -> settings.putAll(more));
    }

    /** @param more is given the settings to change */
    static GuardedBroker start(Path dir, Consumer<Map<String, String>> more) throws Exception {
        EmbeddedBrokerConfig config = EmbeddedBrokerConfig.on(dir);
        Files.createDirectories(dir);
        Storage.prepare(config.logDir());
        int[] ports = LoopbackPorts.chooseTwo();
        Map<String, String> settings = BrokerSettings.of(config, ports[0], ports[1]);
        settings.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        settings.put("allow.everyone.if.no.acl.found", "true");
        more.accept(settings);
        KafkaNode node = new KafkaNode(new KafkaConfig(settings, false));
        node.start();
        return new GuardedBroker(node, ports[0]);
    }

    public String bootstrapServers() {
        return LoopbackPorts.HOST + ":" + port;
    }

    @Override
    public void close() {
        node.stop();
    }

    /** Makes rules, and waits until the broker has learnt them from its controller. */
    public static void rule(Admin admin, Collection<AclBinding> rules) throws Exception {
        admin.createAcls(rules).all().get();
        await().atMost(Duration.ofMinutes(5))
                .until(() ->
                        admin.describeAcls(AclBindingFilter.ANY).values().get().containsAll(rules));
    }
}
