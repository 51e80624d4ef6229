package io.patchboard.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server that stands in for a Schema Registry, byte by byte against what the REST interface documents. */
final class ProtocolRegistryTest {

    private static final String STRING = "{\"schema\":\"{\\\"type\\\": \\\"string\\\"}\"}";
    private static final String USER =
            "{\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"U\\\",\\\"fields\\\":[]}\"}";
    private static final String USER_2 =
            "{\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"U\\\",\\\"fields\\\":"
                    + "[{\\\"name\\\":\\\"a\\\",\\\"type\\\":\\\"int\\\"}]}\"}";

    private final HttpClient http = HttpClient.newHttpClient();
    private ProtocolRegistry registry;

    @BeforeEach
    void start() {
        registry = ProtocolRegistry.start();
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void successes_areAsDocumented() throws Exception {
        assertThat(ask("GET", "/subjects", "")).isEqualTo("200 []");
        assertThat(ask("POST", "/subjects/test/versions", STRING)).isEqualTo("200 {\"id\":1}");
        assertThat(ask("POST", "/subjects/test/versions?normalize=true", STRING))
                .isEqualTo("200 {\"id\":1}");
        assertThat(ask("POST", "/subjects/other/versions", STRING)).isEqualTo("200 {\"id\":1}");
        assertThat(ask("GET", "/schemas/ids/1", "")).isEqualTo("200 {\"schema\":\"{\\\"type\\\": \\\"string\\\"}\"}");
        assertThat(ask("GET", "/schemas/ids/1/versions", ""))
                .isEqualTo("200 [{\"subject\":\"other\",\"version\":1},{\"subject\":\"test\",\"version\":1}]");
        assertThat(ask("GET", "/subjects", "")).isEqualTo("200 [\"other\",\"test\"]");
        assertThat(ask("GET", "/subjects/test/versions", "")).isEqualTo("200 [1]");
        assertThat(ask("GET", "/subjects/test/versions/latest", ""))
                .isEqualTo("200 {\"subject\":\"test\",\"version\":1,\"id\":1,\"schema\":"
                        + "\"{\\\"type\\\": \\\"string\\\"}\"}");
        assertThat(ask("POST", "/subjects/test", STRING))
                .startsWith("200 {\"subject\":\"test\",\"version\":1,\"id\":1,");
        assertThat(ask("POST", "/compatibility/subjects/test/versions/latest", STRING))
                .isEqualTo("200 {\"is_compatible\":true}");
        assertThat(ask("GET", "/config", "")).isEqualTo("200 {\"compatibilityLevel\":\"BACKWARD\"}");
        assertThat(ask("PUT", "/config/test", "{\"compatibility\":\"FULL\"}"))
                .isEqualTo("200 {\"compatibility\":\"FULL\"}");
        assertThat(ask("GET", "/mode", "")).isEqualTo("200 {\"mode\":\"READWRITE\"}");
        assertThat(ask("DELETE", "/subjects/test", "")).isEqualTo("200 [1]");
        assertThat(ask("GET", "/schemas/ids/1", "")).startsWith("200 ");
    }

    @Test
    void errors_areAsDocumented() throws Exception {
        assertThat(ask("GET", "/schemas/ids/9", ""))
                .isEqualTo("404 {\"error_code\":40403,\"message\":\"Schema 9 not found\"}");
        assertThat(ask("POST", "/subjects/s", STRING))
                .isEqualTo("404 {\"error_code\":40401,\"message\":\"Subject 's' not found.\"}");
        ask("POST", "/subjects/s/versions", USER);
        assertThat(ask("POST", "/subjects/s", STRING))
                .isEqualTo("404 {\"error_code\":40403,\"message\":\"Schema not found\"}");
        assertThat(ask("GET", "/subjects/s/versions/7", ""))
                .isEqualTo("404 {\"error_code\":40402,\"message\":\"Version 7 not found.\"}");
        assertThat(ask("GET", "/subjects/s/versions/0", "")).startsWith("422 {\"error_code\":42202,");
        assertThat(ask("POST", "/subjects/s/versions", USER_2))
                .startsWith(
                        "409 {\"error_code\":40901,\"message\":\"Schema being registered is incompatible with an earlier"
                                + " schema for subject \\\"s\\\", details: [{errorType:'READER_FIELD_MISSING_DEFAULT_VALUE'");
        assertThat(ask("POST", "/compatibility/subjects/s/versions/latest?verbose=true", USER_2))
                .startsWith(
                        "200 {\"is_compatible\":false,\"messages\":[\"{errorType:'READER_FIELD_MISSING_DEFAULT_VALUE'");
        assertThat(ask("POST", "/subjects/s/versions", "{\"schema\":\"{\"}")).startsWith("422 {\"error_code\":42201,");
        assertThat(ask("PUT", "/config", "{\"compatibility\":\"MOST\"}")).startsWith("422 {\"error_code\":42203,");
        registry.state().readOnly(true);
        assertThat(ask("POST", "/subjects/new/versions", USER)).startsWith("422 {\"error_code\":42205,");
        assertThat(ask("GET", "/elsewhere", ""))
                .isEqualTo("404 {\"error_code\":404,\"message\":\"HTTP 404 Not Found\"}");
        registry.fail(500, 50001, "Error in the backend data store");
        assertThat(ask("GET", "/schemas/ids/1", ""))
                .isEqualTo("500 {\"error_code\":50001,\"message\":\"Error in the backend data store\"}");
    }

    @Test
    void references_areResolvedAndTold() throws Exception {
        ask("POST", "/subjects/U/versions", USER);
        String union = "{\"schema\":\"[\\\"U\\\",\\\"string\\\"]\",\"references\":"
                + "[{\"name\":\"U\",\"subject\":\"U\",\"version\":1}]}";

        assertThat(ask("POST", "/subjects/t-value/versions", union)).isEqualTo("200 {\"id\":2}");
        assertThat(ask("GET", "/schemas/ids/2", ""))
                .isEqualTo("200 {\"schema\":\"[\\\"U\\\",\\\"string\\\"]\",\"references\":"
                        + "[{\"name\":\"U\",\"subject\":\"U\",\"version\":1}]}");
    }

    private String ask(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(registry.url() + path))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/vnd.schemaregistry.v1+json");
        return response.statusCode() + " " + response.body();
    }
}
