package io.patchboard.standalone.http;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.Routes;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Source;
import io.patchboard.standalone.sources.Delivery;
import io.patchboard.standalone.sources.feed.Deliveries;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.KafkaException;

/** The route of signed deliveries to sources. Whoever signs with the source's secret needs no token. */
final class DeliveryRoute {

    private volatile Optional<Deliveries> deliveries = Optional.empty();

    void serve(Deliveries taken) {
        deliveries = Optional.of(taken);
    }

    void mount(Routes routes) {
        routes.postByAnybody("/v1/sources/{name}", this::take);
    }

    private CompletionStage<Reply> take(Call call) {
        String source = call.pathParameter("name");
        Deliveries taken = deliveries
                .filter(all -> all.secret(source).isPresent())
                .orElseThrow(() -> Problem.of(
                                HttpStatus.NOT_FOUND,
                                "Expected a source that takes deliveries (webhook), but there is none of this name.")
                        .asException());
        return call.body().thenCompose(body -> taken(taken, source, call, body)).thenApply(DeliveryRoute::reply);
    }

    private static CompletionStage<Source> taken(Deliveries taken, String source, Call call, byte[] body) {
        try {
            return taken.take(source, call::header, body);
        } catch (Delivery.ForgedException e) {
            throw Problem.of(HttpStatus.UNAUTHORIZED, e.getMessage()).asException();
        } catch (KafkaException e) {
            throw ReadRoutes.notYet("Expected Kafka to take it, but: " + e.getMessage());
        }
    }

    private static Reply reply(Source at) {
        return Reply.of(
                202,
                JsonObject.builder()
                        .put("topic", at.topic())
                        .put("partition", at.partition())
                        .put("offset", at.offset())
                        .build());
    }
}
