package io.patchboard.gateway.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Right;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Takes up the routes of a server while it is made. To get something needs the right to read, to post the right to
 * operate, unless {@link #needing} or {@link #open} says otherwise.
 */
public final class Routes {

    /** The query parameter that lets in without a token. */
    public static final String CAPABILITY = "capability";

    private static final Set<HandlerType> GETTING = Set.of(HandlerType.GET, HandlerType.HEAD);

    private final RoutesConfig javalin;
    private final BodyReader bodies;
    private final Executor executor;
    private final List<String> served;
    private final Admissions admissions;
    private final OpenRequests open;
    private final Function<HandlerType, Optional<Right>> needed;

    /** What a route does. It may throw, or fail later, with a {@link ProblemException} or anything else. */
    @FunctionalInterface
    public interface Work {

        /** Runs on one of the server's few threads, and so does not wait. */
        CompletionStage<Reply> answer(Call call);
    }

    /** What a route does that writes its answer bit by bit. */
    @FunctionalInterface
    public interface Conversation {

        /**
         * Runs on a virtual thread of its own, and so may wait. It is interrupted when the caller has gone.
         *
         * @throws ProblemException if it cannot be answered, as long as nothing was written
         * @throws IOException if the caller has gone
         */
        void hold(Call call, byte[] body, Line line) throws IOException, InterruptedException;
    }

    Routes(RoutesConfig javalin, BodyReader bodies, Executor executor) {
        this.javalin = javalin;
        this.bodies = bodies;
        this.executor = executor;
        this.served = new ArrayList<>();
        this.admissions = new Admissions();
        this.open = new OpenRequests();
        this.needed = method -> Optional.of(GETTING.contains(method) ? Right.READ : Right.OPERATE);
    }

    private Routes(Routes all, Optional<Right> needed) {
        this.javalin = all.javalin;
        this.bodies = all.bodies;
        this.executor = all.executor;
        this.served = all.served;
        this.admissions = all.admissions;
        this.open = all.open;
        this.needed = method -> needed;
    }

    /** To add routes of the same server for callers who have this right. */
    public Routes needing(Right right) {
        return new Routes(this, Optional.of(right));
    }

    /** To add routes of the same server that anybody may call who comes in, or that ask for rights themselves. */
    public Routes open() {
        return new Routes(this, Optional.empty());
    }

    /** @param query the parameters that a request may have in its query; with others it is refused */
    public Routes get(String path, Work work, String... query) {
        return getting(path, context -> handle(context, work), query);
    }

    /** Where there is something to get, Javalin would say 200 to HEAD without a look. */
    private Routes getting(String path, Handler handler, String... query) {
        handle(HandlerType.HEAD, path, handler, query);
        return add(HandlerType.GET, path, handler, query);
    }

    /** As {@link #get}. */
    public Routes post(String path, Work work, String... query) {
        return add(HandlerType.POST, path, context -> handle(context, work), query);
    }

    /** As {@link #get}, for a route that finds out for itself whom it may believe, also where tokens are asked for. */
    public Routes postByAnybody(String path, Work work) {
        admissions.admitAll(HandlerType.POST, path);
        return open().post(path, work);
    }

    /** As {@link #get}. */
    public Routes put(String path, Work work, String... query) {
        return add(HandlerType.PUT, path, context -> handle(context, work), query);
    }

    /** As {@link #get}, what that says of the same without a body. It is not listed. */
    public Routes head(String path, Work work, String... query) {
        return handle(HandlerType.HEAD, path, context -> handle(context, work), query);
    }

    /** As {@link #get}, for a route that answers at once, and may use what Javalin offers. */
    public Routes getAtOnce(String path, Handler handler, String... query) {
        return getting(
                path,
                context -> {
                    handler.handle(context);
                    open.answerResult(context);
                },
                query);
    }

    /** As {@link #get}, for a route that may go on for long, and for any method. It has no head. */
    public Routes converse(String method, String path, Conversation conversation, String... query) {
        if (method.equals(HandlerType.GET.name())) {
            javalin.addHttpHandler(HandlerType.HEAD, path, context -> {
                throw Problems.notAllowed(path, served);
            });
        }
        return hold(
                method,
                path,
                (call, line) -> call.body().thenCompose(body -> line.talk(() -> conversation.hold(call, body, line))),
                query);
    }

    /** As {@link #converse}, for a route that reads the body itself, of any length, and may wait for it. */
    public Routes take(String method, String path, Taking taking, String... query) {
        return hold(method, path, (call, line) -> line.hold(() -> taking.take(call, call.stream(), line)), query);
    }

    private Routes hold(
            String method, String path, BiFunction<Call, Line, CompletableFuture<Void>> held, String... query) {
        return add(
                HandlerType.findOrCreate(method),
                path,
                context -> {
                    Call call = new Call(context, bodies);
                    String where = path(context);
                    context.future(() -> {
                        open.add(context.req().getAsyncContext());
                        Line line = new Line(context, call::mustClose, open);
                        return held.apply(call, line)
                                .exceptionallyCompose(failure -> line.isBegun()
                                        ? CompletableFuture.completedFuture(null)
                                        : ReplyWriter.write(
                                                call.closing(Problems.of(failure, where)
                                                        .reply(where)),
                                                context.res()));
                    });
                },
                query);
    }

    /** Answers as fast as the caller reads, on no thread that waits, where nobody has read a body. */
    void answer(Context context, Reply reply) {
        Call call = new Call(context, bodies);
        open.answer(context, response -> ReplyWriter.write(call.closing(reply), response));
    }

    /** A file that anybody may get, also without a token. It is no part of the API, and is not listed as such. */
    void file(String path, Handler handler) {
        for (HandlerType method : List.of(HandlerType.GET, HandlerType.HEAD)) {
            admissions.admitAll(method, path);
            javalin.addHttpHandler(method, path, handler);
        }
    }

    /** All so far, as {@code GET /path}. */
    public List<String> served() {
        return List.copyOf(served);
    }

    /**
     * Lets requests to a path come in without a token where their query has a {@value #CAPABILITY}, a secret that is
     * good for what the path says. Their calls say so: {@link Call#isAdmittedWithoutToken()}. The route must allow the
     * query parameter.
     *
     * @param path with one parameter
     * @param admitted whether, for the value of that parameter, this capability will do at this moment
     */
    public Routes postWithoutToken(String path, BiPredicate<String, String> admitted) {
        return withoutToken(Set.of(HandlerType.POST), path, admitted);
    }

    /** As {@link #postWithoutToken}, to get something. */
    public Routes getWithoutToken(String path, BiPredicate<String, String> admitted) {
        return withoutToken(GETTING, path, admitted);
    }

    private Routes withoutToken(Set<HandlerType> methods, String path, BiPredicate<String, String> admitted) {
        admissions.admit(
                methods,
                path,
                (values, said) -> admitted.test(values.get(0), said)
                        ? Optional.of(new Admissions.Admission(Optional.empty()))
                        : Optional.empty());
        return this;
    }

    /**
     * Lets requests to a path come in in somebody's name where their query has a {@value #CAPABILITY}. What they may do
     * there, his rights say. The routes must allow the query parameter.
     *
     * @param holder who has such a capability, for the values of the path's parameters; absent for nobody
     */
    Routes inTheNameOf(String path, BiFunction<List<String>, String, Optional<Principal>> holder) {
        admissions.admit(
                Set.of(HandlerType.GET, HandlerType.HEAD, HandlerType.POST),
                path,
                (values, said) -> holder.apply(values, said).map(Optional::of).map(Admissions.Admission::new));
        return this;
    }

    boolean isAdmittedWithoutToken(Context context) {
        Optional<Admissions.Admission> admission = admissions.of(context);
        Optional<Principal> holder = admission.flatMap(Admissions.Admission::as);
        holder.ifPresent(who -> context.attribute(Call.PRINCIPAL, who));
        context.attribute(Call.WITHOUT_TOKEN, admission.isPresent() && holder.isEmpty());
        return admission.isPresent();
    }

    /** Who brings the request's capability, if that names somebody. */
    Optional<Principal> holder(Context context) {
        return admissions.of(context).flatMap(Admissions.Admission::as);
    }

    /** Empty if Jetty has taken the request back. */
    static String path(Context context) {
        return Optional.ofNullable(context.req().getRequestURI()).orElse("");
    }

    private Routes add(HandlerType method, String path, Handler handler, String... query) {
        served.add(method.name() + " " + path);
        return handle(method, path, handler, query);
    }

    private Routes handle(HandlerType method, String path, Handler handler, String... query) {
        List<String> allowed = List.of(query);
        Optional<Right> right = needed.apply(method);
        javalin.addHttpHandler(method, path, context -> {
            Call call = new Call(context, bodies);
            right.filter(expected -> !call.isAdmittedWithoutToken()).ifPresent(call::require);
            Query.requireAllowed(context.queryParamMap(), allowed);
            handler.handle(context);
        });
        return this;
    }

    private void handle(Context context, Work work) {
        Call call = new Call(context, bodies);
        // Read now: when the server is stopped, Jetty takes the request back from whoever still waits.
        String path = path(context);
        context.future(() -> {
            open.add(context.req().getAsyncContext());
            return started(work, call)
                    .handleAsync(
                            (reply, failure) -> failure == null
                                    ? reply
                                    : Problems.of(failure, path).reply(path),
                            executor)
                    .thenCompose(reply -> open.write(call.closing(reply), path, context.res()));
        });
    }

    /** Waits, no longer than this, until every request that has come so far is answered. */
    void awaitAnswered(Duration most) {
        open.awaitNone(most);
    }

    /** In asynchronous mode already, as a body can only be read in it. */
    private static CompletableFuture<Reply> started(Work work, Call call) {
        try {
            return work.answer(call).toCompletableFuture();
        } catch (RuntimeException | StackOverflowError e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
