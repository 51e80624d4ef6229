package io.patchboard.standalone.run;

import static io.patchboard.standalone.run.Manifests.container;
import static io.patchboard.standalone.run.Manifests.file;
import static io.patchboard.standalone.run.Manifests.ofKind;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What several gateways beside each other need. */
class GatewayManifestTest {

    private static JsonNode only(String kind) throws IOException {
        return ofKind(file("base/gateway.yaml"), kind).getFirst();
    }

    private static List<String> arguments() throws IOException {
        return container(only("Deployment"))
                .get("args")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void whoAnswersLater_comesBackToThePodThatAsked() throws Exception {
        assertThat(arguments()).contains("--http-host=0.0.0.0", "--http-url=http://$(POD_IP):8080");
        assertThat(container(only("Deployment"))
                        .get("env")
                        .valueStream()
                        .filter(variable -> variable.get("name").asText().equals("POD_IP"))
                        .map(variable ->
                                variable.at("/valueFrom/fieldRef/fieldPath").asText()))
                .containsExactly("status.podIP");
    }

    /** It would follow from the file's text. */
    @Test
    void changedWorkersFile_isNoNewGroup() throws Exception {
        assertThat(arguments()).contains("--group=patchboard-gateway");
    }

    @Test
    void whoPolls_comesBackToThePodThatLent() throws Exception {
        assertThat(only("Service").at("/spec/sessionAffinity").asText()).isEqualTo("ClientIP");
    }
}
