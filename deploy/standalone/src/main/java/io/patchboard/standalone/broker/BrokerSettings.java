package io.patchboard.standalone.broker;

import io.patchboard.record.ContractLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Every setting in which the embedded broker differs from Kafka's default or on which PatchBoard relies, each with its
 * reason. Times are in milliseconds and sizes in bytes unless the name says otherwise.
 *
 * <p>Left at Kafka's default on purpose: {@code log.flush.*} (the operating system flushes; a single node gains little
 * from more, and pays with latency), {@code log.message.timestamp.type=CreateTime} (of topics that others make; the
 * kernel's input topics are LogAppendTime, as the kernel makes them: it decides by the broker's clock, not by that of a
 * producer), {@code controlled.shutdown.enable=true} (a clean stop hands over, so that the next start
 * has nothing to recover).
 */
final class BrokerSettings {

    static final int NODE_ID = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    /**
     * Largest record batch that the broker takes. A patch or a view is kilobytes, a blueprint seldom a megabyte; the
     * kernel refuses by its own, lower limits with a reason. A record beyond this one never reaches the kernel: its
     * producer gets {@code RecordTooLargeException}.
     */
    static final int MAX_MESSAGE_BYTES = ContractLimits.MAX_STORED_BYTES;

    static final Duration MAX_TRANSACTION = Duration.ofMinutes(1);

    private static final int INTERNAL_TOPIC_PARTITIONS = 4;

    private BrokerSettings() {}

    static Map<String, String> of(EmbeddedBrokerConfig config, int kafkaPort, int controllerPort) {
        Map<String, String> settings = new LinkedHashMap<>();
        identity(settings, config, kafkaPort, controllerPort);
        topics(settings, config);
        singleNode(settings);
        groups(settings);
        footprint(settings);
        return settings;
    }

    private static void identity(
            Map<String, String> settings, EmbeddedBrokerConfig config, int kafkaPort, int controllerPort) {
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(NODE_ID));
        settings.put("log.dirs", config.logDir().toString());
        // Loopback only: there is no authentication, so nobody outside of this machine may reach it.
        settings.put(
                "listeners",
                "PLAINTEXT://" + LoopbackPorts.HOST + ":" + kafkaPort + "," + CONTROLLER_LISTENER + "://"
                        + LoopbackPorts.HOST + ":" + controllerPort);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("controller.listener.names", CONTROLLER_LISTENER);
        // A fixed voter and not a dynamic one: the controller's port changes from start to start.
        settings.put("controller.quorum.voters", NODE_ID + "@" + LoopbackPorts.HOST + ":" + controllerPort);
    }

    private static void topics(Map<String, String> settings, EmbeddedBrokerConfig config) {
        // A worker in any language may use a topic before PatchBoard has made it.
        settings.put("auto.create.topics.enable", "true");
        settings.put("num.partitions", Integer.toString(config.defaultPartitions()));
        settings.put("message.max.bytes", Integer.toString(MAX_MESSAGE_BYTES));
        // The log is the truth: nothing may fall out of it because a week has passed.
        settings.put("log.retention.ms", "-1");
        // After a kill Kafka reads each partition's last segment again: smaller segments, shorter restart.
        settings.put("log.segment.bytes", Integer.toString(64 * 1024 * 1024));
        // An unused board may be picked up after months; its readers must still know where they were.
        settings.put(
                "offsets.retention.minutes",
                Long.toString(Duration.ofDays(365 * 10).toMinutes()));
        // The longest that an abandoned transaction may hold up read_committed readers: of its partitions, all boards.
        // A
        // producer's default, and so what most ask for; one that asks for more is refused. The kernel asks for 10 s.
        settings.put("transaction.max.timeout.ms", millis(MAX_TRANSACTION));
        // A transaction that begins while the markers of the one before are still being written waits in the broker. It
        // looks again after 20 ms by default, five times as long as a commit takes.
        settings.put("add.partitions.to.txn.retry.backoff.ms", "1");
    }

    private static void singleNode(Map<String, String> settings) {
        settings.put("default.replication.factor", "1");
        settings.put("min.insync.replicas", "1");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        // 50 partitions each would be 150 logs to open at every start, for one node's worth of groups.
        settings.put("offsets.topic.num.partitions", Integer.toString(INTERNAL_TOPIC_PARTITIONS));
        settings.put("transaction.state.log.num.partitions", Integer.toString(INTERNAL_TOPIC_PARTITIONS));
        settings.put("share.coordinator.state.topic.num.partitions", Integer.toString(INTERNAL_TOPIC_PARTITIONS));
        // A single node has nobody to hand over to. Fenced by its own controller, because the process stood still for
        // some seconds, it would lose the markers of the transactions that were being ended, see KafkaNode.
        settings.put("broker.session.timeout.ms", millis(Duration.ofDays(1)));
        settings.put("broker.heartbeat.interval.ms", "300");
        // Twice a second a record that says nothing tells the other controllers that this one lives. There are none.
        settings.put("metadata.max.idle.interval.ms", "0");
        // Each change of the metadata waits so long for others to be written with it, 25 ms by default; a start makes
        // several, one after the other.
        settings.put("controller.quorum.append.linger.ms", "0");
        // A start that cannot succeed must end. Kafka's default is to wait for ever.
        settings.put("server.max.startup.time.ms", millis(EmbeddedBroker.START_TIMEOUT));
    }

    /**
     * Group membership decides how soon work goes on after a kill. The minima let clients ask for short sessions; the
     * defaults serve clients of the newer protocols, where the broker and not the client sets the times.
     */
    private static void groups(Map<String, String> settings) {
        // Everything starts together here, so there is no late member to wait for.
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.streams.initial.rebalance.delay.ms", "0");
        settings.put("group.min.session.timeout.ms", "1000");
        for (String kind : new String[] {"consumer", "share", "streams"}) {
            settings.put("group." + kind + ".min.session.timeout.ms", "1000");
            settings.put("group." + kind + ".min.heartbeat.interval.ms", "100");
            settings.put("group." + kind + ".session.timeout.ms", "6000");
            // A new member learns its partitions by heartbeat: this is most of the wait for the first record.
            settings.put("group." + kind + ".heartbeat.interval.ms", "500");
        }
        // A gateway opens more members when some are busy with slow workers: each counts from the next heartbeat on.
        settings.put("group.share.heartbeat.interval.ms", "200");
        settings.put("group.share.assignment.interval.ms", "0");
        settings.put("group.share.assignors", ShareAssignor.class.getName());
        // A hung worker's invocation comes back after its lock: let a group ask for less than 15 s.
        settings.put("group.share.min.record.lock.duration.ms", "1000");
        // The most that Kafka allows; 5 by default. After that many deliveries, also to gateways that were killed
        // before they began, a
        // record is dropped, and its invocation waits for its timeout.
        settings.put("group.share.delivery.count.limit", "10");
        // A share group that meets a topic while it is being created tries again after this; 30 s looks like a hang.
        settings.put("group.share.initialize.retry.interval.ms", "1000");
    }

    private static void footprint(Map<String, String> settings) {
        // 128 MB by default, allocated at the start; 4 MB deduplicate some 150,000 keys in one pass.
        settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 * 1024 * 1024));
        // One node on a shared machine: two cores do not gain from Kafka's three and eight threads.
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
