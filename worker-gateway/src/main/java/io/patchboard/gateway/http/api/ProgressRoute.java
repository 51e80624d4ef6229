package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.LongWork;
import io.patchboard.gateway.runner.Report;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogHeader;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /v1/invocations/{id}/progress}: how far a worker has come, and that it needs more time. It may be one
 * that a gateway of this process called, or one that polled here, whose lease begins anew.
 *
 * <p>{@code GET /v1/boards/{id}/progress}: how far those have come who work for a board.
 */
final class ProgressRoute {

    private static final Set<String> MEMBERS = Set.of("progress", "checkpoint", "boardId", "worker");

    CompletionStage<Reply> answer(Call call, WorkerApi.Services services) {
        String id = Members.requireInvocationId(call.pathParameter("id"));
        Optional<String> queue = services.leases().queue(id);
        if (!call.isAdmittedWithoutToken()) {
            call.require(
                    Speakers.mayAnswer(call.principal(), queue),
                    "a token whose principal may answer "
                            + queue.map(name -> "queue " + name).orElse("any queue"));
        }
        return Bodies.optionalObject(call).thenCompose(body -> {
            Members members = new Members(body);
            members.refuseUnknown(MEMBERS);
            Report report = members.read(Report::read);
            Optional<LongWork> called = services.awaited().work(id);
            if (called.isPresent()) {
                return take(called.get(), report).thenApply(kept -> Reply.of(200, JsonObject.EMPTY));
            }
            Invocation lent = services.leases().invocation(id).orElseThrow(() -> over(id));
            return services.polled().of(lent).thenCompose(work -> {
                Instant until = services.leases().renew(id).orElseThrow(() -> over(id));
                return take(work, report)
                        .thenApply(
                                kept -> Reply.of(200, JsonObject.of("leaseUntil", Json.of(LogHeader.format(until)))));
            });
        });
    }

    CompletionStage<Reply> ofBoard(Call call, WorkerApi.Services services) {
        call.require(Right.READ);
        return services.polled()
                .ofBoard(call.pathParameter("id"))
                .thenApply(found -> found.map(reports -> Reply.of(
                                200,
                                JsonObject.of(
                                        "progress",
                                        JsonArray.copyOf(reports.values().stream()
                                                .sorted(Comparator.comparing(Checkpoint::time)
                                                        .reversed())
                                                .map(ProgressRoute::shown)
                                                .toList()))))
                        .orElseThrow(ProgressRoute::unread));
    }

    static RuntimeException unread() {
        return Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "Expected to read and write how far workers have come, but the topic of checkpoints could not be"
                                + " used in time. Try again in a moment.")
                .withHeader("Retry-After", "5")
                .asException();
    }

    /** A checkpoint itself is for its worker's next attempt. */
    private static Json shown(Checkpoint report) {
        JsonObject.Builder json = JsonObject.builder();
        report.toJson().without("checkpoint").members().forEach(json::put);
        report.content().ifPresent(content -> json.put("checkpointBytes", content.canonicalBytes()));
        return json.build();
    }

    private static CompletionStage<Void> take(LongWork work, Report report) {
        try {
            return work.take(report);
        } catch (IllegalArgumentException e) {
            throw Bodies.bad(e.getMessage(), Optional.of("/checkpoint"));
        } catch (IllegalStateException e) {
            throw Problem.of(HttpStatus.CONFLICT, e.getMessage())
                    .withType("no-more-progress")
                    .asException();
        }
    }

    private static RuntimeException over(String id) {
        return Problem.of(
                        HttpStatus.NOT_FOUND,
                        "Expected an invocation that somebody of this server works on and that may say how far it has"
                                + " come, but \"" + id
                                + "\" is none: it was answered, its lease or deadline has passed,"
                                + " or it was lent elsewhere.")
                .withType("unknown-invocation")
                .asException();
    }
}
