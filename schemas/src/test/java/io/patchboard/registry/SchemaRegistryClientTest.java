package io.patchboard.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas by their id, against a registry that answers, fails or is gone. */
final class SchemaRegistryClientTest extends StubRegistry {

    @Test
    void schemaById_known_isAskedOnce() throws Exception {
        reply("GET /schemas/ids/7", 200, "{\"schema\":\"\\\"string\\\"\"}");
        SchemaRegistryClient client = client();

        assertThat(client.schemaById(7)).isEqualTo(SCHEMA);
        assertThat(client.schemaById(7)).isEqualTo(SCHEMA);
        assertThat(requests).containsExactly("GET /schemas/ids/7");
        assertThat(headers.get(0)).contains("application/vnd.schemaregistry.v1+json");
    }

    @ParameterizedTest
    @CsvSource({"AVRO, AVRO", "JSON, JSON", "PROTOBUF, OTHER"})
    void schemaById_schemaType_isTold(String schemaType, RegisteredSchema.Type type) throws Exception {
        reply("GET /schemas/ids/7", 200, "{\"schemaType\":\"" + schemaType + "\",\"schema\":\"x\",\"references\":[]}");

        assertThat(client().schemaById(7).type()).isEqualTo(type);
    }

    @Test
    void schemaById_unknown_isPermanentAndBelievedForAWhile() {
        reply("GET /schemas/ids/8", 404, "{\"error_code\":40403,\"message\":\"Schema 8 not found\"}");
        SchemaRegistryClient client = client();

        UnknownSchemaException e = catchThrowableOfType(UnknownSchemaException.class, () -> client.schemaById(8));
        assertThat(e.status()).hasValue(404);
        assertThat(e.errorCode()).hasValue(40403);
        assertThatThrownBy(() -> client.schemaById(8)).isInstanceOf(UnknownSchemaException.class);
        assertThat(requests).hasSize(1);

        nanos.addAndGet(Duration.ofSeconds(11).toNanos());
        reply("GET /schemas/ids/8", 200, "{\"schema\":\"\\\"string\\\"\"}");
        assertThat(catchThrowableOfType(RegistryException.class, () -> client.schemaById(8)))
                .isNull();
    }

    @Test
    void schemaById_negative_isUnknownWithoutAsking() {
        assertThatThrownBy(() -> client().schemaById(-1)).isInstanceOf(UnknownSchemaException.class);
        assertThat(requests).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "500 | {\"error_code\":50001,\"message\":\"Error in the backend data store\"}",
                "503 | <html>",
                "429 | {}",
                "401 | {\"error_code\":401,\"message\":\"Unauthorized\"}",
                "403 | {\"error_code\":40301,\"message\":\"Forbidden\"}",
                "404 | <html>no such page</html>",
                "404 | {\"error_code\":404,\"message\":\"HTTP 404 Not Found\"}",
                "302 | {}",
                "200 | not json",
                "200 | {\"schema\":",
                "200 | {\"schema\":5}",
                "200 | []",
            })
    void schemaById_noUsableAnswer_isTransient(int status, String body) {
        reply("GET /schemas/ids/7", status, body);

        RegistryUnavailableException e =
                catchThrowableOfType(RegistryUnavailableException.class, () -> client().schemaById(7));

        assertThat(e).isNotNull().hasMessageStartingWith("Expected the Schema Registry");
        assertThat(e.status()).hasValue(status);
    }

    @Test
    void schemaById_serverError_tellsItsCode() {
        reply("GET /schemas/ids/7", 500, "{\"error_code\":50001,\"message\":\"store\"}");

        assertThat(catchThrowableOfType(RegistryUnavailableException.class, () -> client().schemaById(7))
                        .errorCode())
                .hasValue(50001);
    }

    @Test
    void schemaById_slowOutage_isBelievedForAsLongAsItTook_andAQuickOneIsNot() throws Exception {
        SchemaRegistryClient client = new SchemaRegistryClient(RegistryConfig.of(url() + "/slow"), nanos::get);
        reply("GET /slow/schemas/ids/9", 200, "{\"schema\":\"\\\"string\\\"\"}");
        client.schemaById(9);
        for (int id = 1; id < 8; id++) {
            int unseen = id;
            assertThatThrownBy(() -> client.schemaById(unseen)).isInstanceOf(RegistryUnavailableException.class);
        }
        assertThat(requests).hasSize(2);
        assertThat(client.schemaById(9)).isEqualTo(SCHEMA);
        nanos.addAndGet(SLOW.toNanos());
        reply("GET /slow/schemas/ids/7", 200, "{\"schema\":\"\\\"string\\\"\"}");
        assertThat(client.schemaById(7)).isEqualTo(SCHEMA);

        SchemaRegistryClient quick = client();
        assertThatThrownBy(() -> quick.schemaById(6)).isInstanceOf(RegistryUnavailableException.class);
        reply("GET /schemas/ids/6", 200, "{\"schema\":\"\\\"string\\\"\"}");
        assertThat(quick.schemaById(6)).isEqualTo(SCHEMA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hang", "/hang-in-body"})
    void schemaById_hangingRegistry_timesOut(String path) {
        RegistryConfig config = RegistryConfig.of(url() + path).withTimeout(Duration.ofMillis(200));

        assertThatThrownBy(() -> new SchemaRegistryClient(config).schemaById(7))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("within 0.2 s");
    }

    @Test
    void schemaById_registryGone_stillKnowsWhatItWasTold() throws Exception {
        reply("GET /schemas/ids/7", 200, "{\"schema\":\"\\\"string\\\"\"}");
        SchemaRegistryClient client = client();
        client.schemaById(7);
        server.stop(0);

        assertThat(client.schemaById(7)).isEqualTo(SCHEMA);
        assertThatThrownBy(() -> client.schemaById(6)).isInstanceOf(RegistryUnavailableException.class);
    }

    @Test
    void schemaById_firstAddressDown_usesTheSecondAndStaysThere() throws Exception {
        String goneUrl;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            goneUrl = "http://localhost:" + gone.getLocalPort();
        }
        reply("GET /failing/schemas/ids/7", 500, "{}");
        reply("GET /schemas/ids/7", 200, "{\"schema\":\"\\\"string\\\"\"}");
        reply("GET /schemas/ids/9", 200, "{\"schema\":\"\\\"string\\\"\"}");
        SchemaRegistryClient client =
                new SchemaRegistryClient(RegistryConfig.of(goneUrl + ", " + url() + "/failing, " + url() + "/"));

        assertThat(client.schemaById(7)).isEqualTo(SCHEMA);
        assertThat(client.schemaById(9)).isEqualTo(SCHEMA);
        assertThat(requests).containsExactly("GET /failing/schemas/ids/7", "GET /schemas/ids/7", "GET /schemas/ids/9");
    }

    @Test
    void schemaById_moreThanTheCacheHolds_asksAgain() throws Exception {
        for (int id = 1; id <= 3; id++) {
            reply("GET /schemas/ids/" + id, 200, "{\"schema\":\"\\\"string\\\"\"}");
        }
        SchemaRegistryClient client =
                new SchemaRegistryClient(RegistryConfig.of(url()).withCacheSize(2));
        for (int id : new int[] {1, 2, 3, 3, 1}) {
            client.schemaById(id);
        }

        assertThat(requests).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "500 | 50001 | store",
                "500 | 50002 | in time",
                "500 | 50003 | leader",
                "401 | 401   | password",
                "403 | 40301 | permissions",
                "302 | 0     | Redirects",
            })
    void unavailable_saysTheCodeAndWhatToDo(int status, int errorCode, String advice) {
        reply("GET /schemas/ids/7", status, "{\"error_code\":" + errorCode + ",\"message\":\"no\"}");

        RegistryUnavailableException e =
                catchThrowableOfType(RegistryUnavailableException.class, () -> client().schemaById(7));

        assertThat(e).hasMessageContaining("error code " + errorCode).hasMessageContaining(advice);
        assertThat(e.isTransient()).isEqualTo(status == 500);
    }
}
