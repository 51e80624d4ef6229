package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.metrics.PrometheusMetrics;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description of the API, as it is served. */
class OpenApiTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern PARAMETER = Pattern.compile("\\{[^}]+}");
    private static final Pattern REFERENCE = Pattern.compile("\"\\$ref\":\"([^\"]+)\"");

    @TempDir
    Path dir;

    private HttpApi api;

    @BeforeEach
    void start() {
        api = HttpApi.start(HttpServerConfig.onPort(0), new PrometheusMetrics(), RunningApi.blobs(dir));
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void document_isValidByThePublishedSchema() throws Exception {
        JsonNode document = JSON.readTree(get("/openapi.json"));

        Validator.Result result = new ValidatorFactory()
                .withJsonNodeFactory(new JacksonNode.Factory())
                .validate(JSON.readTree(schema()), document);

        assertThat(result.isValid()).as(() -> result.getErrors().toString()).isTrue();
    }

    @Test
    void document_hasTheRoutesThatAreServedAndNoOther() throws Exception {
        List<String> described = new ArrayList<>();
        JSON.readTree(get("/openapi.json"))
                .get("paths")
                .properties()
                .forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                    if (!method.equals("parameters")) {
                        described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));

        assertThat(described).containsExactlyInAnyOrderElementsOf(api.routes());
        assertThat(everything()).containsExactlyInAnyOrderElementsOf(described);
    }

    @Test
    void document_declaresEveryParameterOfAPath() throws Exception {
        JsonNode document = JSON.readTree(get("/openapi.json"));
        List<String> undeclared = new ArrayList<>();
        document.get("paths").properties().forEach(path -> {
            Set<String> declared = new HashSet<>();
            path.getValue().path("parameters").forEach(parameter -> {
                JsonNode found = parameter.has("$ref")
                        ? document.at(parameter.get("$ref").asText().substring(1))
                        : parameter;
                if (found.get("in").asText().equals("path")) {
                    declared.add("{" + found.get("name").asText() + "}");
                }
            });
            Matcher name = PARAMETER.matcher(path.getKey());
            while (name.find()) {
                if (!declared.contains(name.group())) {
                    undeclared.add(path.getKey() + ": " + name.group());
                }
            }
        });

        assertThat(undeclared).isEmpty();
    }

    @Test
    void everyRoute_refusesQueryParametersThatItDoesNotHave_andNamesThoseOfTheDocument() throws Exception {
        JsonNode document = JSON.readTree(get("/openapi.json"));
        List<String> asked = new ArrayList<>();
        for (String route : api.routes()) {
            String method = route.substring(0, route.indexOf(' '));
            String path = route.substring(method.length() + 1);
            JsonNode operation = document.get("paths").get(path).get(method.toLowerCase(Locale.ROOT));

            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(
                                            api.url() + PARAMETER.matcher(path).replaceAll("x") + "?nonsense=1"))
                                    .method(method, HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).as(route).isEqualTo(400);
            JsonNode problem = JSON.readTree(answer.body());
            assertThat(problem.get("detail").asText()).as(route).contains("nonsense");
            List<String> allowed = new ArrayList<>();
            problem.get("allowed").forEach(name -> allowed.add(name.asText()));
            assertThat(allowed).as(route).containsExactlyElementsOf(query(operation, document));
            assertThat(operation.get("responses").has("400")).as(route).isTrue();
            asked.addAll(allowed);
        }
        assertThat(asked).contains("version", "cursor", "commandId");
    }

    @Test
    void health_beforeThereIsABroker_saysWhatIsAwaited() throws Exception {
        HttpResponse<String> ready = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(api.url() + "/health/ready"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("Kafka and the kernel", "still starting");
        assertThat(get("/health/live")).contains("live");
    }

    private static List<String> query(JsonNode operation, JsonNode document) {
        List<String> names = new ArrayList<>();
        operation.path("parameters").forEach(parameter -> {
            JsonNode found = parameter.has("$ref")
                    ? document.at(parameter.get("$ref").asText().substring(1))
                    : parameter;
            if (found.get("in").asText().equals("query")) {
                names.add(found.get("name").asText());
            }
        });
        return names;
    }

    @Test
    void document_refersToNothingThatIsMissing() throws Exception {
        String text = get("/openapi.json");
        JsonNode document = JSON.readTree(text);

        Set<String> missing = new HashSet<>();
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            if (document.at(reference.group(1).substring(1)).isMissingNode()) {
                missing.add(reference.group(1));
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void document_inYaml_isTheSame() throws Exception {
        assertThat(new YAMLMapper().readTree(get("/openapi.yaml"))).isEqualTo(JSON.readTree(get("/openapi.json")));
    }

    /** All routes that the bundled document has, also those that no server might serve. */
    private static List<String> everything() throws IOException {
        List<String> routes = new ArrayList<>();
        try (InputStream text = OpenApiTest.class.getResourceAsStream("/io/patchboard/gateway/http/openapi.yaml")) {
            new YAMLMapper()
                    .readTree(text)
                    .get("paths")
                    .properties()
                    .forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                        if (!method.equals("parameters")) {
                            routes.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                        }
                    }));
        }
        return routes;
    }

    private static String schema() throws IOException {
        try (InputStream text = OpenApiTest.class.getResourceAsStream("/openapi-3.1.schema.json")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String get(String path) throws IOException {
        try (InputStream text = URI.create(api.url() + path).toURL().openStream()) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
