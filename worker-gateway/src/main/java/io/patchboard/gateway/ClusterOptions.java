package io.patchboard.gateway;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Topics;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.Option;

/** What the command line of a gateway on its own says of the cluster. */
final class ClusterOptions {

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "Kafka servers, separated by commas. Default: the environment variable "
                    + BootstrapServers.VARIABLE + ", or else " + BootstrapServers.DEFAULT + ".")
    private Optional<String> bootstrapServer = Optional.empty();

    @Option(
            names = "--prefix",
            paramLabel = "PREFIX",
            description = "What the names of the topics begin with. Default: the environment variable "
                    + TopicPrefix.VARIABLE + ", or else " + Topics.DEFAULT_PREFIX)
    private Optional<String> prefix = Optional.empty();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Properties file with more settings of Kafka clients, such as those of TLS and SASL.")
    private Optional<Path> config = Optional.empty();

    /** @throws IllegalArgumentException if the properties file cannot be read */
    KafkaConnection connection(Map<String, String> environment) {
        return new KafkaConnection(
                bootstrapServer.or(() -> BootstrapServers.of(environment)).orElse(BootstrapServers.DEFAULT),
                config.map(ClusterOptions::properties).orElse(Map.of()),
                TopicPrefix.topics(prefix, environment));
    }

    /** Unlike arguments, a file need not be seen by everybody on this machine. */
    private static Map<String, String> properties(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Expected a properties file at " + file + ", but " + FileTrouble.of(e) + ".", e);
        }
        Map<String, String> values = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        values.remove("bootstrap.servers");
        return values;
    }
}
