package io.patchboard.standalone.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.http.api.WorkerApiConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.broker.SecuredBroker;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.HttpApi;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code patchboard server} on a broker with TLS, SCRAM and an authorizer that denies what no ACL allows. */
@Tag("long")
class ServerRightsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final List<Part> PARTS = List.of(Part.gateway, Part.app, Part.reader, Part.publisher);
    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"asks","state":{"schema":{"type":"object"},"initial":{"n":0}},
             "workers":{"clerk":{"queue":"desk","write":[{"op":["replace"],"path":"/n"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],"complete":{"when":"state.n == 1"}}
            """;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void partsThatAServerIs_areEnough_andWithoutThePasswordItEnds(@TempDir Path dir) throws Exception {
        Topics topics = new Topics("acme.");
        try (SecuredBroker broker = SecuredBroker.start(dir.resolve("broker"));
                Complaints complaints = new Complaints(topics)) {
            grant(broker, List.of(Part.kernel), topics, "kernel");
            grant(broker, PARTS, topics, "server");
            KafkaConnection server = new KafkaConnection(broker.bootstrapServers(), broker.user("server"), topics);
            try (KernelApp kernel = kernel(broker, topics, dir);
                    HttpApi api = HttpApi.start(0)) {
                api.serve(server, new AwaitedAnswers(), dir.resolve("index")).get();
                String url = api.url();
                assertThat(send(url, "PUT", "/v1/blueprints/asks", BLUEPRINT).statusCode())
                        .isEqualTo(201);
                await().atMost(PATIENCE)
                        .until(
                                () -> send(
                                                url,
                                                "POST",
                                                "/v1/boards",
                                                "{\"commandId\":\"c\",\"boardId\":\"b-1\",\"blueprint\":\"asks@1\"}")
                                        .statusCode(),
                                status -> status == 201);
                String work = await().atMost(PATIENCE)
                        .until(
                                () -> send(url, "POST", "/v1/queues/desk/poll", "{\"wait\":\"PT20S\"}")
                                        .body(),
                                body -> body.contains("WorkerInvoked"));
                String id = JsonPointer.parse("/invocations/0/invocationId")
                        .resolve(JsonReader.parse(work))
                        .orElseThrow()
                        .toString()
                        .replace("\"", "");
                String half = "{\"progress\":\"half\",\"checkpoint\":{\"at\":1}}";
                HttpResponse<String> told = send(url, "POST", "/v1/invocations/" + id + "/progress", half);
                assertThat(told.statusCode()).as(told.body()).isEqualTo(200);
                HttpResponse<String> answered = send(
                        url,
                        "POST",
                        "/v1/invocations/" + id + "/answer",
                        "[{\"op\":\"replace\",\"path\":\"/n\",\"value\":1}]");
                assertThat(answered.statusCode()).as(answered.body()).isEqualTo(200);
                assertThat(send(url, "GET", "/v1/limits", "").statusCode()).isEqualTo(200);
                await().atMost(PATIENCE)
                        .until(() -> send(url, "GET", "/v1/boards?phase=completed", "")
                                .body()
                                .contains("\"b-1\""));
            }
            assertThat(complaints.said()).doesNotContain("uthoriz");

            String guessed = broker.user("server").entrySet().stream()
                    .map(setting -> setting.getKey() + "=" + setting.getValue().replace("of server", "guessed"))
                    .collect(Collectors.joining("\n"));
            Path config = Files.writeString(dir.resolve("client.properties"), guessed);
            Cli refused = Cli.run(
                    "server",
                    "--bootstrap-server",
                    broker.bootstrapServers(),
                    "--config",
                    config.toString(),
                    "--http-port",
                    "0",
                    "--data-dir",
                    dir.resolve("refused").toString());
            assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(1);
            assertThat(refused.err()).contains("Expected a Kafka server at", "it refused the credentials");
        }
    }

    private static void grant(SecuredBroker broker, List<Part> parts, Topics topics, String principal)
            throws Exception {
        GuardedBroker.rule(
                broker.admin(),
                Part.rights(parts, topics, List.of(), WorkerApiConfig.DEFAULT_GROUP).stream()
                        .flatMap(right -> Servers.bindings(right, principal).stream())
                        .toList());
    }

    private static KernelApp kernel(SecuredBroker broker, Topics topics, Path dir) throws Exception {
        return KernelApp.start(KernelConfig.builder(
                        broker.bootstrapServers(),
                        dir.resolve("streams"),
                        "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                .prefix(topics.prefix())
                .partitions(2)
                .clientProperties(broker.user("kernel"))
                .build());
    }

    private HttpResponse<String> send(String url, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
