package io.patchboard.standalone.a2a;

import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.EntityTag;
import io.patchboard.gateway.http.Line;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.Routes;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.standalone.mcp.Caller;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** The agent card, and {@code /a2a}: JSON-RPC there, HTTP with JSON below it. */
public final class A2aRoutes implements AutoCloseable {

    static final String PATH = "/a2a";

    private static final int MOST_AT_ONCE = 300;
    private static final String FORWARDED = "X-Forwarded-Proto";

    private final Operations operations;
    private volatile Optional<Pushing> pushing = Optional.empty();
    private final Semaphore atOnce = new Semaphore(MOST_AT_ONCE);
    private final JsonReader reader = new JsonReader(JsonLimits.SENT);

    /** @param server the address of its HTTP API, known when the first request comes */
    public A2aRoutes(Supplier<URI> server) {
        this.operations = new Operations(server);
    }

    /** From now on callers may have somebody told how their tasks go on. */
    public void push(PushSettings settings, Caller itself) {
        pushing = Optional.of(new Pushing(PushBook.open(settings.file()), settings.hosts(), itself));
        pushing.ifPresent(operations::push);
    }

    /** Once tasks can be read. */
    public void beginPushing() {
        pushing.ifPresent(pushes -> pushes.begin(operations));
    }

    /** What a request to one of the routes does. */
    @FunctionalInterface
    interface Work {
        void run() throws A2aException, IOException, InterruptedException;
    }

    /** Whoever may call comes in; what he may do, the API asks. */
    public void mount(Routes routes) {
        Routes open = routes.open();
        open.converse("GET", AgentCard.PATH, this::card);
        new RpcBinding(this, operations).mount(open);
        new HttpBinding(this, operations).mount(open);
    }

    /** To a caller who is unknown where tokens are asked for, what every server has. */
    private void card(Call call, byte[] body, Line line) throws IOException, InterruptedException {
        boolean secured = call.isAnonymous();
        Work work = () -> {
            JsonObject card = operations.card(caller(call), server(call), secured, !secured);
            Reply reply = Reply.of(200, card).withHeader("Cache-Control", "public, max-age=60");
            line.reply(new EntityTag(CanonicalJson.sha256(card)).on(reply, call));
        };
        if (secured) { // whoever is unknown takes nothing from callers
            told(line, work);
        } else {
            answer(line, work);
        }
    }

    /** The card with all, for who has a token; who needs none has it already. */
    JsonObject extendedCard(Call call) throws A2aException, InterruptedException {
        if (!call.hasToken()) {
            throw new A2aException(
                    Fault.UNSUPPORTED_OPERATION,
                    "Expected a server that has an extended card, but all is in the card at " + AgentCard.PATH + ".");
        }
        return operations.card(caller(call), server(call), true, true);
    }

    /** Runs what a route does, unless too much is going on; what is wrong is told as HTTP with JSON has it. */
    void answer(Line line, Work work) throws IOException, InterruptedException {
        told(line, () -> bounded(work));
    }

    private static void told(Line line, Work work) throws IOException, InterruptedException {
        try {
            work.run();
        } catch (A2aException e) {
            Reply reply = Reply.of(e.fault().httpStatus(), e.http());
            line.reply(e.fault() == Fault.UNAVAILABLE ? reply.withHeader("Retry-After", "1") : reply);
        }
    }

    /** As {@link #answer}, for who tells himself what is wrong. */
    void bounded(Work work) throws A2aException, IOException, InterruptedException {
        if (!atOnce.tryAcquire()) {
            throw new A2aException(
                    Fault.UNAVAILABLE,
                    "Expected at most " + MOST_AT_ONCE + " requests to " + PATH + " at once, but there are more.");
        }
        try {
            work.run();
        } finally {
            atOnce.release();
        }
    }

    /** @throws A2aException if the request is of another version; one that says none is of 0.3 */
    static void requireVersion(Call call) throws A2aException {
        String version = call.header("A2A-Version").orElse("0.3");
        if (!version.matches("1\\.0(\\.\\d+)?")) {
            throw new A2aException(
                    Fault.VERSION_NOT_SUPPORTED,
                    "Expected the header A2A-Version: " + AgentCard.VERSION + ", but the request is of another version"
                            + " (without the header: 0.3).");
        }
    }

    static void requireJson(Call call) throws A2aException {
        if (!call.contentType().equals("application/json")
                && !call.contentType().equals("application/a2a+json")) {
            throw new A2aException(
                    Fault.CONTENT_TYPE_NOT_SUPPORTED, "Expected Content-Type: application/json, but got another.");
        }
    }

    Json parsed(byte[] body) throws A2aException {
        try {
            return reader.read(body);
        } catch (JsonSyntaxException e) {
            throw new A2aException(Fault.PARSE_ERROR, "Expected JSON, but: " + e.getMessage());
        }
    }

    static Caller caller(Call call) {
        return new Caller(call.header("Authorization"), Optional.empty(), Optional.empty());
    }

    /** As the caller has reached it. */
    private static String server(Call call) {
        String scheme = call.header(FORWARDED).filter("https"::equals).orElse("http");
        return scheme + "://" + call.header("Host").orElse("localhost");
    }

    /** Ends what goes on for long, before the server is closed. */
    public void stopFollowing() {
        operations.stop();
    }

    @Override
    public void close() {
        operations.close();
    }
}
