package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.Catalog;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.gateway.http.Problem;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.Command;
import io.patchboard.record.CreateBoard;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.apache.kafka.common.KafkaException;

/** Puts published blueprints in the place of their names, before a command is sent: kernels know documents alone. */
final class NamedBlueprints implements AutoCloseable {

    /** Each reads what was published since the one before, and they take turns. */
    private static final int MOST_WAITING = 100;

    private final CatalogTopic topic;
    private final Semaphore waiting = new Semaphore(MOST_WAITING);

    NamedBlueprints(CatalogTopic topic) {
        this.topic = topic;
    }

    /** The command with the document; fails with a problem if there is none of the name. */
    CompletionStage<Command> documented(Command command) {
        return switch (command) {
            case CreateBoard create
            when create.blueprint() instanceof JsonString name ->
                document(name.value(), create.boardId())
                        .thenApply(document -> new CreateBoard(
                                create.header(),
                                document,
                                create.input(),
                                create.usage(),
                                create.labels(),
                                create.fork(),
                                create.source(),
                                create.parent(),
                                create.marked()));
            case AmendBlueprint amend
            when amend.blueprint() instanceof JsonString name ->
                document(name.value(), amend.boardId())
                        .thenApply(document -> new AmendBlueprint(amend.header(), document, amend.open()));
            default -> CompletableFuture.completedFuture(command);
        };
    }

    private CompletionStage<JsonObject> document(String text, String boardId) {
        Optional<BlueprintName> name = BlueprintName.of(text);
        if (name.isEmpty()) {
            throw Bodies.bad(
                    "Expected a blueprint, or the name of one that was published, such as review@3, review@latest or"
                            + " review, at /blueprint, but got " + Json.of(text) + ".",
                    Optional.of("/blueprint"));
        }
        if (!waiting.tryAcquire()) {
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "Expected at most " + MOST_WAITING + " requests at once that name a blueprint.")
                    .withHeader("Retry-After", "1")
                    .asException();
        }
        CompletableFuture<JsonObject> result = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                result.complete(found(name.get(), boardId));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            } finally {
                waiting.release();
            }
        });
        return result;
    }

    private JsonObject found(BlueprintName name, String boardId) {
        Catalog catalog;
        try {
            catalog = topic.read();
        } catch (KafkaException e) {
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "Expected to read the published blueprints, but: " + e.getMessage())
                    .withHeader("Retry-After", "1")
                    .asException();
        }
        return catalog.find(name, boardId)
                .orElseThrow(() -> Bodies.bad(catalog.missing(name), Optional.of("/blueprint")))
                .document();
    }

    @Override
    public void close() {
        topic.close();
    }
}
