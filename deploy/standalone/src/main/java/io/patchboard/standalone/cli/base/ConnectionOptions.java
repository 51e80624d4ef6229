package io.patchboard.standalone.cli.base;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.BootstrapServers;
import io.patchboard.gateway.TopicPrefix;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.text.FileTrouble;
import io.patchboard.text.ShellWord;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.Option;

/** Mixin of every command that talks to Kafka. */
public final class ConnectionOptions {

    public static final String DEFAULT_BOOTSTRAP_SERVER = BootstrapServers.DEFAULT;

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "Kafka servers, separated by commas. Default: the environment variable "
                    + BootstrapServers.VARIABLE + ", or else " + DEFAULT_BOOTSTRAP_SERVER + ".")
    private Optional<String> bootstrapServer = Optional.empty();

    @Option(
            names = "--prefix",
            paramLabel = "PREFIX",
            description = "What the names of the topics begin with. Default: the environment variable "
                    + TopicPrefix.VARIABLE + ", or else \"" + Topics.DEFAULT_PREFIX + "\"")
    private Optional<String> prefix = Optional.empty();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Properties file with more settings of Kafka clients, such as those of TLS and SASL, and "
                    + RegistryConfig.URL_PROPERTY + " where the log was written with a Schema Registry, and"
                    + " default.api.timeout.ms for a Kafka that answers slowly.")
    private Optional<Path> config = Optional.empty();

    /** The servers that the command line names. */
    public Optional<String> givenServers() {
        return bootstrapServer;
    }

    /** The servers that the user chose, by option or variable; empty where nothing was said. */
    public Optional<String> chosenServers() {
        return bootstrapServer.or(() -> BootstrapServers.of(System.getenv()));
    }

    public Topics topics() {
        return topics(System.getenv());
    }

    Topics topics(Map<String, String> environment) {
        try {
            return TopicPrefix.topics(prefix, environment);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    /**
     * The cluster that the options speak of. Nothing is connected yet.
     *
     * @throws CliException if the properties file cannot be read
     */
    public KafkaConnection connection() {
        return new KafkaConnection(chosenServers().orElse(DEFAULT_BOOTSTRAP_SERVER), properties(), topics());
    }

    /** As {@link #connection()}, but to a server of one's own, of which the environment does not speak. */
    public KafkaConnection connectionTo(String servers) {
        return new KafkaConnection(servers, properties(), topics(Map.of()));
    }

    /**
     * What a command that is typed next has to say to reach the same cluster.
     *
     * @param used the cluster
     * @return options, each with a space before it
     */
    public String again(KafkaConnection used) {
        ConnectionOptions nothingSaid = new ConnectionOptions();
        return differing(
                        "--bootstrap-server",
                        used.bootstrapServers(),
                        nothingSaid.connection().bootstrapServers())
                + differing(
                        "--prefix", used.topics().prefix(), nothingSaid.topics().prefix())
                + config.map(file -> " --config " + ShellWord.of(file.toString()))
                        .orElse("");
    }

    private static String differing(String option, String value, String otherwise) {
        return value.equals(otherwise) ? "" : " " + option + " " + ShellWord.of(value);
    }

    private Map<String, String> properties() {
        Map<String, String> values = new HashMap<>();
        config.ifPresent(file -> {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw CliException.failed("Expected a properties file at " + file + ", but " + FileTrouble.of(e) + ".");
            }
            properties.forEach((name, value) -> values.put(name.toString(), value.toString()));
        });
        values.remove("bootstrap.servers");
        return values;
    }
}
