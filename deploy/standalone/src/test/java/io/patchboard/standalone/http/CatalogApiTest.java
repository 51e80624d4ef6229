package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.app.TopicSettings;
import io.patchboard.record.Topics;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published blueprints, over HTTP and on the command line: versions, boards by name, rollouts. */
class CatalogApiTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "%s",
             "state": {"schema": {"type": "object"}, "initial": {"step": %d}},
             "workers": {"guest": {"unsolicited": true, "write": [{"op": ["add"], "path": "/x"}]}},
             "complete": {"when": "state.step == 3.0"}}""";

    private Answer publish(String name, int step) throws Exception {
        return api.put("/v1/blueprints/" + name + "?reason=step", BLUEPRINT.formatted(name, step));
    }

    private void create(String board, String blueprint, int step) throws Exception {
        Answer created = api.post(
                "/v1/boards",
                "{\"commandId\":\"c\",\"boardId\":\"" + board + "\",\"blueprint\":" + Json.of(blueprint) + "}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(api.get("/v1/boards/" + board + "/state").text()).contains("\"step\":" + step);
    }

    @Test
    void boardsAreCreatedByName_andAShareOfThemByANewVersion() throws Exception {
        assertThat(publish("review", 0).status()).isEqualTo(201);
        Answer second = publish("review", 1);
        assertThat(second.json().get("version")).contains(Json.of(2));
        Answer again = publish("review", 0);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().get("version")).contains(Json.of(1));

        create("one", "review@1", 0);
        create("newest", "review@latest", 1);
        create("any", "review", 1);
        Answer amended = api.post("/v1/boards/one/blueprint", "{\"blueprint\":\"review@2\",\"reason\":\"on\"}");
        assertThat(amended.status()).as(amended.text()).isEqualTo(200);
        Answer forked =
                api.post("/v1/boards/newest/fork", "{\"blueprint\":\"review@1\",\"as\":\"fork\",\"reason\":\"back\"}");
        assertThat(forked.status()).as(forked.text()).isEqualTo(200);

        Answer back = api.post("/v1/blueprints/review/rollout", "{\"version\":1,\"reason\":\"back\"}");
        assertThat(back.status()).as(back.text()).isEqualTo(200);
        create("after", "review", 0);

        Answer shelf = api.get("/v1/blueprints/review");
        assertThat(shelf.text())
                .contains("\"rollouts\":[{\"version\":1,\"share\":1,\"by\":\"local\",\"reason\":\"back\"");
        Answer document = api.get("/v1/blueprints/review?version=2");
        assertThat(document.header("etag")).isEqualTo("\"" + second.text("hash") + "\"");
        assertThat(document.text()).contains("\"step\":1");
        assertThat(api.get("/v1/blueprints").text()).contains("\"name\":\"review\",\"versions\":2");
    }

    @Test
    void whatIsNotThere_orIsNoBlueprint_isRefusedWithTheWayOut() throws Exception {
        publish("refusals", 0);

        assertProblem(api.get("/v1/blueprints/nobody"), 404);
        assertProblem(api.get("/v1/blueprints/refusals?version=2"), 404);
        assertProblem(api.get("/v1/blueprints/refusals?version=two"), 400);
        assertProblem(api.put("/v1/blueprints/other", BLUEPRINT.formatted("refusals", 0)), 400);
        Answer invalid = api.put("/v1/blueprints/refusals", "{\"name\":\"refusals\"}");
        assertProblem(invalid, 422);
        assertThat(invalid.text()).contains("apiVersion");
        for (String bad : List.of("nobody@1", "refusals@7", "no such thing", "refusals@0")) {
            Answer refused = api.post("/v1/boards", "{\"boardId\":\"none\",\"blueprint\":" + Json.of(bad) + "}");
            assertProblem(refused, 400);
            assertThat(refused.text("pointer")).isEqualTo("/blueprint");
        }
        for (String bad : List.of(
                "{\"version\":1,\"share\":0}",
                "{\"version\":1,\"share\":1.5}",
                "{\"version\":\"1\"}",
                "{\"version\":1,\"part\":1}",
                "[]")) {
            assertProblem(api.post("/v1/blueprints/refusals/rollout", bad), 400);
        }
        assertProblem(api.post("/v1/blueprints/refusals/rollout", "{\"version\":9}"), 404);
        assertProblem(api.get("/v1/boards/none"), 404);
    }

    @Test
    void commandLine_publishesAndRunsByName(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("by-hand.json");
        Files.writeString(file, BLUEPRINT.formatted("by-hand", 2));
        assertThat(cli("blueprint", "publish", file.toString()).out()).isEqualTo("by-hand@1\n");
        Files.writeString(file, BLUEPRINT.formatted("by-hand", 3));
        Cli second = cli("blueprint", "publish", file.toString(), "--reason", "done at once", "--by", "ada");
        assertThat(second.out()).isEqualTo("by-hand@2\n");
        assertThat(cli("blueprint", "publish", file.toString()).out()).contains("by-hand@2, as before");
        Files.writeString(file, "{\"name\":\"by-hand\"}");
        Cli invalid = cli("blueprint", "publish", file.toString());
        assertThat(invalid.exitCode()).isEqualTo(6);
        assertThat(invalid.err()).contains("Nothing was published");

        Cli list = cli("blueprint", "list", "by-hand");
        assertThat(list.out()).contains("by-hand@1", "by-hand@2", "ada  done at once");
        assertThat(cli("blueprint", "show", "by-hand@1").out()).contains("\"step\": 2");
        assertThat(cli("blueprint", "diff", "by-hand@1", "by-hand").out()).contains("~ /state/initial/step 2 -> 3");
        Cli run = cli("run", "by-hand@2", "--board", "hand");
        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(cli("blueprint", "rollout", "by-hand@1", "--share", "0.00001")
                        .exitCode())
                .isZero();
        assertThat(cli("blueprint", "list", "by-hand").out()).contains("version 1 to 0.001 % of new boards");

        Cli missing = cli("run", "by-hand@3");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).contains("from 1 to 2");
        assertThat(cli("blueprint", "show", "a/b").err()).contains("review@3");
        assertThat(cli("blueprint", "rollout", "by-hand").err()).contains("by-hand@latest");
        assertThat(cli("board", "amend", "hand", "--blueprint", "nobody", "--reason", "r")
                        .err())
                .contains("none of the name \"nobody\"", "no file");
    }

    @Test
    void whatSomebodyWroteThere_isPassedOver_andTheTopicIsKept() throws Exception {
        publish("robust", 0);
        String topic = new Topics(Topics.DEFAULT_PREFIX).blueprints();
        Map<String, Object> servers =
                Map.of("bootstrap.servers", all.connection().bootstrapServers());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(servers, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (String bad : List.of("", "{", "[]", "{\"type\":\"BlueprintPublished\"}", "\u0000\u0000")) {
                producer.send(new ProducerRecord<>(topic, bad.getBytes(StandardCharsets.UTF_8)))
                        .get();
            }
            producer.send(new ProducerRecord<>(topic, null)).get();
        }
        assertThat(publish("robust", 1).json().get("version")).contains(Json.of(2));

        try (Admin admin = Admin.create(servers)) {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            Map<String, String> actual = TopicSettings.values(
                    admin.describeConfigs(List.of(resource)).all().get().get(resource));
            Map<String, String> wanted = TopicSettings.wanted(new Topics(Topics.DEFAULT_PREFIX), topic);
            assertThat(TopicSettings.wrong(wanted, actual)).isEmpty();
            assertThat(admin.describeTopics(List.of(topic))
                            .allTopicNames()
                            .get()
                            .get(topic)
                            .partitions())
                    .hasSize(1);
        }
    }
}
