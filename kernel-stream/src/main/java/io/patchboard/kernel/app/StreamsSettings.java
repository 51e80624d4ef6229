package io.patchboard.kernel.app;

import io.patchboard.kernel.stream.RocksDbMemory;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Settings of Kafka Streams, each with its reason. Public so that what is compared with the kernel can run with the
 * same.
 */
public final class StreamsSettings {

    /**
     * Whatever a thread waits for in the middle of a decision has to come before the broker aborts its transaction, or
     * be given up. All of these waits are in {@code TransactionTimeTest}.
     */
    static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

    private static final int ANSWER_MILLIS = 3_000;
    private static final long CONNECT_MILLIS = 2_000;

    private StreamsSettings() {}

    /** Also the name of the group, and the beginning of those of changelogs and transactional ids. */
    static String applicationId(KernelConfig config) {
        return new Topics(config.prefix()).kernelGroup();
    }

    public static Properties of(KernelConfig config, String instanceId) {
        Properties p = new Properties();
        p.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        p.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId(config));
        p.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir().toString());
        p.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.threads());
        p.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        p.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        p.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, config.replication().orElse(-1));

        // The longest transaction; a thread that has decided all that it was handed asks for its commit itself, see
        // CommitPace. Longer ones gain little throughput, and whoever reads committed records waits for their end:
        // `bench.jar latency` draws both against the interval.
        p.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        // Waiting for input must not hold up a commit that is due by CommitPace. A thread with nothing to commit waits
        // longer, see StreamsClients.
        p.put(StreamsConfig.POLL_MS_CONFIG, 5);

        // Consumers hand over what they have before they look at the next partition, and what is handed over is
        // counted in records, not in bytes. At the default of 1,000 a flood of requests of 1 MB takes 1 GB of heap for
        // each partition.
        p.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 100);

        // Coming back after a kill is a matter of group membership: a static member takes its place again at once, and
        // another instance notices within the session timeout.
        p.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instanceId);
        p.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6_000);
        // How soon the others hear of it.
        p.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 1_000);
        // A transaction that its owner cannot finish holds up every read_committed reader for as long, where no other
        // kernel ends it, see AbandonedTransactions.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), (int)
                TRANSACTION_TIMEOUT.toMillis());

        // After so long a broker that does not answer is taken for gone, and others are asked who leads now. By default
        // that is 30 s, and a kernel that cannot heartbeat for so long is out of its group.
        p.put(StreamsConfig.consumerPrefix(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG), ANSWER_MILLIS);
        p.put(StreamsConfig.producerPrefix(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG), ANSWER_MILLIS);
        // The same for one that cannot be connected to, by default 10 s.
        p.put(StreamsConfig.consumerPrefix(ConsumerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG), CONNECT_MILLIS);
        p.put(StreamsConfig.producerPrefix(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG), CONNECT_MILLIS);

        p.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), ContractLimits.MAX_STORED_BYTES);
        // A commit sends what is left at once, so waiting until then costs it nothing; without it each record is a
        // request of its own, which costs throughput and the broker's time:
        // `bench.jar service --set producer.linger.ms=0` measures it.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 100);
        // A transaction that begins while the markers of the one before are being written is told to come again, by
        // default after 100 ms, ten times as long as a commit takes.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), 5);
        // What a start asks for is often just being made: the group's coordinator, the changelogs. Asking again after
        // 100 ms, the default, made the start of a kernel 0.4 s longer. Later pauses double, up to 1 s as ever.
        p.put(StreamsConfig.consumerPrefix(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG), 10);
        p.put(StreamsConfig.adminClientPrefix(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG), 10);
        // One request at a time: a second one that overtakes the first of a transaction is refused as out of order,
        // and the broker logs an error. A request holds what is ready for all partitions: there is little left to send.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        // A batch is a block of lz4, whose tables are made anew for each, and a unit of work for the broker. More than
        // Kafka's 16 KB took 149 instead of 199 us of processor for a commit, and 36 instead of 96 of the broker's:
        // `bench.jar service --set producer.batch.size=16384`.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 64 * 1024);
        // Log entries, snapshots and slots repeat themselves, within a record and from one to the next, which is worth
        // the time of the deciding thread: `bench.jar service --set producer.compression.type=none` measures it, and
        // `bench.jar changelog` the bytes.
        p.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");

        // The consumer that restores stores has the defaults; `bench.jar restart` tells how fast it is.

        // Stores are written through: a record cache would only hold bytes that BoardStore holds as objects.
        p.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        p.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, RocksDbMemory.class);
        take(config.clientProperties(), p);
        return p;
    }

    /** Kafka Streams prefers what is said of one client to what is said of all, by whomever. */
    private static void take(Map<String, String> given, Properties p) {
        given.keySet().forEach(name -> {
            p.remove(StreamsConfig.consumerPrefix(name));
            p.remove(StreamsConfig.producerPrefix(name));
            p.remove(StreamsConfig.adminClientPrefix(name));
        });
        p.putAll(given);
    }

    /** Of an administrator's client. Who sets one of its times sets them all: the one must not exceed the other. */
    static Map<String, Object> ofAdmin(KernelConfig config) {
        Map<String, Object> properties = new HashMap<>(config.clientProperties());
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        if (!properties.containsKey(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG)
                && !properties.containsKey(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG)) {
            properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 15_000);
            properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        }
        return properties;
    }
}
