package io.patchboard.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that are registered, looked up and compared with those that are there. */
final class RegistrationTest extends StubRegistry {

    @Test
    void register_newSchema_returnsItsIdAndAsksOnce() throws Exception {
        reply("POST /subjects/a%2Fb%20c-value/versions", 200, "{\"id\":12}");
        SchemaRegistryClient client = client();

        assertThat(client.register("a/b c-value", SCHEMA)).isEqualTo(12);
        assertThat(client.register("a/b c-value", SCHEMA)).isEqualTo(12);
        assertThat(client.lookup("a/b c-value", SCHEMA)).hasValue(12);
        assertThat(requests).hasSize(1);
        assertThat(bodies).containsExactly("{\"schema\":\"\\\"string\\\"\"}");
        assertThat(headers.get(0)).contains("Content-type=[application/vnd.schemaregistry.v1+json]");
    }

    @ParameterizedTest
    @CsvSource({"409, 409", "422, 42201"})
    void register_refused_saysWhyAndWhatToDo(int status, int errorCode) {
        reply("POST /subjects/s/versions", status, "{\"error_code\":" + errorCode + ",\"message\":\"No, thanks\"}");

        SchemaRefusedException e =
                catchThrowableOfType(SchemaRefusedException.class, () -> client().register("s", SCHEMA));

        assertThat(e.status()).hasValue(status);
        assertThat(e.errorCode()).hasValue(errorCode);
        assertThat(e).hasMessageContaining("No, thanks").hasMessageContaining("schema");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"id\":\"x\"}", "{\"id\":1.5}", "{\"id\":4294967303}", "{\"id\":-1}", "{\"id\":1e999}"})
    void register_answerWithoutId_isTransient(String body) {
        reply("POST /subjects/s/versions", 200, body);

        assertThatThrownBy(() -> client().register("s", SCHEMA)).isInstanceOf(RegistryUnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {40401, 40403})
    void lookup_notRegistered_isEmpty(int errorCode) throws Exception {
        reply("POST /subjects/s", 404, "{\"error_code\":" + errorCode + ",\"message\":\"not found\"}");

        assertThat(client().lookup("s", SCHEMA)).isEmpty();
    }

    @Test
    void lookup_registered_hasItsId() throws Exception {
        reply("POST /subjects/s", 200, "{\"subject\":\"s\",\"id\":3,\"version\":1,\"schema\":\"\\\"string\\\"\"}");

        assertThat(client().lookup("s", SCHEMA)).hasValue(3);
    }

    @Test
    void compatibility_answers_areToldApart() throws Exception {
        String path = "POST /compatibility/subjects/s/versions?verbose=true";
        reply(path, 200, "{\"is_compatible\":true}");
        assertThat(client().compatibility("s", SCHEMA).isCompatible()).isTrue();
        reply(path, 200, "{\"is_compatible\":false,\"messages\":[\"no default\",\"other name\"]}");
        assertThat(client().compatibility("s", SCHEMA))
                .isEqualTo(new Compatibility(false, List.of("no default", "other name")));
        reply(path, 404, "{\"error_code\":40401,\"message\":\"Subject not found\"}");
        assertThat(client().compatibility("s", SCHEMA).isCompatible()).isTrue();
        reply(path, 404, "{\"error_code\":40402,\"message\":\"Version not found\"}");
        assertThat(client().compatibility("s", SCHEMA).isCompatible()).isTrue();
        reply(path, 422, "{\"error_code\":42201,\"message\":\"Invalid schema\"}");
        assertThatThrownBy(() -> client().compatibility("s", SCHEMA)).isInstanceOf(SchemaRefusedException.class);
    }

    @ParameterizedTest
    @CsvSource({"404, 404", "405, 405", "404, 0"})
    void compatibility_whereOnlyTheLatestCanBeComparedWith_isOfThat(int status, int errorCode) throws Exception {
        reply(
                "POST /compatibility/subjects/s/versions?verbose=true",
                status,
                errorCode == 0 ? "<html>" : "{\"error_code\":" + errorCode + ",\"message\":\"no\"}");
        reply(
                "POST /compatibility/subjects/s/versions/latest?verbose=true",
                200,
                "{\"is_compatible\":false,\"messages\":[\"no default\"]}");

        assertThat(client().compatibility("s", SCHEMA)).isEqualTo(new Compatibility(false, List.of("no default")));
    }

    @ParameterizedTest
    @CsvSource({"40401", "40402", "42202", "42205"})
    void register_otherRefusals_areNamed(int errorCode) {
        reply("POST /subjects/s/versions", errorCode / 100, "{\"error_code\":" + errorCode + ",\"message\":\"no\"}");

        assertThatThrownBy(() -> client().register("s", SCHEMA))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessageContaining("error code " + errorCode);
    }
}
