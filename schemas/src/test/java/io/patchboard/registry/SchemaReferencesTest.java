package io.patchboard.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that refer to others. */
final class SchemaReferencesTest extends StubRegistry {

    @Test
    void schemaById_withReferences_hasTheirTextsInTheOrderOfParsing() throws Exception {
        reply(
                "GET /schemas/ids/7",
                200,
                "{\"schema\":\"[]\",\"references\":[{\"name\":\"B\",\"subject\":\"b\",\"version\":2},"
                        + "{\"name\":\"A\",\"subject\":\"a\",\"version\":1}]}");
        reply("GET /subjects/a/versions/1?deleted=true", 200, "{\"schema\":\"A\"}");
        reply(
                "GET /subjects/b/versions/2?deleted=true",
                200,
                "{\"schema\":\"B\",\"references\":[{\"name\":\"A\",\"subject\":\"a\",\"version\":1}]}");

        assertThat(client().schemaById(7).references()).containsExactly("A", "B");
    }

    @ParameterizedTest
    @ValueSource(ints = {40401, 40402, 404})
    void schemaById_referenceIsMissing_isUnknownAndNotAskedForAgain(int errorCode) {
        refersToA();
        reply(
                "GET /subjects/a/versions/1?deleted=true",
                404,
                "{\"error_code\":" + errorCode + ",\"message\":\"Version 1 not found.\"}");
        SchemaRegistryClient client = client();

        assertThatThrownBy(() -> client.schemaById(7))
                .isInstanceOf(UnknownSchemaException.class)
                .hasMessageContaining("/subjects/a/versions/1")
                .hasMessageContaining("error code " + errorCode);
        assertThatThrownBy(() -> client.schemaById(7)).isInstanceOf(UnknownSchemaException.class);
        assertThat(requests).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 500, 503})
    void schemaById_referenceCannotBeHadNow_isWaitedFor(int status) {
        refersToA();
        reply("GET /subjects/a/versions/1?deleted=true", status, "{\"error_code\":" + status + "}");

        assertThatThrownBy(() -> client().schemaById(7)).isInstanceOf(RegistryUnavailableException.class);
    }

    @Test
    void schemaById_referencesWithoutEnd_isUnknown() {
        refersToA();
        for (int version = 1; version <= 300; version++) {
            reply(
                    "GET /subjects/a/versions/" + version + "?deleted=true",
                    200,
                    "{\"schema\":\"A\",\"references\":[{\"name\":\"A\",\"subject\":\"a\",\"version\":" + (version + 1)
                            + "}]}");
        }

        assertThatThrownBy(() -> client().schemaById(7))
                .isInstanceOf(UnknownSchemaException.class)
                .hasMessageContaining("200");
    }

    @Test
    void schemaById_referencesThatTakeLong_areHadInSeveralAttempts() throws Exception {
        refersToA();
        for (int version = 1; version <= 12; version++) {
            String next = version < 12 ? "{\"subject\":\"a\",\"version\":" + (version + 1) + "}" : "";
            reply(
                    "GET /subjects/a/versions/" + version + "?deleted=true",
                    200,
                    "{\"schema\":\"A" + version + "\",\"references\":[" + next + "]}");
        }
        SchemaRegistryClient slow = new SchemaRegistryClient(
                RegistryConfig.of(url()),
                () -> nanos.addAndGet(Duration.ofSeconds(4).toNanos()));

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> slow.schemaById(7))
                    .isInstanceOfSatisfying(
                            RegistryUnavailableException.class,
                            e -> assertThat(e.isTransient()).isTrue());
        }
        assertThat(slow.schemaById(7).references())
                .hasSize(12)
                .startsWith("A12")
                .endsWith("A1");
        assertThat(requests.stream().filter(request -> request.contains("/subjects/a/")))
                .hasSize(12)
                .doesNotHaveDuplicates();
    }

    private void refersToA() {
        reply(
                "GET /schemas/ids/7",
                200,
                "{\"schema\":\"[]\",\"references\":[{\"name\":\"A\",\"subject\":\"a\",\"version\":1}]}");
    }
}
