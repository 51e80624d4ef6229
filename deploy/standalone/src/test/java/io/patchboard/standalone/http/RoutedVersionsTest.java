package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A blueprint routes a share of new boards to a worker's new version, by a queue that its gateways alone serve. */
final class RoutedVersionsTest extends ApiRig {

    private static final int BOARDS = 16;

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "routed",
             "state": {"schema": {"type": "object"}, "initial": {"task": 1}},
             "workers": {"writer": {"queue": "writers-%d", "write": [{"op": ["add"], "path": "/done"}]}},
             "rules": [{"name": "begin", "on": {"event": "created"}, "invoke": "writer"}],
             "complete": {"when": "has(state.done)"}}""";

    private static final String WORKER = """
            import json, sys
            for line in sys.stdin:
                asked = json.loads(line)
                answer = {"patch": [{"op": "add", "path": "/done", "value": True}]}
                print(json.dumps({"invocationId": asked["invocationId"], **answer}), flush=True)
            """;

    @TempDir
    private Path dir;

    private Gateway gateway(int version) throws Exception {
        Files.writeString(dir.resolve("writer.py"), WORKER);
        String file = "workers: {writer: {process: [python3, writer.py], version: v" + version + "}}";
        return Gateway.start(GatewayConfig.builder(
                        all.connection(),
                        WorkersFile.parse(file, dir.resolve("workers.yaml")).workers())
                .groupId("routed-" + version)
                .queues(List.of("writers-" + version))
                .build());
    }

    private void publish(int version) throws Exception {
        Answer published = api.put("/v1/blueprints/routed?reason=new", BLUEPRINT.formatted(version));
        assertThat(published.status()).as(published.text()).isEqualTo(201);
    }

    private void rollOut(int version, double share) throws Exception {
        String body = "{\"version\":" + version + ",\"share\":" + share + ",\"reason\":\"a try\"}";
        Answer done = api.post("/v1/blueprints/routed/rollout", body);
        while (done.status() == 503) {
            done = api.post("/v1/blueprints/routed/rollout", body);
        }
        assertThat(done.status()).as(done.text()).isEqualTo(200);
    }

    /** Has some boards done, and says which versions did them: for each the one of its blueprint's queue. */
    private Set<String> versions(String prefix) throws Exception {
        for (int i = 0; i < BOARDS; i++) {
            Answer created = api.post(
                    "/v1/boards", "{\"boardId\":\"" + prefix + i + "\",\"blueprint\":\"routed\",\"commandId\":\"c\"}");
            assertThat(created.status()).as(created.text()).isIn(201, 202);
        }
        Set<String> versions = new TreeSet<>();
        for (int i = 0; i < BOARDS; i++) {
            String log = "/v1/boards/" + prefix + i + "/log";
            await("a worker answers")
                    .atMost(PATIENCE)
                    .until(() -> api.get(log).text().contains("\"BoardCompleted\""));
            String queue = "";
            String version = "";
            for (Json entry : (JsonArray) JsonReader.parse(api.get(log).text())) {
                queue = text(entry, "/blueprint/workers/writer/queue", queue);
                version = text(entry, "/usage/workerVersion", version);
            }
            assertThat(queue).isEqualTo("writers-" + version.replace("v", ""));
            versions.add(version);
        }
        return versions;
    }

    private static String text(Json entry, String path, String otherwise) {
        return JsonPointer.parse(path).resolve(entry).orElse(Json.nul()) instanceof JsonString text
                ? text.value()
                : otherwise;
    }

    @Test
    void shareOfBoards_isRoutedToAVersion_compared_andTakenBack() throws Exception {
        try (Gateway seven = gateway(7);
                Gateway eight = gateway(8)) {
            publish(7);
            assertThat(versions("before-")).containsExactly("v7");

            publish(8);
            rollOut(2, 0.5);
            assertThat(versions("shared-")).containsExactly("v7", "v8");
            JsonObject answers = api.get("/v1/analytics/answers?by=version").json();
            assertThat(answers.toString()).contains("\"writer@v7\"", "\"writer@v8\"");

            rollOut(1, 1);
            assertThat(versions("back-")).containsExactly("v7");
            assertThat(seven.failure().toCompletableFuture()).isNotDone();
            assertThat(eight.failure().toCompletableFuture()).isNotDone();
        }
    }
}
