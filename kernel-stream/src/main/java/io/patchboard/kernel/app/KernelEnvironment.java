package io.patchboard.kernel.app;

import io.patchboard.encoding.Encoding;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.SubjectNaming;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a kernel's configuration from environment variables, all of which begin with {@code PATCHBOARD_}:
 *
 * <ul>
 *   <li>{@code BOOTSTRAP_SERVERS}: host:port, required
 *   <li>{@code SECRET}, or {@code SECRET_FILE} with a path: keys the invocation ids, the same for all kernels, required
 *   <li>{@code STATE_DIR}: default {@code /var/lib/patchboard/streams}
 *   <li>{@code PREFIX}: of all topics, default {@code patchboard.}
 *   <li>{@code QUEUES}: comma-separated; left out, any queue
 *   <li>{@code MOST_QUEUES}: up to so many queues, default 100, topics are made as blueprints name them
 *   <li>{@code PARTITIONS}, {@code REPLICATION}: of topics that do not exist yet
 *   <li>{@code REGISTRY_URL}: of a Schema Registry; outputs are then Avro in the Confluent wire format
 *   <li>{@code REGISTRY_USER}, and {@code REGISTRY_PASSWORD} or {@code REGISTRY_PASSWORD_FILE} with a path
 *   <li>{@code REGISTRY_SUBJECTS}: {@code topic} (the default, {@code <topic>-value}) or {@code topic_record}
 *   <li>{@code OUTPUTS}: {@code json}, {@code avro} (single-object encoding) or {@code confluent}, whatever else is set
 *   <li>{@code CACHE_MB}: heap for the boards that are kept as objects, by default a quarter of all
 *   <li>{@code HTTP_PORT}: where metrics and health are told, nowhere by default; {@code HTTP_HOST}, default 127.0.0.1
 *   <li>{@code KAFKA_...}: a property of every Kafka client; {@code KAFKA_SECURITY_PROTOCOL} is
 *       {@code security.protocol}
 * </ul>
 */
final class KernelEnvironment {

    private static final String PREFIX = "PATCHBOARD_";
    private static final String KAFKA_PREFIX = PREFIX + "KAFKA_";

    private static final String LOOPBACK = "127.0.0.1";
    private static final int MOST_PORT = 65_535;
    private static final String DEFAULT_STATE_DIR = "/var/lib/patchboard/streams";

    private final Map<String, String> variables;

    private KernelEnvironment(Map<String, String> variables) {
        this.variables = variables;
    }

    /** @throws IllegalArgumentException naming the variable that is missing or wrong */
    static KernelConfig read(Map<String, String> variables) {
        return new KernelEnvironment(variables).config();
    }

    /**
     * Where to tell metrics and health; absent if nowhere.
     *
     * @throws IllegalArgumentException naming the variable that is wrong
     */
    static Optional<InetSocketAddress> httpAddress(Map<String, String> variables) {
        KernelEnvironment environment = new KernelEnvironment(variables);
        String host = environment.get("HTTP_HOST").orElse(LOOPBACK);
        return environment.get("HTTP_PORT").map(text -> {
            if (!text.matches("\\d{1,9}") || Integer.parseInt(text) > MOST_PORT) {
                throw new IllegalArgumentException("Expected a port from 0 to " + MOST_PORT + " in " + PREFIX
                        + "HTTP_PORT, but got " + text + ".");
            }
            return new InetSocketAddress(host, Integer.parseInt(text));
        });
    }

    private KernelConfig config() {
        String servers = get("BOOTSTRAP_SERVERS").orElseThrow(() -> missing("BOOTSTRAP_SERVERS"));
        Path stateDir = writable(Path.of(get("STATE_DIR").orElse(DEFAULT_STATE_DIR)));
        KernelConfig.Builder config =
                KernelConfig.builder(servers, stateDir, secret()).clientProperties(clientProperties());
        get("PREFIX").map(KernelEnvironment::prefix).ifPresent(config::prefix);
        get("QUEUES").map(KernelEnvironment::queues).ifPresent(config::queues);
        number("MOST_QUEUES").ifPresent(config::mostQueues);
        number("PARTITIONS").ifPresent(config::partitions);
        number("REPLICATION").ifPresent(config::replication);
        requireWith(
                "REGISTRY_URL", "REGISTRY_USER", "REGISTRY_PASSWORD", "REGISTRY_PASSWORD_FILE", "REGISTRY_SUBJECTS");
        requireWith("REGISTRY_USER", "REGISTRY_PASSWORD", "REGISTRY_PASSWORD_FILE");
        get("REGISTRY_URL").ifPresent(urls -> config.registry(registry(urls)));
        number("CACHE_MB").ifPresent(megabytes -> config.cacheBytes(megabytes * 1024L * 1024));
        get("OUTPUTS").map(KernelEnvironment::encoding).ifPresent(config::outputs);
        return config.build();
    }

    /** Before anything is made on Kafka. */
    private static Path writable(Path stateDir) {
        Path there = stateDir.toAbsolutePath();
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw new IllegalArgumentException("Expected a directory for the kernel's stores in " + PREFIX
                    + "STATE_DIR, but " + stateDir + " cannot be "
                    + (there.equals(stateDir.toAbsolutePath()) ? "written." : "made: " + there + " does not let it."));
        }
        return stateDir;
    }

    /** Others say nothing without it, so who set one of them meant to set it. */
    private void requireWith(String name, String... others) {
        if (get(name).isEmpty()) {
            Arrays.stream(others)
                    .filter(other -> get(other).isPresent())
                    .findFirst()
                    .ifPresent(other -> {
                        throw new IllegalArgumentException("Expected the environment variable " + PREFIX + name
                                + " with " + PREFIX + other + ", but it is not set.");
                    });
        }
    }

    private static String prefix(String text) {
        if (!Topics.isPrefix(text)) {
            throw new IllegalArgumentException(
                    "Expected " + Topics.PREFIX_FORM + " in " + PREFIX + "PREFIX, but got \"" + text + "\".");
        }
        return text;
    }

    private static Set<String> queues(String list) {
        Set<String> queues = new LinkedHashSet<>(List.of(list.strip().split("\\s*,\\s*")));
        queues.stream().filter(name -> !Topics.isQueue(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("Expected names of queues (letters, digits, underscores and dashes, 100"
                    + " at most) in " + PREFIX + "QUEUES, but got \"" + name + "\".");
        });
        return queues;
    }

    private RegistryConfig registry(String urls) {
        RegistryConfig registry = RegistryConfig.of(urls);
        Optional<SubjectNaming> naming = get("REGISTRY_SUBJECTS").map(KernelEnvironment::naming);
        Optional<String> user = get("REGISTRY_USER");
        if (naming.isPresent()) {
            registry = registry.withSubjects(naming.get());
        }
        return user.isPresent()
                ? registry.withCredentials(user.get(), text("REGISTRY_PASSWORD").orElse(""))
                : registry;
    }

    private static SubjectNaming naming(String name) {
        return Arrays.stream(SubjectNaming.values())
                .filter(naming -> naming.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Expected topic or topic_record in " + PREFIX
                        + "REGISTRY_SUBJECTS, but got \"" + name + "\"."));
    }

    private static Encoding encoding(String name) {
        return Arrays.stream(Encoding.values())
                .filter(encoding -> encoding.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "Expected json, avro or confluent in " + PREFIX + "OUTPUTS, but got \"" + name + "\"."));
    }

    private byte[] secret() {
        byte[] secret = bytes("SECRET").orElseThrow(() -> missing("SECRET"));
        if (secret.length < InvocationIds.MIN_KEY_BYTES) {
            throw new IllegalArgumentException("Expected at least " + InvocationIds.MIN_KEY_BYTES + " bytes in "
                    + PREFIX
                    + "SECRET, or in the file that " + PREFIX + "SECRET_FILE names, but there are " + secret.length
                    + ". \"openssl rand -hex 32\" makes one.");
        }
        return secret;
    }

    /** A variable, or what stands in the file that one of the same name with _FILE names. */
    private Optional<byte[]> bytes(String name) {
        Optional<String> file = get(name + "_FILE");
        if (file.isEmpty()) {
            return get(name).map(value -> value.getBytes(StandardCharsets.UTF_8));
        }
        try {
            return Optional.of(Files.readAllBytes(Path.of(file.get())));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "Expected a readable file at " + PREFIX + name + "_FILE=" + file.get() + ", but "
                            + FileTrouble.of(e) + ".",
                    e);
        }
    }

    /** Without the line break that editors put at the end of a file. */
    private Optional<String> text(String name) {
        return bytes(name).map(bytes -> new String(bytes, StandardCharsets.UTF_8).stripTrailing());
    }

    private Map<String, String> clientProperties() {
        Map<String, String> properties = new HashMap<>();
        variables.forEach((name, value) -> {
            if (name.startsWith(KAFKA_PREFIX)) {
                String property = name.substring(KAFKA_PREFIX.length());
                properties.put(property.toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        return properties;
    }

    private Optional<Integer> number(String name) {
        return get(name).map(text -> {
            if (!text.matches("0*[1-9]\\d{0,8}")) {
                throw new IllegalArgumentException(
                        "Expected a whole number from 1 on in " + PREFIX + name + ", but got \"" + text + "\".");
            }
            return Integer.valueOf(text);
        });
    }

    private Optional<String> get(String name) {
        return Optional.ofNullable(variables.get(PREFIX + name)).filter(value -> !value.isBlank());
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException(
                "Expected the environment variable " + PREFIX + name + ", but it is not set.");
    }
}
