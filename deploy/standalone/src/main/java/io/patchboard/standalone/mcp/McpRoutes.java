package io.patchboard.standalone.mcp;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Line;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.Routes;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** {@code /mcp}: the transport "streamable HTTP". */
public final class McpRoutes implements AutoCloseable {

    public static final String PATH = "/mcp";

    private static final int MOST_AT_ONCE = 300;
    /** How soon it is seen that a caller has gone. */
    private static final Duration TICK = Duration.ofMillis(250);

    private static final int TICKS_BETWEEN_SIGNS = 20;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(15);

    private final Dispatcher dispatcher;
    private final Sessions sessions = new Sessions();
    private final Semaphore atOnce = new Semaphore(MOST_AT_ONCE);
    private final JsonReader reader = new JsonReader(JsonLimits.SENT);

    public McpRoutes(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    /** Whoever may call comes in; what he may do, each tool asks. */
    public void mount(Routes routes) {
        routes.open()
                .converse("POST", PATH, this::post, "board", "worker")
                .converse("GET", PATH, this::follow, "board", "worker")
                .converse("DELETE", PATH, this::leave, "board", "worker");
    }

    private void post(Call call, byte[] body, Line line) throws IOException, InterruptedException {
        SameOrigin.require(call);
        if (!call.contentType().equals("application/json")) {
            throw new ProblemException(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "Expected Content-Type: application/json, but got \"" + call.contentType() + "\".");
        }
        requireTaken(call);
        if (!atOnce.tryAcquire()) {
            throw busy("Expected at most " + MOST_AT_ONCE + " requests to " + PATH + " at once, but there are more.");
        }
        try {
            answer(call, body, line);
        } finally {
            atOnce.release();
        }
    }

    /** Most clients take both; who takes but one is answered if that can be. */
    private static void requireTaken(Call call) {
        String accept = call.header("Accept").orElse("*/*");
        if (!accept.contains("*/*") && !accept.contains("application/")) {
            throw new ProblemException(
                    HttpStatus.NOT_ACCEPTABLE,
                    "Expected a client that accepts application/json and text/event-stream, but this one does not.");
        }
    }

    private void answer(Call call, byte[] body, Line line) throws IOException, InterruptedException {
        Optional<Json> id = Optional.empty();
        HttpAnswer answer = new HttpAnswer(line);
        try {
            Json json = parsed(body);
            id = Message.readableId(json);
            switch (Message.of(json)) {
                case Message.Request request -> answer(call, request, answer);
                case Message.Notification notification -> {
                    note(call, notification);
                    line.reply(accepted());
                }
                case Message.Response response -> {
                    if (!session(call).answered(response)) {
                        throw new RpcException(
                                RpcException.INVALID_REQUEST,
                                "Expected an answer to something that was asked here, but nothing was under this id.");
                    }
                    line.reply(accepted());
                }
            }
        } catch (RpcException e) {
            answer.end(HttpStatus.BAD_REQUEST.getCode(), Message.error(id, e), Map.of());
        }
    }

    private Json parsed(byte[] body) throws RpcException {
        try {
            return reader.read(body);
        } catch (JsonSyntaxException e) {
            throw new RpcException(RpcException.PARSE, "Expected a message in JSON, but: " + e.getMessage());
        }
    }

    private void answer(Call call, Message.Request request, HttpAnswer answer)
            throws RpcException, IOException, InterruptedException {
        boolean introduces = request.method().equals("initialize") && !Revision.isSaid(request);
        if (introduces) {
            Session session = sessions.begin(caller(call))
                    .orElseThrow(() -> busy("Expected fewer sessions at once, but there are too many."));
            JsonObject answered = dispatcher.answer(request, Optional.of(session), caller(call), answer);
            if (!session.isIntroduced()) {
                sessions.end(session);
            }
            answer.end(200, answered, Map.of(Headers.SESSION, session.id()));
        } else if (Revision.isSaid(request) || isOfTheSecondEra(call)) {
            Headers.require(call, request);
            run(request, Optional.empty(), call, answer);
        } else {
            Session session = session(call);
            session.begin(request.id(), Thread.currentThread());
            try {
                run(request, Optional.of(session), call, answer);
            } finally {
                session.end(request.id());
            }
        }
    }

    /** Which one that is spoken with sessions is asked for does not matter: their messages are the same here. */
    private static boolean isOfTheSecondEra(Call call) {
        return call.header(Headers.SESSION).isEmpty()
                && call.header(Headers.VERSION)
                        .filter(version -> !Revision.WITH_SESSIONS.contains(version))
                        .isPresent();
    }

    /** On this thread; another one shows meanwhile that the answer is still to come. */
    private void run(Message.Request request, Optional<Session> session, Call call, HttpAnswer answer)
            throws IOException, InterruptedException {
        Thread working = Thread.currentThread();
        Thread ticking = Thread.ofVirtual().name("patchboard-mcp-alive").start(() -> {
            try {
                for (int tick = 1; !answer.isAbandoned(call::isGone); tick++) {
                    Thread.sleep(TICK);
                    if (tick % TICKS_BETWEEN_SIGNS == 0) {
                        answer.keepAlive();
                    }
                }
                working.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                working.interrupt();
            }
        });
        try {
            JsonObject message = dispatcher.answer(request, session, caller(call), answer);
            answer.end(status(message, session.isEmpty()), message, Map.of());
        } catch (InterruptedException e) {
            answer.endCancelled();
            throw e;
        } finally {
            ticking.interrupt();
        }
    }

    /** Up to 2025-11-25 what is wrong with a request stands in its answer alone. */
    private static int status(JsonObject message, boolean stateless) {
        String code = message.object("error").get("code").map(Json::toString).orElse("");
        if (!stateless || code.isEmpty()) {
            return 200;
        }
        return switch (Integer.parseInt(code)) {
            case RpcException.METHOD_NOT_FOUND -> 404;
            case RpcException.MISSING_CAPABILITY, RpcException.UNSUPPORTED_VERSION, RpcException.INVALID_REQUEST -> 400;
            default -> 200;
        };
    }

    private void note(Call call, Message.Notification notification) {
        if (notification.method().equals("notifications/cancelled")
                && call.header(Headers.SESSION).isPresent()) {
            Session session = session(call);
            notification.params().get("requestId").ifPresent(session::cancel);
        }
    }

    /** What changes of what a session watches, one stream at a time. */
    private void follow(Call call, byte[] body, Line line) throws IOException, InterruptedException {
        SameOrigin.require(call);
        Session session = session(call);
        line.begin("text/event-stream");
        line.write(HttpAnswer.COMMENT);
        while (!session.watching().isClosed()) {
            session.use();
            List<String> changed = session.watching().await(BETWEEN_LOOKS);
            for (String uri : changed) {
                line.write(HttpAnswer.event(
                        Message.notification("notifications/resources/updated", JsonObject.of("uri", Json.of(uri)))));
            }
            if (changed.isEmpty()) {
                line.write(HttpAnswer.COMMENT);
            }
        }
    }

    private void leave(Call call, byte[] body, Line line) throws IOException {
        SameOrigin.require(call);
        sessions.end(session(call));
        line.reply(accepted());
    }

    private Session session(Call call) {
        String id = call.header(Headers.SESSION)
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.BAD_REQUEST,
                        "Expected the header " + Headers.SESSION + " with the session that initialize began, or a"
                                + " request of revision " + Revision.STATELESS + ", but got neither."));
        return sessions.find(id, caller(call))
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.NOT_FOUND,
                        "Expected a session that is open here, but it has ended or never was. Begin with initialize."));
    }

    private static Caller caller(Call call) {
        return new Caller(call.header("Authorization"), call.query("board"), call.query("worker"));
    }

    private static Reply accepted() {
        return new Reply(202, "application/json", Map.of(), new byte[0], () -> {});
    }

    private static RuntimeException busy(String why) {
        return Problem.of(HttpStatus.SERVICE_UNAVAILABLE, why)
                .withHeader("Retry-After", "1")
                .asException();
    }

    /** Ends what goes on for long, before the server is closed. */
    @Override
    public void close() {
        dispatcher.close();
        sessions.close();
    }
}
