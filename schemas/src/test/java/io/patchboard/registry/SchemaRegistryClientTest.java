package io.patchboard.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.encoding.TopicSchema;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a stub in this JVM that answers as the REST interface is documented. */
final class SchemaRegistryClientTest {

    private static final RegisteredSchema SCHEMA = RegisteredSchema.avro("\"string\"");

    private record Reply(int status, String body) {}

    private final Map<String, Reply> replies = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> headers = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong nanos = new AtomicLong();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

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

    @ParameterizedTest
    @ValueSource(strings = {"/hang", "/hang-in-body"})
    void schemaById_hangingRegistry_timesOut(String path) {
        RegistryConfig config = RegistryConfig.of(url() + path).withTimeout(Duration.ofMillis(200));

        assertThatThrownBy(() -> new SchemaRegistryClient(config).schemaById(7))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("within PT0.2S");
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

    @Test
    void schemaById_credentials_areSentAndNotPrinted() throws Exception {
        reply("GET /schemas/ids/7", 200, "{\"schema\":\"x\"}");
        RegistryConfig config = RegistryConfig.of(url()).withCredentials("user", "geheim");
        new SchemaRegistryClient(config).schemaById(7);

        assertThat(headers.get(0)).contains("Basic dXNlcjpnZWhlaW0=");
        assertThat(config.toString()).doesNotContain("geheim");
    }

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
    @ValueSource(strings = {"{}", "{\"id\":\"x\"}", "{\"id\":1.5}"})
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

    private void refersToA() {
        reply(
                "GET /schemas/ids/7",
                200,
                "{\"schema\":\"[]\",\"references\":[{\"name\":\"A\",\"subject\":\"a\",\"version\":1}]}");
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

    @ParameterizedTest
    @CsvSource({"40401", "40402", "42202", "42205"})
    void register_otherRefusals_areNamed(int errorCode) {
        reply("POST /subjects/s/versions", errorCode / 100, "{\"error_code\":" + errorCode + ",\"message\":\"no\"}");

        assertThatThrownBy(() -> client().register("s", SCHEMA))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessageContaining("error code " + errorCode);
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

    private SchemaRegistryClient client() {
        return new SchemaRegistryClient(RegistryConfig.of(url()), nanos::get);
    }

    private String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private void reply(String request, int status, String body) {
        replies.put(request, new Reply(status, body));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            requests.add(exchange.getRequestMethod() + " " + path);
            headers.add(exchange.getRequestHeaders().entrySet().toString());
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            if (path.startsWith("/hang-in-body")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
            }
            if (path.startsWith("/hang")) {
                closing.await();
                return;
            }
            Reply reply = replies.getOrDefault(
                    exchange.getRequestMethod() + " " + path,
                    new Reply(404, "{\"error_code\":404,\"message\":\"HTTP 404\"}"));
            byte[] body = reply.body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
