package io.patchboard.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.encoding.TopicSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a registry is, and who asks it. */
final class SchemaRegistryConfigTest extends StubRegistry {

    @Test
    void schemaById_credentials_areSentAndNotPrinted() throws Exception {
        reply("GET /schemas/ids/7", 200, "{\"schema\":\"x\"}");
        RegistryConfig config = RegistryConfig.of(url()).withCredentials("user", "geheim");
        new SchemaRegistryClient(config).schemaById(7);

        assertThat(headers.get(0)).contains("Basic dXNlcjpnZWhlaW0=");
        assertThat(config.toString()).doesNotContain("geheim");
    }

    @Test
    void url_withCredentials_sendsThemAndNeverShowsThem() throws Exception {
        reply("GET /schemas/ids/7", 500, "{}");
        RegistryConfig config = RegistryConfig.of(url().replace("http://", "http://user:geheim@"));

        assertThatThrownBy(() -> new SchemaRegistryClient(config).schemaById(7))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageNotContaining("geheim");
        assertThat(headers.get(0)).contains("Basic dXNlcjpnZWhlaW0=");
        assertThat(config.toString()).doesNotContain("geheim");
        assertThatThrownBy(() -> RegistryConfig.of("ftp://user:geheim@host")).hasMessageNotContaining("geheim");
        assertThatThrownBy(() -> RegistryConfig.of("http://user:geheim@ho st")).hasMessageNotContaining("geheim");
    }

    @ParameterizedTest
    @ValueSource(strings = {"basic.auth.user.info", "schema.registry.basic.auth.user.info"})
    void properties_withCredentials_ofEitherName_areTaken(String name) {
        Map<String, String> properties = Map.of("schema.registry.url", url(), name, "user:geheim", "acks", "all");

        assertThat(RegistryConfig.ofProperties(properties).orElseThrow().credentials())
                .contains(new RegistryConfig.Credentials("user", "geheim"));
        assertThat(RegistryConfig.withoutRegistry(properties)).isEqualTo(Map.of("acks", "all"));
    }

    @Test
    void subjects_ofATopic_areOneOrOneForEachRecord() {
        assertThat(TopicSchema.of(SubjectNaming.TOPIC_RECORD, "commands", List.of("PauseBoard", "CreateBoard")))
                .extracting(TopicSchema::subject)
                .containsExactly("commands-io.patchboard.PauseBoard", "commands-io.patchboard.CreateBoard");
        assertThat(TopicSchema.of(SubjectNaming.TOPIC, "commands", List.of("PauseBoard", "CreateBoard")))
                .extracting(TopicSchema::subject)
                .containsExactly("commands-value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " , ", "localhost:8081", "ftp://localhost"})
    void config_badUrl_isRefused(String urls) {
        assertThatThrownBy(() -> RegistryConfig.of(urls))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Expected ");
    }
}
