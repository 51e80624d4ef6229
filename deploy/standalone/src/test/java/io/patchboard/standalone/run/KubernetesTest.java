package io.patchboard.standalone.run;

import static io.patchboard.standalone.run.Manifests.FOLDER;
import static io.patchboard.standalone.run.Manifests.built;
import static io.patchboard.standalone.run.Manifests.container;
import static io.patchboard.standalone.run.Manifests.documents;
import static io.patchboard.standalone.run.Manifests.file;
import static io.patchboard.standalone.run.Manifests.name;
import static io.patchboard.standalone.run.Manifests.ofKind;
import static io.patchboard.standalone.run.Manifests.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.app.TopicSettings;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.record.Topics;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be told of the manifests without a cluster. */
class KubernetesTest {

    private static final String KAFKA = "PATCHBOARD_KAFKA_";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private static Path strictSchemas() {
        Path start = Path.of("").toAbsolutePath();
        Optional<Path> schemas = Stream.iterate(start, Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolve("shared/data/kubernetes"))
                .filter(Files::isDirectory)
                .findFirst();
        assumeTrue(schemas.isPresent(), "the folder shared/data/kubernetes is not in " + start + " or above");
        return schemas.get();
    }

    private static JsonSchema schema() throws Exception {
        String text = Files.readString(strictSchemas().resolve("manifests.schema.json"));
        // A flag of Go's expressions, which JSON Schema's do not have; without it they ask for small letters.
        return JsonSchema.compile(JsonReader.parse(text.replace("(?i)", "")));
    }

    private static List<SchemaViolation> violations(JsonSchema schema, JsonNode manifest) throws IOException {
        return schema.validateAll(JsonReader.parse(JSON.writeValueAsString(manifest)), 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "strimzi"})
    void everyManifest_satisfiesTheStrictSchemas(String overlay) throws Exception {
        JsonSchema schema = schema();
        for (JsonNode manifest : built(overlay)) {
            assertThat(violations(schema, manifest)).as(manifest.toString()).isEmpty();
        }
    }

    /** The test of the test. */
    @Test
    void schemas_tellOtherPeoplesManifestsApart() throws Exception {
        JsonSchema schema = schema();
        int invalid = 0;
        for (String line : Files.readAllLines(strictSchemas().resolve("index.jsonl"))) {
            JsonNode example = JSON.readTree(line);
            String text = Files.readString(
                    strictSchemas().resolve(example.get("document").asText()));
            boolean valid = true;
            for (JsonNode manifest : documents(text)) {
                valid &= manifest.isNull()
                        || manifest.isMissingNode()
                        || violations(schema, manifest).isEmpty();
            }
            assertThat(valid).as(line).isEqualTo(example.get("verdict").asText().equals("valid"));
            invalid += valid ? 0 : 1;
        }
        assertThat(invalid).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "strimzi"})
    void whatIsNamed_isThere(String overlay) throws Exception {
        List<JsonNode> manifests = built(overlay);
        Set<String> secrets = new HashSet<>(Set.of("patchboard"));
        ofKind(manifests, "KafkaUser").forEach(user -> secrets.add(name(user)));
        ofKind(manifests, "Kafka").forEach(kafka -> secrets.add(name(kafka) + "-cluster-ca-cert"));
        Set<String> maps = new HashSet<>();
        ofKind(manifests, "ConfigMap").forEach(map -> maps.add(name(map)));
        Set<String> labels = new HashSet<>();
        List<JsonNode> workloads = ofKind(manifests, "StatefulSet", "Deployment");
        assertThat(workloads).hasSize(3);
        for (JsonNode workload : workloads) {
            labels.add(workload.at("/spec/template/metadata/labels/app.kubernetes.io~1name")
                    .asText());
            assertThat(maps)
                    .containsAll(workload.findValues("configMapRef").stream()
                            .map(map -> map.get("name").asText())
                            .toList());
            assertThat(secrets)
                    .containsAll(workload.findValues("secretKeyRef").stream()
                            .map(key -> key.get("name").asText())
                            .toList());
            assertThat(secrets).containsAll(workload.findValuesAsText("secretName"));
            Set<String> volumes = new TreeSet<>(pod(workload).path("volumes").findValuesAsText("name"));
            volumes.addAll(workload.at("/spec/volumeClaimTemplates").findValuesAsText("name"));
            assertThat(volumes)
                    .containsAll(container(workload).get("volumeMounts").findValuesAsText("name"));
        }
        ofKind(manifests, "PodDisruptionBudget", "NetworkPolicy", "ServiceMonitor", "Service")
                .forEach(selecting -> assertThat(labels)
                        .contains(selecting.findValue("app.kubernetes.io/name").asText()));
        ofKind(manifests, "HorizontalPodAutoscaler")
                .forEach(scaler -> assertThat(workloads.stream().map(Manifests::name))
                        .contains(scaler.at("/spec/scaleTargetRef/name").asText()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "strimzi"})
    void secrets_standElsewhere(String overlay) throws Exception {
        List<JsonNode> manifests = built(overlay);
        assertThat(ofKind(manifests, "Secret")).isEmpty();
        int seen = 0;
        for (JsonNode workload : ofKind(manifests, "StatefulSet", "Deployment")) {
            for (JsonNode variable : container(workload).get("env")) {
                if (variable.get("name").asText().matches(".*(SECRET|TOKEN|PASSWORD|JAAS).*")) {
                    assertThat(variable.at("/valueFrom/secretKeyRef").isObject())
                            .as(variable.toString())
                            .isTrue();
                    seen++;
                }
            }
        }
        assertThat(seen).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "strimzi"})
    void whatThePartsAreTold_theyUnderstand(String overlay) throws Exception {
        List<JsonNode> manifests = built(overlay);
        Set<String> properties = new HashSet<>(ConsumerConfig.configNames());
        properties.addAll(StreamsConfig.configDef().names());
        String help =
                Cli.run("kernel", "--help").out() + Cli.run("gateway", "--help").out();
        for (JsonNode workload : ofKind(manifests, "StatefulSet", "Deployment")) {
            List<String> names = new ArrayList<>(container(workload).get("env").findValuesAsText("name"));
            names.removeIf(name -> !name.startsWith("PATCHBOARD_"));
            ofKind(manifests, "ConfigMap").stream()
                    .flatMap(map -> map.path("data").propertyStream())
                    .map(Map.Entry::getKey)
                    .filter(key -> key.startsWith("PATCHBOARD_"))
                    .forEach(names::add);
            for (String name : names) {
                if (name.startsWith(KAFKA)) {
                    assertThat(properties)
                            .contains(name.substring(KAFKA.length())
                                    .toLowerCase(Locale.ROOT)
                                    .replace('_', '.'));
                } else {
                    assertThat(help).contains(name);
                }
            }
            String[] arguments = Stream.concat(
                            container(workload).get("args").valueStream().map(JsonNode::asText), Stream.of("--help"))
                    .toArray(String[]::new);
            assertThat(Cli.run(arguments).exitCode())
                    .as(String.join(" ", arguments))
                    .isZero();
        }
    }

    /** As process 1, Java would leave them as they are, until no program can be started. */
    @Test
    void whatProgramsLeave_isCollected() throws Exception {
        assertThat(ofKind(file("base/gateway.yaml"), "Deployment"))
                .singleElement()
                .satisfies(gateway -> assertThat(
                                pod(gateway).path("shareProcessNamespace").asBoolean())
                        .isTrue());
    }

    /** A Service called patchboard-http would set PATCHBOARD_HTTP_PORT. */
    @Test
    void variables_areThoseOfTheManifestsAlone() throws Exception {
        for (String part : List.of("kernel", "gateway", "server")) {
            assertThat(ofKind(file("base/" + part + ".yaml"), "StatefulSet", "Deployment"))
                    .noneMatch(
                            workload -> pod(workload).path("enableServiceLinks").asBoolean(true));
        }
    }

    @Test
    void users_haveTheRightsThatAclPrints() throws Exception {
        StringBuilder printed = new StringBuilder();
        for (String options : List.of(
                "kernel",
                "gateway,app --group patchboard-",
                "gateway,app,reader,publisher --group patchboard-http --principal patchboard-server",
                "app",
                "reader",
                "publisher",
                "audit")) {
            String[] arguments = ("acl --strimzi patchboard --for " + options).split(" ");
            printed.append(printed.isEmpty() ? "" : "---\n")
                    .append(Cli.run(arguments).out());
        }
        String users = Files.readString(FOLDER.resolve("strimzi/users.yaml"));
        assertThat(users.substring(users.indexOf('\n') + 1)).isEqualTo(printed.toString());
    }

    @Test
    void topics_areAsTheKernelWouldMakeThem() throws Exception {
        Topics topics = new Topics(Topics.DEFAULT_PREFIX);
        String partitions = container(file("base/kernel.yaml").stream()
                        .filter(manifest -> manifest.get("kind").asText().equals("StatefulSet"))
                        .findFirst()
                        .orElseThrow())
                .get("env")
                .valueStream()
                .filter(variable -> variable.get("name").asText().equals("PATCHBOARD_PARTITIONS"))
                .findFirst()
                .orElseThrow()
                .get("value")
                .asText();
        Set<String> names = new TreeSet<>();
        for (JsonNode topic : file("strimzi/topics.yaml")) {
            Map<String, String> settings = new TreeMap<>();
            topic.at("/spec/config")
                    .properties()
                    .forEach(setting ->
                            settings.put(setting.getKey(), setting.getValue().asText()));
            assertThat(settings).isEqualTo(new TreeMap<>(TopicSettings.wanted(topics, name(topic))));
            assertThat(topic.at("/spec/partitions").asText()).isEqualTo(partitions);
            names.add(name(topic));
        }
        assertThat(names)
                .containsExactlyInAnyOrder(
                        topics.commands(),
                        topics.proposals(),
                        topics.committed(),
                        topics.rejected(),
                        topics.invocations("default"));
    }

    @Test
    void rules_areThoseOfTheAlerts() throws Exception {
        JsonNode alerts = YAML.readTree(Files.readString(FOLDER.resolve("../monitoring/alerts.yaml")));
        assertThat(file("monitoring/rules.yaml").get(0).at("/spec/groups")).isEqualTo(alerts.get("groups"));
    }
}
