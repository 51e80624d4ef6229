package io.patchboard.standalone.cli.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.ask.Request;
import io.patchboard.client.log.LogArchive;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.PendingCommits;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.run.AllInOneConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.LoggerFactory;

/** The Kafka cluster that a command works with. It has answered once when this exists. */
public final class Cluster implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration ANSWER_TO_SERVER = Duration.ofMinutes(1);
    private static final Duration ANSWER_TO_WHO_WAITS = Duration.ofSeconds(10);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    /** A lost connection is told in one sentence; the clients would tell it several times a second. */
    private static final List<String> REPETITIVE_LOGGERS = List.of(
            "org.apache.kafka.clients.NetworkClient",
            "org.apache.kafka.clients.ClientUtils",
            "org.apache.kafka.clients.admin.internals",
            "org.apache.kafka.clients.consumer.internals",
            "org.apache.kafka.common.network");

    private final KafkaConnection connection;
    private final Optional<EmbeddedBroker> broker;
    private final Optional<Path> index;
    private final Optional<LogArchive> archive;

    private Cluster(
            KafkaConnection connection,
            Optional<EmbeddedBroker> broker,
            Optional<Path> index,
            Optional<LogArchive> archive) {
        this.connection = connection;
        this.broker = broker;
        this.index = index;
        this.archive = archive;
    }

    /** The same cluster, in place of this, whose logs are read from their files first. */
    Cluster with(LogArchive older) {
        return new Cluster(connection, broker, index, Optional.of(older));
    }

    /**
     * The running cluster that the options speak of.
     *
     * @throws CliException with a sentence for the user if it does not answer within a few seconds
     */
    public static Cluster connect(ConnectionOptions options) {
        return connect(options.connection());
    }

    /** As {@link #connect(ConnectionOptions)}. */
    public static Cluster connect(KafkaConnection connection) {
        return connect(connection, ANSWER);
    }

    /**
     * As {@link #connect(ConnectionOptions)}, for who goes on for days: beside all that starts with it the broker may
     * take a minute to answer.
     */
    public static Cluster connectServer(KafkaConnection connection) {
        return connect(connection, ANSWER_TO_SERVER);
    }

    /**
     * Waits until a server answers, as long as it takes.
     *
     * @param output is told once that none does yet
     * @throws CliException for what waiting does not mend: it refuses the credentials, or no client can begin with the
     *     settings
     */
    public static void await(KafkaConnection connection, Output output) throws InterruptedException {
        quietClients();
        for (boolean told = false; ; told = true) {
            Optional<String> why = whyToWait(connection);
            if (why.isEmpty()) {
                return;
            }
            if (!told) {
                output.progress("Expected a Kafka server at " + connection.bootstrapServers() + ", but " + why.get()
                        + ". This one waits, and begins when it answers.");
            }
            Thread.sleep(BETWEEN_TRIES);
        }
    }

    private static Optional<String> whyToWait(KafkaConnection connection) {
        if (!ServerProbe.resolves(connection.bootstrapServers())) {
            return Optional.of("that name has no address");
        }
        try {
            ask(connection, ANSWER_TO_WHO_WAITS);
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthenticationException refused) {
                throw noAnswer(connection, ExceptionMapper.reason(refused));
            }
            return Optional.of(ExceptionMapper.reason(e.getCause()));
        }
    }

    private static Cluster connect(KafkaConnection connection, Duration answer) {
        quietClients();
        requireAnswer(connection, answer);
        return new Cluster(connection, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Serves a data directory for as long as this is open, to read what is there: no kernel runs. All that was
     * committed can be read.
     *
     * @throws io.patchboard.standalone.broker.BrokerStartException if the directory is in use or unusable
     */
    public static Cluster serve(Path dataDir, ConnectionOptions options) {
        quietClients();
        EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dataDir));
        KafkaConnection connection = options.connectionTo(broker.bootstrapServers());
        boolean readable = false;
        try {
            PendingCommits.await(connection);
            readable = true;
        } finally {
            if (!readable) {
                broker.close();
            }
        }
        Optional<Path> index = Optional.of(AllInOneConfig.on(dataDir).modelDir())
                .filter(Files::isDirectory)
                .filter(kept -> connection.topics().prefix().equals(Topics.DEFAULT_PREFIX));
        return new Cluster(connection, Optional.of(broker), index, Optional.empty());
    }

    public KafkaConnection connection() {
        return connection;
    }

    public LogReader logReader() {
        LogReader reader = new LogReader(connection);
        return archive.map(reader::with).orElse(reader);
    }

    /**
     * For who found nothing, which a beginning that is misspelt would bring about.
     *
     * @throws CliException if there is no log at all
     */
    public void requireLog() {
        if (logReader().topics().isEmpty()) {
            throw CliException.noLog(connection.topics().prefix());
        }
    }

    /** Whether more is read than the log of the cluster, and so more than an index of it has. */
    public boolean hasArchive() {
        return archive.isPresent();
    }

    /** The index that the server of a data directory has left there, and that nobody else uses now. */
    Optional<Path> keptIndex() {
        return index;
    }

    /** Sends a request, and waits for its outcome; empty if there is none in time. */
    public Optional<LogEntry> ask(Request request, Duration wait) {
        try (Outcomes outcomes = new Outcomes(connection, outcome -> {})) {
            return outcomes.askAndWait(request, wait);
        }
    }

    private static void requireAnswer(KafkaConnection connection, Duration answer) {
        if (!ServerProbe.listens(connection.bootstrapServers())) {
            throw noAnswer(
                    connection,
                    connection.bootstrapServers().contains(":")
                            ? "nothing listens there"
                            : "a port is missing, as in " + connection.bootstrapServers() + ":9092");
        }
        if (speaksPlainly(connection) && ServerProbe.speaksHttp(connection.bootstrapServers())) {
            throw noAnswer(connection, "what listens there speaks HTTP; PatchBoard's API is reached with --url");
        }
        try {
            ask(connection, answer);
        } catch (ExecutionException e) {
            throw noAnswer(connection, ExceptionMapper.reason(e.getCause()));
        }
    }

    private static void ask(KafkaConnection connection, Duration answer) throws ExecutionException {
        int millis = (int) connection.patience(answer).toMillis();
        Map<String, Object> config = connection.clientConfig(Map.of("request.timeout.ms", millis));
        config.put("client.id", "patchboard-connect");
        config.put("default.api.timeout.ms", millis);
        config.put("enable.metrics.push", false);
        try (Admin admin = Admin.create(config)) {
            admin.describeCluster().nodes().get();
        } catch (KafkaException e) {
            throw noAnswer(connection, ExceptionMapper.reason(e));
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Others would take a question without a handshake for an attack, and say so. */
    private static boolean speaksPlainly(KafkaConnection connection) {
        return !connection
                .properties()
                .getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "PLAINTEXT")
                .contains("SSL");
    }

    private static CliException noAnswer(KafkaConnection connection, String reason) {
        return CliException.failed("Expected a Kafka server at " + connection.bootstrapServers() + ", but " + reason
                + ". Start one with \"patchboard up\", or name another with --bootstrap-server.");
    }

    private static void quietClients() {
        if (System.getenv("PATCHBOARD_LOG") != null) {
            return;
        }
        for (String name : REPETITIVE_LOGGERS) {
            if (LoggerFactory.getLogger(name) instanceof Logger logger) {
                logger.setLevel(Level.ERROR);
            }
        }
    }

    @Override
    public void close() {
        broker.ifPresent(EmbeddedBroker::close);
    }
}
