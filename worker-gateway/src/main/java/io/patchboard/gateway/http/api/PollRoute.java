package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.client.seal.Opener;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.lease.Lease;
import io.patchboard.gateway.http.lease.Leases;
import io.patchboard.gateway.http.lease.PollRequest;
import io.patchboard.gateway.runner.LongWork;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Topics;
import io.patchboard.tracing.TraceHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** {@code POST /v1/queues/{queue}/poll}. */
final class PollRoute {

    private static final String CHECKPOINTS = "checkpoints";
    private static final Set<String> MEMBERS = Set.of("max", "wait", "lease", "workers", CHECKPOINTS);
    private static final long MOST_AT_ONCE = 100;
    private static final int MOST_WORKERS = 200;
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(30);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
    private static final Duration LONGEST_LEASE = Duration.ofDays(1);

    private final Optional<BlobLinks> blobs;

    /** @param blobs to which views may point */
    PollRoute(Optional<BlobLinks> blobs) {
        this.blobs = blobs;
    }

    CompletionStage<Reply> answer(Call call, WorkerApi.Services services) {
        Leases leases = services.leases();
        String queue = call.pathParameter("queue");
        if (!Topics.isQueue(queue)) {
            throw Bodies.bad(
                    "Expected the name of a queue, letters, digits, \"_\" and \"-\", at most 100, but got another.",
                    Optional.empty());
        }
        call.require(call.principal().mayAnswer(queue), "a token whose principal may answer queue " + queue);
        return Bodies.optionalObject(call).thenCompose(body -> {
            Members members = new Members(body);
            PollRequest request = request(call, members);
            boolean checkpoints = members.read(fields -> fields.flag(CHECKPOINTS));
            return leases.poll(queue, request)
                    .orElseGet(() -> CompletableFuture.failedFuture(tooMany(queue)))
                    .thenCompose(lent -> told(lent, checkpoints, services));
        });
    }

    /** What cannot be told is lent to nobody. */
    private CompletionStage<Reply> told(List<Lease> lent, boolean checkpoints, WorkerApi.Services services) {
        return opened(lent, services.seals())
                .thenCompose(open ->
                        checkpoints ? withCheckpoints(open, services.polled()) : without(open, services.polled()))
                .whenComplete((reply, failure) -> {
                    if (failure != null) {
                        lent.forEach(lease -> lease.giveBack().run());
                    }
                });
    }

    /** What is sealed in views is open to who may answer, where this server may read the keys. */
    private static CompletionStage<List<Lease>> opened(List<Lease> lent, PolledSeals seals) {
        if (lent.stream()
                .noneMatch(lease -> Opener.isOfSealing(lease.invocation().view()))) {
            return CompletableFuture.completedFuture(lent);
        }
        return CompletableFuture.supplyAsync(
                () -> lent.stream()
                        .map(lease -> lease.of(seals.open(lease.invocation())))
                        .toList(),
                Thread::startVirtualThread);
    }

    private static PollRequest request(Call call, Members body) {
        body.refuseUnknown(MEMBERS);
        long max = body.read(fields -> fields.optionalInteger("max")).orElse(1L);
        if (max < 1 || max > MOST_AT_ONCE) {
            throw Bodies.bad("Expected 1 to " + MOST_AT_ONCE + " at /max, but got " + max + ".", Optional.of("/max"));
        }
        return new PollRequest(
                (int) max,
                body.duration("wait", Duration.ZERO, LONGEST_WAIT).orElse(DEFAULT_WAIT),
                body.duration("lease", SHORTEST_LEASE, LONGEST_LEASE),
                workers(body),
                call::isGone);
    }

    private static Set<String> workers(Members body) {
        List<String> names = body.read(fields -> fields.strings("workers"));
        if (names.size() > MOST_WORKERS) {
            throw Bodies.bad(
                    "Expected at most " + MOST_WORKERS + " names at /workers, but got " + names.size() + ".",
                    Optional.of("/workers"));
        }
        names.forEach(name -> Members.requireId("workers", name));
        return Set.copyOf(names);
    }

    /** Those who ask for it are told where an earlier attempt had come. Finding that out takes none of their time. */
    private CompletionStage<Reply> withCheckpoints(List<Lease> leases, PolledWork polled) {
        Map<String, LongWork> works = new ConcurrentHashMap<>();
        return CompletableFuture.allOf(leases.stream()
                        .map(lease -> polled.lent(lease.invocation())
                                .thenAccept(work -> works.put(lease.invocation().invocationId(), work))
                                .toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .thenApply(all -> reply(
                        leases.stream()
                                .flatMap(lease -> lease.renewed().stream())
                                .toList(),
                        works));
    }

    private CompletionStage<Reply> without(List<Lease> leases, PolledWork polled) {
        leases.forEach(lease -> polled.lentWithout(lease.invocation().invocationId()));
        return CompletableFuture.completedFuture(reply(leases, Map.of()));
    }

    private static RuntimeException tooMany(String queue) {
        return Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "Expected at most " + Leases.MOST_QUEUES
                                + " queues to be polled here, and not too many to poll " + queue
                                + " at once, but got more, or this server is about to end. Try again later, or"
                                + " elsewhere.")
                .withHeader("Retry-After", "5")
                .asException();
    }

    private Json invocation(Lease lease, Map<String, LongWork> works) {
        Invocation invocation = lease.invocation();
        JsonObject entry = invocation.entry().toJson().with("leaseUntil", Json.of(LogHeader.format(lease.until())));
        JsonObject lent = TraceHeaders.beside(
                blobs.map(links -> BlobLinks.beside(entry, links.paths(invocation.view(), invocation.deadline())))
                        .orElse(entry),
                lease.trace());
        LongWork work = works.get(invocation.invocationId());
        return work == null ? lent : work.beside(lent);
    }

    private Reply reply(List<Lease> leases, Map<String, LongWork> works) {
        List<Json> invocations =
                leases.stream().map(lease -> invocation(lease, works)).toList();
        return Reply.of(200, JsonObject.of("invocations", JsonArray.copyOf(invocations)))
                .ifUndelivered(() -> leases.forEach(lease -> lease.giveBack().run()));
    }
}
