package io.patchboard.standalone.broker;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.KafkaRequestHandlerPoolFactory;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.quota.ControllerMutationQuota;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Kafka's controller and broker in one process, as {@link KafkaRaftServer} puts them together, but for
 * {@link BoundedProduce} and for one step between their starts: the controller forgets the broker of the former run.
 *
 * <p>Without it a start after {@code kill -9} can leave a transaction that nobody ends. The new broker reads from the
 * metadata that it leads its partitions, takes office as transaction coordinator, and begins to write the markers of a
 * transaction that was being committed; it cannot reach itself yet, as its port is closed. When the controller then
 * fences the broker of the former run, the partitions have no leader for a moment, and Kafka 4.3 takes that for a
 * deleted topic ("these partitions are likely deleted already and hence can be skipped") and notes the transaction as
 * complete. From then on no {@code read_committed} reader gets past it, the kernel's own restore included. A broker
 * that is not registered leads nothing, so nothing begins before it can be finished.
 */
final class KafkaNode {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaNode.class);
    private static final long RETRY_MS = 10;
    private static final Duration NO_WAIT = Duration.ofMillis(1);

    private final ControllerServer controller;
    private final BrokerServer broker;
    private final Metrics metrics;
    private volatile boolean stopping;

    KafkaNode(KafkaConfig config) {
        var storage = KafkaRaftServer.initializeLogDirs(config, LOG, "");
        MetaPropertiesEnsemble properties = storage._1();
        BootstrapMetadata bootstrap = storage._2();
        metrics = Server.initializeMetrics(
                config, Time.SYSTEM, properties.clusterId().orElseThrow());
        QuorumConfig quorum = config.quorumConfig();
        KafkaRequestHandlerPoolFactory handlers = BoundedProduce.handlers();
        SharedServer shared =
                new SharedServer(
                        config,
                        properties,
                        Time.SYSTEM,
                        metrics,
                        CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
                        QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()),
                        new StandardFaultHandlerFactory(),
                        ServerSocketFactory.INSTANCE) {
                    @Override
                    public KafkaRequestHandlerPoolFactory requestHandlerPoolFactory() {
                        return handlers;
                    }
                };
        controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), bootstrap);
        broker = new BrokerServer(shared);
    }

    /** Returns when the broker serves, or when another thread has begun to {@linkplain #stop stop} the node. */
    void start() throws Exception {
        controller.startup();
        if (!stopping) {
            forgetFormerBroker();
        }
        if (!stopping) {
            broker.startup();
            makeInternalTopics();
        }
    }

    /**
     * Does not wait for them. Kafka makes each when somebody needs it first, and tells him to come again. What keeps
     * the state of share groups comes again after 1 s, and then 2 s, whatever the settings; until then nobody in the
     * first share group gets a record.
     */
    private void makeInternalTopics() {
        Set<String> missing = new HashSet<>(List.of(
                Topic.GROUP_METADATA_TOPIC_NAME,
                Topic.TRANSACTION_STATE_TOPIC_NAME,
                Topic.SHARE_GROUP_STATE_TOPIC_NAME));
        missing.removeIf(topic -> broker.metadataCache().contains(topic));
        if (!missing.isEmpty()) {
            broker.autoTopicCreationManager()
                    .createTopics(
                            CollectionConverters.asScala(missing),
                            ControllerMutationQuota.UNBOUNDED_CONTROLLER_MUTATION_QUOTA,
                            Option.empty());
        }
    }

    /**
     * Stops cleanly once the node has started; in the middle of a start Kafka may wait for ever for what never began.
     */
    void stop() {
        stop(BrokerServer::shutdown);
    }

    /** The same after a fault: it does not wait for a controller that is not there any more. */
    void abandon() {
        stop(failed -> failed.shutdown(NO_WAIT));
    }

    private void stop(Consumer<BrokerServer> how) {
        stopping = true;
        how.accept(broker);
        controller.shutdown();
        broker.awaitShutdown();
        controller.awaitShutdown();
        metrics.close(); // of a start that did not come far enough for Kafka to close them
    }

    private void forgetFormerBroker() throws Exception {
        while (!stopping) {
            try {
                controller
                        .controller()
                        .unregisterBroker(request(), BrokerSettings.NODE_ID)
                        .get(EmbeddedBroker.START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof BrokerIdNotRegisteredException) {
                    return; // the first start
                }
                if (!(e.getCause() instanceof NotControllerException)) {
                    throw e;
                }
                Thread.sleep(RETRY_MS); // it is not in office yet; who waits for this start gives up in time
            }
        }
    }

    private static ControllerRequestContext request() {
        return new ControllerRequestContext(new RequestHeaderData(), KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
    }
}
