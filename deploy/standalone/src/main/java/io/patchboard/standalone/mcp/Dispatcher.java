package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.text.Cut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests, whatever they came over. */
public final class Dispatcher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(15);
    private static final int MOST_NAME_CHARS = 100;
    private static final int MOST_LISTENERS = 100;

    /** They are kept as long as the session is. */
    private static final int MOST_CAPABILITY_BYTES = 16 * 1024;

    /** Whose results say how long they are good for, since 2026-07-28. */
    private static final Set<String> CACHEABLE = Set.of(
            "server/discover",
            "tools/list",
            "prompts/list",
            "resources/list",
            "resources/templates/list",
            "resources/read");

    /** Only of revisions with sessions. */
    private static final Set<String> FORMER = Set.of("logging/setLevel");

    private final Features features;
    private final JsonObject server;
    /** And the caller of each, if callers are told apart. */
    private final Map<Watching, Optional<String>> listeners = new ConcurrentHashMap<>();

    public Dispatcher(Features features) {
        this.features = features;
        String version = Dispatcher.class.getPackage().getImplementationVersion();
        this.server = JsonObject.builder()
                .put("name", "patchboard")
                .put("title", "PatchBoard")
                .put("version", version == null ? "0" : version)
                .build();
    }

    /**
     * The answer to a request, which may be an error.
     *
     * @param session absent since 2026-07-28; the request was checked to be complete, then
     * @throws InterruptedException if it was cancelled; nobody wants an answer
     */
    JsonObject answer(Message.Request request, Optional<Session> session, Caller caller, Outlet outlet)
            throws InterruptedException {
        try {
            Exchange exchange = new Exchange(request, session, caller, outlet);
            return request.result(
                    session.isPresent() ? former(request, session.get(), exchange) : stateless(request, exchange));
        } catch (RpcException e) {
            return request.error(e);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("Expected to answer {}, but failed.", Cut.shortened(request.method(), MOST_NAME_CHARS), e);
            return request.error(new RpcException(RpcException.INTERNAL, "The server's log has the details."));
        }
    }

    private JsonObject former(Message.Request request, Session session, Exchange exchange)
            throws RpcException, InterruptedException {
        return switch (request.method()) {
            case "initialize" -> initialize(request, session);
            case "ping" -> JsonObject.EMPTY;
            default -> {
                requireIntroduced(session);
                yield introduced(request, session, exchange);
            }
        };
    }

    private static void requireIntroduced(Session session) throws RpcException {
        if (!session.isIntroduced()) {
            throw new RpcException(
                    RpcException.INVALID_REQUEST,
                    "Expected initialize first, or params._meta with what each request has since " + Revision.STATELESS
                            + ", but got neither.");
        }
    }

    private JsonObject introduced(Message.Request request, Session session, Exchange exchange)
            throws RpcException, InterruptedException {
        return switch (request.method()) {
            case "resources/subscribe" -> {
                session.watching().add(text(request.params(), "uri"), features, exchange.caller());
                yield JsonObject.EMPTY;
            }
            case "resources/unsubscribe" -> {
                session.watching().remove(text(request.params(), "uri"));
                yield JsonObject.EMPTY;
            }
            default -> offered(request, exchange);
        };
    }

    private JsonObject initialize(Message.Request request, Session session) throws RpcException {
        String wanted = text(request.params(), "protocolVersion");
        JsonObject capabilities = request.params().object("capabilities");
        if (capabilities.compactBytes() > MOST_CAPABILITY_BYTES) {
            throw new RpcException(
                    RpcException.INVALID_PARAMS,
                    "Expected capabilities of at most " + MOST_CAPABILITY_BYTES + " bytes, but got "
                            + capabilities.compactBytes() + ".");
        }
        session.introduce(capabilities);
        return JsonObject.builder()
                .put("protocolVersion", Revision.agreed(wanted))
                .put("capabilities", features.capabilities())
                .put("serverInfo", server)
                .put("instructions", features.instructions())
                .build();
    }

    private JsonObject stateless(Message.Request request, Exchange exchange) throws RpcException, InterruptedException {
        JsonObject result = switch (request.method()) {
            case "server/discover" ->
                JsonObject.builder()
                        .put("supportedVersions", JsonArray.ofStrings(Revision.all()))
                        .put("capabilities", statelessCapabilities())
                        .put("instructions", features.instructions())
                        .build();
            case "subscriptions/listen" -> listen(request, exchange);
            default -> offered(request, exchange);
        };
        JsonObject.Builder whole = JsonObject.builder();
        if (!result.has("resultType")) {
            whole.put("resultType", "complete");
        }
        if (CACHEABLE.contains(request.method()) && !result.has("ttlMs") && !result.has("inputRequests")) {
            whole.put("ttlMs", 0).put("cacheScope", "private");
        }
        JsonObject meta = result.object("_meta").with(Revision.SERVER_INFO, server);
        return whole.putAll(result.without("_meta")).put("_meta", meta).build();
    }

    /** Nothing is logged to clients that have not asked for it with the request. */
    private JsonObject statelessCapabilities() {
        return features.capabilities().without("logging");
    }

    private JsonObject offered(Message.Request request, Exchange exchange) throws RpcException, InterruptedException {
        if (!features.methods().contains(request.method())
                || exchange.isStateless() && FORMER.contains(request.method())) {
            throw new RpcException(
                    RpcException.METHOD_NOT_FOUND,
                    "Expected a method that this server has in this revision, but \""
                            + Cut.shortened(request.method(), MOST_NAME_CHARS) + "\" is none.");
        }
        return features.answer(request.method(), request.params(), exchange);
    }

    /** Tells of changes until the client ends it, or this server does. */
    private JsonObject listen(Message.Request request, Exchange exchange) throws RpcException, InterruptedException {
        JsonObject wanted = request.params().object("notifications");
        JsonObject id = JsonObject.of(Revision.SUBSCRIPTION, exchange.id());
        Optional<String> caller = exchange.caller().authorization();
        if (listeners.size() >= MOST_LISTENERS || isOneOfMany(caller)) {
            throw new RpcException(
                    RpcException.INTERNAL,
                    "Expected at most " + MOST_LISTENERS + " open subscriptions, half of them of one caller, but there"
                            + " are more.");
        }
        try (Watching watching = new Watching()) {
            listeners.put(watching, caller);
            List<String> watched = new ArrayList<>();
            for (String uri : strings(wanted, "resourceSubscriptions")) {
                watching.add(uri, features, exchange.caller());
                watched.add(uri);
            }
            JsonObject.Builder honored = JsonObject.builder();
            if (!watched.isEmpty()) {
                honored.put("resourceSubscriptions", JsonArray.ofStrings(watched));
            }
            exchange.notify(
                    "notifications/subscriptions/acknowledged",
                    JsonObject.builder()
                            .put("_meta", id)
                            .put("notifications", honored.build())
                            .build());
            while (!watching.isClosed()) {
                for (String uri : watching.await(BETWEEN_LOOKS)) {
                    exchange.notify(
                            "notifications/resources/updated",
                            JsonObject.builder()
                                    .put("_meta", id)
                                    .put("uri", uri)
                                    .build());
                }
            }
            return JsonObject.of("_meta", id);
        } finally {
            listeners.keySet().removeIf(Watching::isClosed);
        }
    }

    /** No caller alone keeps all others from listening. */
    private boolean isOneOfMany(Optional<String> caller) {
        return caller.isPresent()
                && listeners.values().stream().filter(caller::equals).count() >= MOST_LISTENERS / 2;
    }

    private static List<String> strings(JsonObject object, String name) throws RpcException {
        List<String> all = new ArrayList<>();
        if (object.get(name).orElse(JsonArray.EMPTY) instanceof JsonArray items) {
            for (Json item : items) {
                if (!(item instanceof JsonString uri)) {
                    throw new RpcException(
                            RpcException.INVALID_PARAMS, "Expected strings in " + name + ", but got " + item + ".");
                }
                all.add(uri.value());
            }
        }
        return all;
    }

    /** @throws RpcException if it is none */
    public static String text(JsonObject params, String name) throws RpcException {
        if (params.get(name).orElse(Json.nul()) instanceof JsonString text) {
            return text.value();
        }
        throw new RpcException(RpcException.INVALID_PARAMS, "Expected a string at params." + name + ", but got none.");
    }

    /** Ends the open subscriptions, whose clients are told so. */
    @Override
    public void close() {
        listeners.keySet().forEach(Watching::close);
    }
}
