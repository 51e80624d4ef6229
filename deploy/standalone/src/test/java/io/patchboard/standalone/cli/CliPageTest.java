package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.workers.Examples;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every command, option, variable and exit code stands in one page. */
class CliPageTest {

    private static final Path PAGE = Examples.REPOSITORY.resolve("docs/cli.md");
    private static final String MADE = "target/cli.md";

    private static final Pattern VARIABLE = Pattern.compile("\\b(?:PATCHBOARD|OTEL)_[A-Z_]*[A-Z]\\b");
    private static final Pattern OF_THE_KERNEL = Pattern.compile("\\b(?:get|number|bytes|text)\\(\"([A-Z_]+)\"\\)");

    private static final Map<String, String> VARIABLES = new TreeMap<>();

    static {
        VARIABLES.put("JAVA_HOME", "A JDK, 21 or newer; otherwise the newest that is found where JDKs usually are.");
        VARIABLES.put("NO_COLOR", "If set, nothing is coloured.");
        VARIABLES.put("CLICOLOR_FORCE", "If set and not 0, it is coloured even where no terminal is.");
        VARIABLES.put("OPENAI_API_KEY", "Key of models whose provider is openai, at its own endpoint.");
        VARIABLES.put("ANTHROPIC_API_KEY", "Key of models whose provider is anthropic.");
        VARIABLES.put("GEMINI_API_KEY", "Key of models whose provider is gemini, at its own endpoint.");
        VARIABLES.put("PATCHBOARD_JAVA_OPTS", "Options for the JVM, after and so stronger than those of the launcher.");
        VARIABLES.put(
                "PATCHBOARD_LOG",
                "Level of the log on stderr, Kafka's included: ERROR, WARN, INFO or DEBUG. Default: INFO of"
                        + " PatchBoard, WARN of others.");
        VARIABLES.put(
                "PATCHBOARD_LOG_FORMAT",
                "text (the default) or json: each event of the log as one JSON object on one line, with board,"
                        + " sequence and trace.");
        VARIABLES.put(
                "PATCHBOARD_BOOTSTRAP_SERVERS",
                "host:port of Kafka, separated by commas: for every command where --bootstrap-server is not given, and"
                        + " for a kernel, which needs it.");
        VARIABLES.put("PATCHBOARD_HTTP_TOKEN", "The token that callers of the HTTP API must bring.");
        VARIABLES.put("PATCHBOARD_URL", "A server through which boards are shown where --url is not given.");
        VARIABLES.put("PATCHBOARD_TOKEN", "Kept from programs that a gateway runs, as a secret.");
        VARIABLES.put("PATCHBOARD_PROCESS", "Set by a gateway in the programs that it runs, to find them again.");
        VARIABLES.put(
                "PATCHBOARD_SECRET",
                "Kernel: keys the ids of invocations; 16 bytes or more, the same for all. Required.");
        VARIABLES.put(
                "PATCHBOARD_SECRET_FILE",
                "Kernel: a file with it, instead; every byte counts, a line break at its end too.");
        VARIABLES.put("PATCHBOARD_STATE_DIR", "Kernel: for its stores. Default: /var/lib/patchboard/streams.");
        VARIABLES.put(
                "PATCHBOARD_PREFIX",
                "What the names of all topics begin with: for a kernel, and for every command where --prefix is not"
                        + " given. Default: patchboard.");
        VARIABLES.put("PATCHBOARD_QUEUES", "Kernel: the queues that there may be, separated by commas. Default: any.");
        VARIABLES.put("PATCHBOARD_MOST_QUEUES", "Kernel: so many topics of queues are made. Default: 100.");
        VARIABLES.put(
                "PATCHBOARD_PARTITIONS",
                "Kernel: partitions of topics that do not exist yet; it cannot be changed later. Default: 4.");
        VARIABLES.put("PATCHBOARD_REPLICATION", "Kernel: replicas of topics that do not exist yet.");
        VARIABLES.put(
                "PATCHBOARD_REGISTRY_URL", "Kernel: a Schema Registry; outputs are then Avro in its wire format.");
        VARIABLES.put("PATCHBOARD_REGISTRY_USER", "Kernel: user of the registry.");
        VARIABLES.put("PATCHBOARD_REGISTRY_PASSWORD", "Kernel: password of that user.");
        VARIABLES.put("PATCHBOARD_REGISTRY_PASSWORD_FILE", "Kernel: a file with it, instead.");
        VARIABLES.put("PATCHBOARD_REGISTRY_SUBJECTS", "Kernel: topic (the default) or topic_record.");
        VARIABLES.put("PATCHBOARD_OUTPUTS", "Kernel: json, avro or confluent, whatever else is set.");
        VARIABLES.put(
                "PATCHBOARD_CACHE_MB", "Kernel: heap for boards that are kept as objects. Default: a quarter of all.");
        VARIABLES.put(
                "PATCHBOARD_HTTP_PORT",
                "Kernel: where /metrics and /health are served; 0 for any free port. Default: nowhere.");
        VARIABLES.put("PATCHBOARD_HTTP_HOST", "Kernel: the address for that. Default: 127.0.0.1.");
        VARIABLES.put(
                "PATCHBOARD_KAFKA_...",
                "Kernel: a property of every Kafka client; PATCHBOARD_KAFKA_SECURITY_PROTOCOL is security.protocol.");
        VARIABLES.put(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "Where traces are sent by HTTP, such as http://localhost:4318; docs/tracing.md says more. Default:"
                        + " nowhere.");
        VARIABLES.put("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "The same with its path, /v1/traces.");
        VARIABLES.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf (the default); there is no other.");
        VARIABLES.put(
                "OTEL_TRACES_EXPORTER", "otlp sends traces, to this machine where no endpoint is said; none does not.");
        VARIABLES.put(
                "OTEL_TRACES_SAMPLER", "Which boards are traced, such as parentbased_traceidratio. Default: all.");
        VARIABLES.put("OTEL_TRACES_SAMPLER_ARG", "The share of it, such as 0.01.");
        VARIABLES.put("OTEL_SDK_DISABLED", "true sends no traces, whatever else is set.");
        VARIABLES.put(
                "OTEL_...",
                "Others of OpenTelemetry's SDK, such as OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_HEADERS and"
                        + " OTEL_BSP_SCHEDULE_DELAY.");
    }

    @Test
    void page_isWhatTheCommandsSay() throws IOException {
        String made = CliPage.of(PatchBoard.commandLine(), VARIABLES);
        Files.writeString(Path.of(MADE), made);

        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("docs/cli.md; what it should be is in deploy/standalone/" + MADE + ", to be copied there")
                .isEqualTo(made);
    }

    @Test
    void exitCodes_areThoseOfTheSources() throws IllegalAccessException {
        Set<String> codes = new TreeSet<>(Set.of("130"));
        for (Field code : ExitCodes.class.getFields()) {
            codes.add(Integer.toString(code.getInt(null)));
        }

        assertThat(PatchBoard.commandLine().getCommandSpec().usageMessage().exitCodeList())
                .containsOnlyKeys(codes);
    }

    /** What the sources and the launcher name, and only that. */
    @Test
    void variables_areAllInThePage() throws IOException {
        Set<String> named = new TreeSet<>();
        for (Path file : sources()) {
            String source = Files.readString(file);
            VARIABLE.matcher(source).results().map(MatchResult::group).forEach(named::add);
            if (file.endsWith("KernelEnvironment.java")) {
                OF_THE_KERNEL
                        .matcher(source)
                        .results()
                        .map(match -> "PATCHBOARD_" + match.group(1))
                        .forEach(named::add);
            }
        }
        named.removeIf(name -> name.startsWith("PATCHBOARD_KAFKA"));

        assertThat(VARIABLES.keySet()).containsAll(named);
        assertThat(named)
                .containsAll(VARIABLES.keySet().stream()
                        .filter(name -> name.matches("(PATCHBOARD|OTEL)_.*") && !name.endsWith("..."))
                        .toList());
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>(List.of(Examples.REPOSITORY.resolve("patchboard")));
        for (Path parent : List.of(Examples.REPOSITORY, Examples.REPOSITORY.resolve("deploy"))) {
            for (File module : parent.toFile().listFiles(File::isDirectory)) {
                Path code = module.toPath().resolve("src/main/java");
                if (Files.isDirectory(code)) {
                    try (Stream<Path> files = Files.walk(code)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }
}
