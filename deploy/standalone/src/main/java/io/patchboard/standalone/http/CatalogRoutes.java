package io.patchboard.standalone.http;

import io.javalin.http.HttpStatus;
import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.catalog.Shelf;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.EntityTag;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.Routes;
import io.patchboard.gateway.http.api.Bodies;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.standalone.blueprint.Verdict;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.apache.kafka.common.KafkaException;

/** The routes of published blueprints: what there is, a version, the next version, who gets which. */
final class CatalogRoutes implements AutoCloseable {

    private static final int AT_ONCE = 4;

    private static final Set<String> ROLLOUT = Set.of("version", "share", "reason");

    private final Semaphore atOnce = new Semaphore(AT_ONCE);
    private volatile Optional<CatalogTopic> topic = Optional.empty();

    void serve(CatalogTopic catalog) {
        topic = Optional.of(catalog);
    }

    void mount(Routes routes) {
        routes.get("/v1/blueprints", call -> away(this::list)).get("/v1/blueprints/{name}", this::one, "version");
        routes.needing(Right.PUBLISH)
                .put("/v1/blueprints/{name}", this::publish, "reason")
                .post("/v1/blueprints/{name}/rollout", this::rollOut);
    }

    private CatalogTopic topic() {
        return topic.orElseThrow(
                () -> ReadRoutes.notYet("Expected Kafka and the kernel to run, but they are still starting."));
    }

    /** Kafka is asked, so it is done on a thread of its own. */
    private CompletionStage<Reply> away(Callable<Reply> work) {
        return ReadRoutes.away(() -> {
            ReadRoutes.take(atOnce);
            try {
                return work.call();
            } catch (KafkaException e) {
                throw ReadRoutes.notYet("Expected Kafka to have the published blueprints, but: " + e.getMessage());
            } finally {
                atOnce.release();
            }
        });
    }

    private Reply list() {
        return Reply.of(
                200,
                JsonObject.of(
                        "blueprints",
                        JsonArray.copyOf(topic().read().shelves().stream()
                                .map(CatalogRoutes::brief)
                                .toList())));
    }

    private static JsonObject brief(Shelf shelf) {
        return JsonObject.builder()
                .put("name", shelf.name())
                .put("versions", shelf.versions().size())
                .put("latest", shelf.latest().brief())
                .build();
    }

    private CompletionStage<Reply> one(Call call) {
        String name = call.pathParameter("name");
        Optional<String> version = call.query("version");
        return away(() -> version.isEmpty()
                ? Reply.of(200, shelf(name).toJson())
                : document(version(name + "@" + version.get(), Optional.of("version")), call));
    }

    private static Reply document(BlueprintVersion version, Call call) {
        return new EntityTag(version.hash()).on(Reply.of(200, version.document()), call);
    }

    private Shelf shelf(String name) {
        return topic().read()
                .shelf(name)
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.NOT_FOUND, topic().read().missing(new BlueprintName(name, Optional.empty()))));
    }

    /** @param parameter that it stands in; absent for a member of the body */
    private BlueprintVersion version(String text, Optional<String> parameter) {
        BlueprintName name = BlueprintName.of(text)
                .filter(form -> form.version().isPresent())
                .orElseThrow(() -> ReadRoutes.bad("Expected a number from 1, or " + BlueprintName.LATEST + ", as "
                        + parameter.orElse("/version") + ", but got \"" + text + "\"."));
        return topic().read()
                .find(name, "")
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.NOT_FOUND, topic().read().missing(name)));
    }

    private CompletionStage<Reply> publish(Call call) {
        String name = call.pathParameter("name");
        String by = call.principal().name();
        Optional<String> reason = call.query("reason");
        return Bodies.text(call)
                .thenCompose(body -> away(() -> {
                    Blueprint blueprint = valid(BlueprintRoutes.verdict(body));
                    if (!blueprint.name().equals(name)) {
                        throw ReadRoutes.bad("Expected a blueprint of the name \"" + name
                                + "\", as the path says, but got \"" + blueprint.name() + "\".");
                    }
                    CatalogTopic.Published published = topic().publish((JsonObject) blueprint.source(), by, reason);
                    return Reply.of(
                            published.isNew() ? HttpStatus.CREATED.getCode() : HttpStatus.OK.getCode(),
                            published.version().brief());
                }));
    }

    private static Blueprint valid(Verdict verdict) {
        return verdict.blueprint()
                .orElseThrow(() -> Problem.of(
                                HttpStatus.UNPROCESSABLE_CONTENT,
                                "Expected a valid blueprint, but it has "
                                        + (verdict.errors().size() == 1
                                                ? "an error."
                                                : verdict.errors().size() + " errors."))
                        .with("errors", verdict.json().get("errors").orElseThrow())
                        .asException());
    }

    private CompletionStage<Reply> rollOut(Call call) {
        String name = call.pathParameter("name");
        String by = call.principal().name();
        return Bodies.json(call)
                .thenCompose(body -> away(() -> {
                    if (!(body instanceof JsonObject asked)) {
                        throw ReadRoutes.bad(
                                "Expected a JSON object as the body, but got a JSON " + body.typeName() + ".");
                    }
                    Bodies.refuseUnknown(asked, ROLLOUT);
                    try {
                        return Reply.of(
                                200, rolledOut(name, new Fields(asked), by).toJson());
                    } catch (FieldException e) {
                        throw ReadRoutes.bad(e.getMessage());
                    }
                }));
    }

    private Shelf rolledOut(String name, Fields asked, String by) {
        BlueprintVersion version = version(name + "@" + asked.integer("version"), Optional.empty());
        BigDecimal share = asked.optionalNumber("share").orElse(BigDecimal.ONE);
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw ReadRoutes.bad("Expected a share above 0, at most 1, at /share, but got " + Json.of(share.toString())
                    + ". To step back, give all new boards a version of before.");
        }
        return topic().rollOut(version, share, by, asked.optionalString("reason"));
    }

    @Override
    public void close() {
        topic.ifPresent(CatalogTopic::close);
    }
}
