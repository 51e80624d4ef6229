package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What can be told of the compose file without containers. */
class ComposeFileTest {

    private static JsonNode services() throws IOException {
        return new YAMLMapper()
                .readTree(Files.readString(Path.of("../../docker-compose.yml")))
                .get("services");
    }

    /** As process 1, Java would leave them as they are, until no program can be started. */
    @Test
    void whatProgramsLeave_isCollected() throws Exception {
        assertThat(services().at("/gateway/init").asBoolean()).isTrue();
    }

    @Test
    void secrets_haveNoDefaultThatEverybodyKnows() throws Exception {
        List<Map.Entry<String, JsonNode>> secrets = services().properties().stream()
                .flatMap(service -> service.getValue().path("environment").properties().stream())
                .filter(variable -> variable.getKey().matches(".*(SECRET|TOKEN|PASSWORD).*"))
                .toList();

        assertThat(secrets)
                .isNotEmpty()
                .allSatisfy(secret -> assertThat(secret.getValue().asText()).startsWith("${" + secret.getKey() + ":?"));
        assertThat(Files.readString(Path.of("../../README.md"))).contains("PATCHBOARD_SECRET=... docker compose up");
    }
}
