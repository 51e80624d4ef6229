package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.BoardPage;
import io.patchboard.client.model.Summary;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.Routes;
import io.patchboard.gateway.http.api.FormerBoards;
import io.patchboard.gateway.http.api.KnownBoards;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** The routes that read boards. They can be mounted before there is anything to read, and say so until then. */
final class ReadRoutes {

    private static final int MOST_BOARDS = 1_000;

    /** Fewer than the server has threads: who reads from disk leaves some to those who don't. */
    private static final int READS_AT_ONCE = 10;

    private static final int LOGS_AT_ONCE = 2;

    /** Each takes a thread for some seconds. */
    private static final int WAITS_AT_ONCE = 4;

    static final String MIN_SEQUENCE = "minSequence";
    static final String AS_OF = "PatchBoard-As-Of";

    /** Each may take as much as a decision of the kernel. */
    private static final int DRY_RUNS_AT_ONCE = 2;

    private final BoardBlobs blobs;
    private final BoardErasures erasures;
    private final Semaphore reads = new Semaphore(READS_AT_ONCE);
    private final Semaphore logReads = new Semaphore(LOGS_AT_ONCE);

    /** One looks at 100,000 verdicts. */
    private final Semaphore counts = new Semaphore(1);

    private final Semaphore waits = new Semaphore(WAITS_AT_ONCE);
    private final EventStreams streams = new EventStreams();
    private final LogRoutes logs = new LogRoutes(this::asAsked, streams);
    private final VersionRoutes versions = new VersionRoutes(this::asAsked);
    private final BlueprintRoutes blueprints = new BlueprintRoutes(this::asAsked);
    private final WorkflowRoute workflows = new WorkflowRoute(this::asAsked);
    private final InboxRoutes inbox = new InboxRoutes(this::model, this::asAsked);
    private final HistoryRoute histories = new HistoryRoute(this::asAsked);
    private final Semaphore dryRuns = new Semaphore(DRY_RUNS_AT_ONCE);
    private volatile Optional<BoardModel> model = Optional.empty();

    ReadRoutes(BoardBlobs blobs, BoardErasures erasures) {
        this.blobs = blobs;
        this.erasures = erasures;
    }

    /** Where boards are read, once they are as far as a request wants. */
    @FunctionalInterface
    interface Boards {
        BoardModel asAsked(Context context) throws InterruptedException;
    }

    /** Boards as they are, for proposals. */
    KnownBoards known() {
        return new BoardsAsKnown(this::asTold, dryRuns, reads, waits);
    }

    /** Boards as they were, for commands that begin with one. */
    FormerBoards former() {
        return new FormerRoutes(this::asTold, dryRuns);
    }

    void serve(BoardModel boards) {
        model = Optional.of(boards);
    }

    void mount(Routes routes) {
        routes.needing(Right.READ).post("/v1/what-if", new WhatIfRoute(this::model)::answer);
        routes.open().post("/v1/blueprints/validate", blueprints::validate);
        routes.getAtOnce("/v1/boards", limited(reads, this::boards), ListQuery.PARAMETERS)
                .getAtOnce("/v1/inbox", limited(reads, inbox::all), "limit", "cursor")
                .getAtOnce("/v1/inbox/{id}/{item}", limited(reads, inbox::one), Routes.CAPABILITY)
                .getAtOnce("/v1/boards/{id}", limited(reads, this::board), MIN_SEQUENCE)
                .getAtOnce("/v1/boards/{id}/state", limited(reads, versions::state), "version", MIN_SEQUENCE)
                .getAtOnce("/v1/boards/{id}/blueprint", limited(reads, blueprints::blueprint), "version", MIN_SEQUENCE)
                .getAtOnce("/v1/boards/{id}/workflow", limited(logReads, workflows::workflow), "version", MIN_SEQUENCE)
                .getAtOnce("/v1/boards/{id}/diff", limited(logReads, versions::diff), "from", "to", MIN_SEQUENCE)
                .getAtOnce(
                        "/v1/boards/{id}/history",
                        limited(logReads, histories::history),
                        "path",
                        "version",
                        "limit",
                        MIN_SEQUENCE)
                .getAtOnce(
                        "/v1/boards/{id}/log",
                        orStream(limited(logReads, logs::log)),
                        "from",
                        "to",
                        "kind",
                        "limit",
                        "below",
                        MIN_SEQUENCE)
                .getAtOnce("/v1/boards/{id}/entries/{sequence}", limited(logReads, logs::entry), MIN_SEQUENCE)
                .getAtOnce("/v1/boards/{id}/causes/{sequence}", limited(logReads, logs::causes), MIN_SEQUENCE);
        AnalyticsRoutes.mount(routes, read -> limited(counts, context -> read.accept(context, model())));
    }

    /** Why nothing can be read yet; absent if it can. */
    Optional<String> notReady() {
        if (model.isEmpty()) {
            return Optional.of("Expected Kafka and the kernel to run, but they are still starting.");
        }
        BoardModel boards = model.get();
        return boards.isUpToDate()
                ? Optional.empty()
                : Optional.of("Expected all boards to be known, but " + boards.progress() + ".");
    }

    private BoardModel model() {
        notReady().ifPresent(why -> {
            throw notYet(why);
        });
        return model.orElseThrow();
    }

    static ProblemException notYet(String why) {
        return Problem.of(HttpStatus.SERVICE_UNAVAILABLE, why + " Try again in a moment.")
                .withHeader("Retry-After", "1")
                .asException();
    }

    /** Whoever was told of an entry by this server finds it here. */
    private BoardModel asTold(String boardId) throws InterruptedException {
        BoardModel boards = model();
        if (!boards.awaitTold(boardId)) {
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "Expected to read all that this server has told of board \"" + boardId
                                    + "\", but not all of it is known yet. Try again in a moment.")
                    .withHeader("Retry-After", "1")
                    .asException();
        }
        return boards;
    }

    /** As {@link #asTold}, and up to the sequence that the request wants at least. */
    private BoardModel asAsked(Context context) throws InterruptedException {
        String boardId = id(context);
        Optional<Long> wanted = number(context, MIN_SEQUENCE, 1, Long.MAX_VALUE);
        BoardModel boards = asTold(boardId);
        if (wanted.isPresent() && !isKnown(boards, boardId, wanted.get())) {
            long known = boards.summary(boardId).map(Summary::sequence).orElse(0L);
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "Expected the log of board \"" + boardId + "\" up to sequence " + wanted.get()
                                    + ", but after some seconds it is known up to " + known
                                    + " only. Try again in a moment, or ask for less in " + MIN_SEQUENCE + ".")
                    .withHeader("Retry-After", "1")
                    .with("asOf", Json.of(known))
                    .asException();
        }
        return boards;
    }

    private boolean isKnown(BoardModel boards, String boardId, long sequence) throws InterruptedException {
        if (boards.one(boardId, projection -> projection.board().sequence()).orElse(0L) >= sequence) {
            return true;
        }
        take(waits);
        try {
            return boards.awaitSequence(boardId, sequence);
        } finally {
            waits.release();
        }
    }

    static void take(Semaphore atOnce) {
        if (!atOnce.tryAcquire()) {
            throw Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "Expected fewer requests of this kind to be answered at once, but got more.")
                    .withHeader("Retry-After", "1")
                    .asException();
        }
    }

    private Handler orStream(Handler read) {
        Handler follow = limited(reads, logs::follow);
        return context -> (EventStreams.isAskedFor(context) ? follow : read).handle(context);
    }

    /** Ends what would go on for ever. */
    void stopStreams() {
        streams.close();
    }

    private static Handler limited(Semaphore atOnce, Handler read) {
        return context -> {
            take(atOnce);
            try {
                read.handle(context);
            } finally {
                atOnce.release();
            }
        };
    }

    /** Done on a thread of its own. */
    static <T> CompletionStage<T> away(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                result.complete(work.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** The same, where there is room for it. */
    static <T> CompletionStage<T> away(Semaphore atOnce, Callable<T> work) {
        return away(() -> {
            take(atOnce);
            try {
                return work.call();
            } finally {
                atOnce.release();
            }
        });
    }

    private void boards(Context context) throws InterruptedException {
        int limit = number(context, "limit", 1, MOST_BOARDS)
                .orElse((long) MOST_BOARDS)
                .intValue();
        ListQuery query = ListQuery.of(context);
        BoardModel known = model();
        BoardPage page = query.page(known, limit);
        answer(context, query.body("boards", page, ChildBoardStatus.briefs(known, page.boards())));
    }

    private void board(Context context) throws InterruptedException {
        String id = id(context);
        BoardModel boards = asAsked(context);
        BoardStatus.Seen seen = FoundBoard.of(boards, id, BoardStatus.Seen::of);
        JsonObject own = erasures.beside(blobs.beside(seen.json(), seen.state()), id, seen.state());
        JsonObject status = ChildBoardStatus.with(own, id, boards);
        context.header(AS_OF, status.get("sequence").orElseThrow().toString());
        answer(context, status);
    }

    static Optional<Long> number(Context context, String name, long least, long most) {
        String text = context.queryParam(name);
        if (text == null) {
            return Optional.empty();
        }
        long number = text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
        if (number < least || number > most) {
            throw bad("Expected a number from " + least + (most == Long.MAX_VALUE ? "" : " to " + most) + " as " + name
                    + ", but got \"" + text + "\".");
        }
        return Optional.of(number);
    }

    static ProblemException bad(String detail) {
        return new ProblemException(HttpStatus.BAD_REQUEST, detail);
    }

    static String id(Context context) {
        return context.pathParam("id");
    }

    static <T> T known(String id, Supplier<Optional<T>> found) {
        return found.get()
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.NOT_FOUND, "Expected a board that exists, but got \"" + id + "\"."));
    }

    static void answer(Context context, Json body) {
        context.contentType("application/json").result(JsonWriter.compact(body));
    }
}
