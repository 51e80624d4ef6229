package io.patchboard.gateway.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.KeptLogs;
import io.patchboard.gateway.http.HttpServer;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.record.Topics;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AnswerRouteTest {

    @Test
    void callback_whileKafkaIsAway_reachesTheGatewayThatAwaitsIt() throws Exception {
        AwaitedAnswers awaited = new AwaitedAnswers();
        AwaitedAnswers.Place place = awaited.await("i-1");
        KafkaConnection away = new KafkaConnection(
                "127.0.0.1:1",
                Map.of("default.api.timeout.ms", "1000", "request.timeout.ms", "1000"),
                new Topics(Topics.DEFAULT_PREFIX));
        WorkerApi api = new WorkerApi(Optional.empty());
        try (HttpServer server = HttpServer.start(HttpServerConfig.onPort(0), List.of(api::mount))) {
            api.serve(WorkerApiConfig.of(away, "g", awaited, outcome -> {}, KeptLogs.NONE));
            HttpResponse<String> reply = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(server.url()
                                            + "/v1/invocations/i-1/answer?boardId=b-1&worker=w&capability="
                                            + place.capability()))
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("[]"))
                                    .build(),
                            BodyHandlers.ofString());

            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
            assertThat(place.answer().getNow(Answer.failed("not told"))).isEqualTo(Answer.nothing());
        } finally {
            api.close();
        }
    }
}
