package io.patchboard.standalone.acl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.text.ShellWord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Rights of one principal, written down for whoever grants them.
 *
 * @param principal without {@code User:}
 * @param quota bytes a second that its clients may write, and as many that they may read; no bound where absent
 */
public record Grant(String principal, List<Right> rights, Optional<Long> quota) {

    /** What Kubernetes takes for a name (RFC 1123). */
    private static final Pattern KUBERNETES_NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    public Grant {
        rights = List.copyOf(rights);
    }

    /** A line for each right, for people. */
    public List<String> lines() {
        int resources = width(rights.stream().map(Grant::resource).toList());
        int operations = width(rights.stream().map(Grant::operations).toList());
        String form = "%-" + resources + "s  %-" + operations + "s  %s";
        Stream<String> lines =
                rights.stream().map(right -> String.format(form, resource(right), operations(right), right.why()));
        return Stream.concat(
                        lines,
                        quota.stream()
                                .map(bytes -> "USER " + principal + "  quota: " + bytes
                                        + " bytes a second are written, and as many read"))
                .toList();
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(1);
    }

    private static String resource(Right right) {
        return right.resource().resourceType() + " " + right.resource().name() + (right.isPrefixed() ? "*" : "");
    }

    private static String operations(Right right) {
        return right.operations().stream().map(Enum::name).collect(Collectors.joining(" "));
    }

    /** Calls of Kafka's own tool, for a shell. */
    public List<String> commands(String bootstrapServers) {
        return Stream.concat(
                        rights.stream().map(right -> command(right, bootstrapServers)),
                        quota.stream()
                                .map(bytes -> "kafka-configs.sh --bootstrap-server "
                                        + ShellWord.of(bootstrapServers)
                                        + " --command-config admin.properties --alter --entity-type users --entity-name "
                                        + ShellWord.of(principal) + " --add-config producer_byte_rate=" + bytes
                                        + ",consumer_byte_rate=" + bytes))
                .toList();
    }

    private String command(Right right, String bootstrapServers) {
        String operations = right.operations().stream()
                .map(operation -> " --operation " + camelCase(operation.name()))
                .collect(Collectors.joining());
        String option =
                right.resource().resourceType().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return "kafka-acls.sh --bootstrap-server " + ShellWord.of(bootstrapServers)
                + " --command-config admin.properties --add --allow-principal " + ShellWord.of("User:" + principal)
                + operations
                + " --" + option + " " + ShellWord.of(right.resource().name())
                + (right.isPrefixed() ? " --resource-pattern-type prefixed" : "");
    }

    /**
     * A {@code KafkaUser} of Strimzi.
     *
     * @param cluster name of the {@code Kafka} that the user belongs to
     * @throws IllegalArgumentException if a name is none that Kubernetes takes
     */
    public String strimzi(String cluster) {
        StringBuilder yaml = new StringBuilder()
                .append("apiVersion: kafka.strimzi.io/v1\nkind: KafkaUser\nmetadata:\n  name: ")
                .append(kubernetesName("principal", principal))
                .append("\n  labels: {strimzi.io/cluster: ")
                .append(kubernetesName("cluster", cluster))
                .append(
                        "}\nspec:\n  authentication: {type: scram-sha-512}\n  authorization:\n    type: simple\n    acls:\n");
        for (Right right : rights) {
            String operations = right.operations().stream()
                    .map(operation -> camelCase(operation.name()))
                    .collect(Collectors.joining(", "));
            yaml.append("      # ")
                    .append(right.why())
                    .append("\n      - resource: {type: ")
                    .append(strimziType(right.resource().resourceType()))
                    .append(", name: ")
                    .append(Json.of(right.resource().name()))
                    .append(", patternType: ")
                    .append(right.isPrefixed() ? "prefix" : "literal")
                    .append("}\n        operations: [")
                    .append(operations)
                    .append("]\n");
        }
        quota.ifPresent(bytes -> yaml.append("  quotas: {producerByteRate: ")
                .append(bytes)
                .append(", consumerByteRate: ")
                .append(bytes)
                .append("}\n"));
        return yaml.toString();
    }

    private static String kubernetesName(String what, String name) {
        if (!KUBERNETES_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("Expected a " + what
                    + " that is a name in Kubernetes (small letters, digits and -, 63 at most), but got \"" + name
                    + "\".");
        }
        return name;
    }

    private static String strimziType(ResourceType type) {
        return type == ResourceType.TRANSACTIONAL_ID
                ? "transactionalId"
                : type.name().toLowerCase(Locale.ROOT);
    }

    /** Such as {@code AlterConfigs} of {@link AclOperation#ALTER_CONFIGS}. */
    private static String camelCase(String name) {
        return Pattern.compile("_?([A-Z])([A-Z]*)")
                .matcher(name)
                .replaceAll(word -> word.group(1) + word.group(2).toLowerCase(Locale.ROOT));
    }

    public JsonObject json() {
        List<Json> list = rights.stream()
                .<Json>map(right -> JsonObject.builder()
                        .put("resource", right.resource().resourceType().name())
                        .put("name", right.resource().name())
                        .put("pattern", right.resource().patternType().name())
                        .put(
                                "operations",
                                JsonArray.copyOf(right.operations().stream()
                                        .<Json>map(operation -> Json.of(operation.name()))
                                        .toList()))
                        .put("why", right.why())
                        .build())
                .toList();
        JsonObject.Builder json =
                JsonObject.builder().put("principal", "User:" + principal).put("rights", JsonArray.copyOf(list));
        quota.ifPresent(bytes -> json.put("quota", bytes));
        return json.build();
    }
}
