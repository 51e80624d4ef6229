package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.Outcomes;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.seal.Opener;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.Routes;
import io.patchboard.gateway.http.lease.Leases;
import io.patchboard.gateway.http.lease.QueueTopics;
import io.patchboard.gateway.limit.LimitsInUse;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.submit.CheckpointTopic;
import io.patchboard.json.JsonLimits;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The routes, which can be mounted before there is a broker, and say that they are not ready until {@link #serve}. */
public final class WorkerApi implements AutoCloseable {

    private final Optional<KnownBoards> boards;
    private final Optional<FormerBoards> versions;
    private final Optional<BlobLinks> blobs;
    private volatile Optional<Services> services = Optional.empty();

    /** One that knows no boards: it refuses to be asked for dry runs, for messages, and for what they were. */
    public WorkerApi(Optional<BlobLinks> blobs) {
        this(Optional.empty(), Optional.empty(), blobs);
    }

    /** @param blobs to which views may point */
    public WorkerApi(Optional<KnownBoards> boards, Optional<FormerBoards> versions, Optional<BlobLinks> blobs) {
        this.boards = boards;
        this.versions = versions;
        this.blobs = blobs;
    }

    /** What the routes share. */
    record Services(
            Outcomes outcomes,
            Leases leases,
            QueueTopics topics,
            AwaitedAnswers awaited,
            NamedBlueprints blueprints,
            PolledWork polled,
            Opener opener,
            PolledSeals seals,
            LimitsInUse limits) {}

    public void mount(Routes routes) {
        PollRoute poll = new PollRoute(blobs);
        AnswerRoute answer = new AnswerRoute();
        ProgressRoute progress = new ProgressRoute();
        SettleRoute settle = new SettleRoute();
        BoardRoute creation = new BoardRoute();
        ProposalRoute proposals = new ProposalRoute(boards);
        blobs.ifPresent(links -> BlobRoutes.mount(routes, links));
        ControlRoute control = new ControlRoute();
        OutcomeRoutes outcomes = new OutcomeRoutes();
        routes.open()
                .get("/v1/principal", call -> CompletableFuture.completedFuture(Speakers.reply(call.principal())))
                .post("/v1/queues/{queue}/poll", call -> poll.answer(call, services()))
                .post(
                        "/v1/invocations/{id}/answer",
                        call -> answer.answer(call, services()),
                        "boardId",
                        "worker",
                        Routes.CAPABILITY)
                .postWithoutToken("/v1/invocations/{id}/answer", this::isAwaited)
                .post(
                        "/v1/invocations/{id}/progress",
                        call -> progress.answer(call, services()),
                        "boardId",
                        "worker",
                        Routes.CAPABILITY)
                .postWithoutToken("/v1/invocations/{id}/progress", this::isAwaited)
                .get("/v1/boards/{id}/progress", call -> progress.ofBoard(call, services()))
                .post(
                        "/v1/boards/{id}/proposals",
                        call -> proposals.answer(call, services().outcomes()),
                        proposals.query())
                .get(
                        "/v1/boards/{id}/proposals/{proposalId}",
                        call -> outcomes.proposal(
                                call, services().outcomes(), services().leases()),
                        "worker",
                        "invocationId")
                .get(
                        "/v1/boards/{id}/commands/{commandId}",
                        call -> outcomes.command(call, services().outcomes()));
        routes.needing(Right.READ)
                .get("/v1/limits", call -> LimitsRoute.answer(services().limits()));
        routes.needing(Right.OPERATE).post("/v1/boards/{id}/settle", call -> settle.answer(call, services()));
        routes.needing(Right.CREATE)
                .post(
                        "/v1/boards",
                        call -> creation.answer(
                                call, services().outcomes(), services().blueprints()),
                        "boardId",
                        "commandId");
        versions.map(VersionVerbs::new).ifPresent(verbs -> {
            routes.needing(Right.OPERATE)
                    .post(
                            "/v1/boards/{id}/restore",
                            call -> control.answer(
                                    call,
                                    verbs.restore(),
                                    services().outcomes(),
                                    services().blueprints()));
            routes.needing(Right.CREATE)
                    .post(
                            "/v1/boards/{id}/fork",
                            call -> control.answer(
                                    call,
                                    verbs.fork(call),
                                    services().outcomes(),
                                    services().blueprints()));
        });
        ControlRoute.VERBS.forEach((verb, command) -> routes.needing(command.right())
                .post(
                        "/v1/boards/{id}/" + verb,
                        call -> control.answer(
                                call, command, services().outcomes(), services().blueprints())));
        routes.needing(Right.APPROVE)
                .post(
                        "/v1/inbox/{id}/{item}",
                        call -> control.answer(
                                call,
                                Decisions.about(item(call.pathParameter("item"))),
                                services().outcomes(),
                                services().blueprints()),
                        Routes.CAPABILITY);
        OpenApiDocument document = OpenApiDocument.load();
        routes.open()
                .get(
                        "/openapi.json",
                        call -> CompletableFuture.completedFuture(Reply.of(200, document.json(routes.served()))))
                .get(
                        "/openapi.yaml",
                        call -> CompletableFuture.completedFuture(
                                Reply.ofText("application/yaml", document.yaml(routes.served()))));
    }

    private static long item(String text) {
        if (!text.matches("\\d{1,18}")) {
            throw Bodies.bad(
                    "Expected the number of what waits, as GET /v1/inbox says it, but got \"" + text + "\".",
                    Optional.empty());
        }
        return Long.parseLong(text);
    }

    /** From now on works on this cluster. */
    public void serve(WorkerApiConfig config) {
        KafkaConnection connection = config.connection();
        QueueTopics topics = new QueueTopics(
                connection.clientConfig(Map.of("client.id", "patchboard-http-topics")), connection.topics());
        Outcomes outcomes = new Outcomes(connection, config.onOutcome(), config.kept());
        RecordDecoder invocations = RecordDecoder.insistingOnRegistry(JsonLimits.DEFAULT, connection.properties());
        Leases leases = new Leases(config.sources(), topics, invocations, Clock.systemUTC(), config.idle());
        NamedBlueprints blueprints = new NamedBlueprints(new CatalogTopic(connection));
        PolledWork polled = new PolledWork(new CheckpointTopic(connection), Clock.systemUTC());
        Opener opener = new Opener(connection);
        services = Optional.of(new Services(
                outcomes,
                leases,
                topics,
                config.awaited(),
                blueprints,
                polled,
                opener,
                new PolledSeals(opener::open),
                new LimitsInUse(connection)));
    }

    /** A worker that was called has the capability from its gateway, which waits for this answer alone. */
    private boolean isAwaited(String invocationId, String capability) {
        return services.filter(open -> open.awaited().isAwaited(invocationId, capability))
                .isPresent();
    }

    public boolean isServing() {
        return services.isPresent();
    }

    private Services services() {
        return services.orElseThrow(() -> Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "Expected Kafka and the kernel to run, but they are still starting. Try again in a moment.")
                .withHeader("Retry-After", "1")
                .asException());
    }

    /** Sends pollers away, gives back what is lent, and lends no more. Answers and proposals are still taken. */
    public void stopLending() {
        services.ifPresent(open -> open.leases().close());
    }

    /** The server should be closed between {@link #stopLending} and this. */
    @Override
    public void close() {
        services.ifPresent(open -> {
            open.leases().close();
            open.outcomes().close();
            open.topics().close();
            open.blueprints().close();
            open.polled().close();
            open.opener().close();
        });
    }
}
