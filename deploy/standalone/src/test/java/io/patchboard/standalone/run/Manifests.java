package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The manifests for Kubernetes, read and built. */
final class Manifests {

    static final Path FOLDER = Path.of("../kubernetes");
    private static final YAMLMapper YAML = new YAMLMapper();

    private Manifests() {}

    static List<JsonNode> documents(String yaml) throws IOException {
        try (MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class).readValues(new StringReader(yaml))) {
            return all.readAll();
        }
    }

    static List<JsonNode> file(String name) throws IOException {
        return documents(Files.readString(FOLDER.resolve(name)));
    }

    /** As {@code kubectl apply -k} would send it. */
    static List<JsonNode> built(String overlay) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/kubectl")), "kubectl is not installed (kubernetes-client)");
        Process kubectl = new ProcessBuilder(
                        "/usr/bin/kubectl", "kustomize", FOLDER.resolve(overlay).toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(kubectl.waitFor()).as(output).isZero();
        return documents(output);
    }

    static List<JsonNode> ofKind(List<JsonNode> manifests, String... kinds) {
        return manifests.stream()
                .filter(manifest -> Set.of(kinds).contains(manifest.get("kind").asText()))
                .toList();
    }

    static String name(JsonNode manifest) {
        return manifest.at("/metadata/name").asText();
    }

    static JsonNode pod(JsonNode workload) {
        return workload.at("/spec/template/spec");
    }

    static JsonNode container(JsonNode workload) {
        return pod(workload).at("/containers/0");
    }
}
