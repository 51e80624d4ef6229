package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.patience.Ports;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.http.RunningApi.Answer;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker comes back; the HTTP server was there all the time. */
@Tag("long")
class RestartedBrokerTest {

    @TempDir
    Path dir;

    @Test
    void brokerAway_isToldAsAProblem_andWhoWaitedIsServedWhenItIsBack() throws Exception {
        AllInOneConfig config = AllInOneConfig.on(dir).withKafkaPort(Ports.free());
        AllInOne first = AllInOne.start(config);
        try (RunningApi api = new RunningApi(first)) {
            assertThat(api.createBoard("before", "q-restart").status()).isEqualTo(201);
            List<JsonObject> polled = api.lent("q-restart", "{\"max\":2,\"wait\":\"PT30S\"}");
            first.close();

            Answer away = api.post(
                    "/v1/boards/before/proposals",
                    "{\"proposalId\":\"p-away\",\"worker\":\"guest\",\"patch\":" + RunningApi.note("x") + "}");
            assertThat(away.status()).as(away.text()).isEqualTo(503);
            assertThat(away.header("content-type")).startsWith("application/problem+json");
            // Nobody can say that there is none.
            assertThat(api.get("/v1/boards/before/proposals/p-earlier").status())
                    .isEqualTo(503);
            CompletableFuture<Answer> waiting =
                    api.posted("/v1/queues/q-again/poll", "{\"wait\":\"PT60S\",\"workers\":[\"scribe\"]}");

            try (AllInOne second = AllInOne.start(config)) {
                assertThat(second.bootstrapServers()).isEqualTo(first.bootstrapServers());
                await().atMost(Duration.ofMinutes(5))
                        .untilAsserted(() -> assertThat(
                                        api.createBoard("after", "q-again").status())
                                .isIn(201, 409));
                // Unless the way back took longer than a poll does.
                String scribes = "{\"wait\":\"PT60S\",\"workers\":[\"scribe\"]}";
                List<JsonObject> served = waiting.get().invocations();
                assertThat(served.isEmpty() ? api.lent("q-again", scribes) : served)
                        .hasSize(1);
                String invocation = RunningApi.text(polled.get(0), "invocationId");
                await().atMost(Duration.ofMinutes(5))
                        .untilAsserted(() -> assertThat(
                                        api.post("/v1/invocations/" + invocation + "/answer", RunningApi.note("y"))
                                                .status())
                                .isEqualTo(200));
            }
        } finally {
            first.close();
        }
    }
}
