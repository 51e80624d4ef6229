package io.patchboard.gateway.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Takes up the routes of a server while it is made. */
public final class Routes {

    private final RoutesConfig javalin;
    private final BodyReader bodies;
    private final Executor executor;
    private final List<String> served = new ArrayList<>();

    /** What a route does. It may throw, or fail later, with a {@link ProblemException} or anything else. */
    @FunctionalInterface
    public interface Work {

        /** Runs on one of the server's few threads, and so does not wait. */
        CompletionStage<Reply> answer(Call call);
    }

    Routes(RoutesConfig javalin, BodyReader bodies, Executor executor) {
        this.javalin = javalin;
        this.bodies = bodies;
        this.executor = executor;
    }

    public Routes get(String path, Work work) {
        return add(HandlerType.GET, path, context -> handle(context, work));
    }

    public Routes post(String path, Work work) {
        return add(HandlerType.POST, path, context -> handle(context, work));
    }

    /** A route that answers at once, and may use what Javalin offers. */
    public Routes getAtOnce(String path, Handler handler) {
        return add(HandlerType.GET, path, handler);
    }

    /** All so far, as {@code GET /path}. */
    public List<String> served() {
        return List.copyOf(served);
    }

    private Routes add(HandlerType method, String path, Handler handler) {
        served.add(method.name() + " " + path);
        javalin.addHttpHandler(method, path, handler);
        return this;
    }

    private void handle(Context context, Work work) {
        Call call = new Call(context, bodies);
        context.future(() -> started(work, call)
                .handleAsync(
                        (reply, failure) -> failure == null
                                ? reply
                                : Problems.of(unwrapped(failure), context.path())
                                        .reply(context.path()),
                        executor)
                .thenCompose(reply -> ReplyWriter.write(
                        call.mustClose() ? reply.withHeader("Connection", "close") : reply, context.res())));
    }

    /** In asynchronous mode already, as a body can only be read in it. */
    private static CompletableFuture<Reply> started(Work work, Call call) {
        try {
            return work.answer(call).toCompletableFuture();
        } catch (RuntimeException | StackOverflowError e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
