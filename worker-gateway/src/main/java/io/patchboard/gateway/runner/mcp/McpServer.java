package io.patchboard.gateway.runner.mcp;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.JsonRpc;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Failure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server and some of its tools, over as many connections, one after the other, as it takes. */
public final class McpServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(McpServer.class);

    private static final String REVISION = "2025-11-25";

    /** In these, tools are what they are in the newest. */
    private static final Set<String> REVISIONS = Set.of(REVISION, "2025-06-18", "2025-03-26", "2024-11-05");

    private static final int MOST_PAGES = 100;
    private static final String KEY = "io.patchboard/idempotencyKey";

    private final String name;
    private final Set<String> allowed;
    private final Connector connector;
    private final AtomicLong ids = new AtomicLong();
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile Map<String, JsonObject> pinned = Map.of();
    private volatile Set<String> changed = Set.of();
    private Optional<Channel> channel = Optional.empty();
    private boolean lookIsDue;
    private boolean closed;

    /** Makes a connection. */
    private interface Connector {
        Channel connect() throws NoAnswerException;
    }

    private McpServer(String name, List<String> allowed, Connector connector) {
        this.name = name;
        this.allowed = Set.copyOf(allowed);
        this.connector = connector;
    }

    /** @param worker that it serves, for messages and logs */
    public static McpServer of(String worker, WorkerBinding.Program program, List<String> allowed) {
        return new McpServer(program.command().toString(), allowed, () -> ProgramChannel.open(worker, program));
    }

    /** @param caller closed by its owner */
    public static McpServer of(HttpEndpoint endpoint, HttpCaller caller, List<String> allowed) {
        return new McpServer(endpoint.toString(), allowed, () -> new HttpChannel(endpoint, caller));
    }

    /** How messages call it. */
    public String name() {
        return name;
    }

    /**
     * The allowed tools, by name, as the server defines them. What they are now they have to stay.
     *
     * @throws NoAnswerException if the server does not say, or does not have one of them
     */
    public Map<String, JsonObject> tools(Deadline deadline) throws NoAnswerException, InterruptedException {
        connected(deadline);
        Set<String> missing = new TreeSet<>(allowed);
        missing.removeAll(pinned.keySet());
        if (!missing.isEmpty()) {
            throw new NoAnswerException(Failure.Kind.REFUSED, "it has no tools called " + missing);
        }
        return pinned;
    }

    /**
     * The result of a call, as the protocol has it.
     *
     * @param key by which the server may know that it did this already
     */
    public JsonObject call(String tool, JsonObject arguments, String key, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        JsonObject params = JsonObject.builder()
                .put("name", tool)
                .put("arguments", arguments)
                .put("_meta", JsonObject.of(KEY, Json.of(key)))
                .build();
        Channel connection = connectedFor(tool, deadline);
        try {
            return ask(connection, "tools/call", params, deadline);
        } catch (NoAnswerException e) {
            if (!sessionHasEnded(connection, e)) {
                throw e;
            }
            return ask(connectedFor(tool, deadline), "tools/call", params, deadline);
        }
    }

    /** So says a server over HTTP that knows no such session: a new one has to be begun. */
    private static boolean sessionHasEnded(Channel connection, NoAnswerException e) {
        return connection.isInSession() && !e.isBegun() && e.kind() == Failure.Kind.REFUSED;
    }

    private Channel connectedFor(String tool, Deadline deadline) throws NoAnswerException, InterruptedException {
        Channel connection;
        try {
            connection = connected(deadline);
        } catch (NoAnswerException e) {
            throw e.notBegun();
        }
        if (changed.contains(tool)) {
            throw new NoAnswerException(
                    Failure.Kind.REFUSED,
                    "its server has changed or removed the tool since the gateway started; start the gateway anew to"
                            + " take it as it is now");
        }
        return connection;
    }

    /** A connection whose tools have been looked at since it was made and since the server said that they changed. */
    private Channel connected(Deadline deadline) throws NoAnswerException, InterruptedException {
        if (!connecting.tryLock(Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS)) {
            throw new NoAnswerException(Failure.Kind.TIMEOUT, "its server was not connected in time");
        }
        try {
            if (closed) {
                throw new InterruptedException("The server was closed.");
            }
            if (channel.filter(Channel::isOpen).isEmpty()) {
                close(channel);
                channel = Optional.of(connect(deadline));
            } else if (channel.get().toolsChanged() || lookIsDue) {
                lookAgain(channel.get(), deadline);
            }
            return channel.get();
        } finally {
            connecting.unlock();
        }
    }

    private Channel connect(Deadline deadline) throws NoAnswerException, InterruptedException {
        Channel connection = connector.connect();
        try {
            initialize(connection, deadline);
            look(connection, deadline);
            lookIsDue = false;
            return connection;
        } catch (NoAnswerException | InterruptedException e) {
            connection.close();
            throw e;
        }
    }

    /** Who only waited in vain for its turn leaves the connection to those before it, and the look to who is next. */
    private void lookAgain(Channel connection, Deadline deadline) throws NoAnswerException, InterruptedException {
        lookIsDue = true;
        try {
            look(connection, deadline);
            lookIsDue = false;
        } catch (NoAnswerException e) {
            if (sessionHasEnded(connection, e)) {
                channel = Optional.of(connect(deadline));
                return;
            }
            if (e.isBegun()) {
                connection.close();
            }
            throw e;
        }
    }

    private void initialize(Channel connection, Deadline deadline) throws NoAnswerException, InterruptedException {
        JsonObject client = JsonObject.builder()
                .put("name", "patchboard")
                .put("version", "1")
                .build();
        JsonObject result = ask(
                connection,
                "initialize",
                JsonObject.builder()
                        .put("protocolVersion", REVISION)
                        .put("capabilities", JsonObject.EMPTY)
                        .put("clientInfo", client)
                        .build(),
                deadline);
        String revision = JsonPlace.of(result).text("protocolVersion").orElse("");
        if (!REVISIONS.contains(revision)) {
            throw new NoAnswerException(
                    Failure.Kind.REFUSED,
                    "it speaks revision " + connection.said(revision) + " of the protocol, and none of "
                            + new TreeSet<>(REVISIONS));
        }
        connection.agreed(revision);
        connection.tell(JsonRpc.notification("notifications/initialized", JsonObject.EMPTY), deadline);
    }

    /** Notes what the allowed tools are, or whether they still are what they were. */
    private void look(Channel connection, Deadline deadline) throws NoAnswerException, InterruptedException {
        Map<String, JsonObject> found = new HashMap<>();
        JsonObject params = JsonObject.EMPTY;
        for (int page = 0; page < MOST_PAGES; page++) {
            JsonPlace listed = JsonPlace.of(ask(connection, "tools/list", params, deadline));
            listed.items("tools")
                    .forEach(tool -> tool.text("name")
                            .filter(allowed::contains)
                            .ifPresent(tellsItsName -> found.put(tellsItsName, definition(tool))));
            Optional<String> next = listed.text("nextCursor").filter(cursor -> !cursor.isEmpty());
            if (next.isEmpty()) {
                note(found);
                return;
            }
            params = JsonObject.of("cursor", Json.of(next.get()));
        }
        throw new NoAnswerException(Failure.Kind.INVALID, "its list of tools has more than " + MOST_PAGES + " pages");
    }

    private void note(Map<String, JsonObject> found) {
        if (pinned.isEmpty()) {
            pinned = Map.copyOf(found);
            return;
        }
        Set<String> differ = new TreeSet<>(pinned.keySet());
        differ.removeIf(tool -> pinned.get(tool).equals(found.get(tool)));
        if (!differ.isEmpty() && !differ.equals(changed)) {
            LOG.warn(
                    "Expected the tools of {} to stay what they were when the gateway started, but {} changed; they are"
                            + " not called any more. Start the gateway anew to take them as they are now.",
                    name,
                    differ);
        }
        changed = Set.copyOf(differ);
    }

    /** What is pinned of a tool: all that says how it is called, what comes back, and what it may do. */
    private static JsonObject definition(JsonPlace tool) {
        JsonObject.Builder definition = JsonObject.builder();
        for (String member : List.of("title", "description", "inputSchema", "outputSchema", "annotations")) {
            definition.putIfPresent(member, tool.child(member).map(JsonPlace::value));
        }
        return definition.build();
    }

    private JsonObject ask(Channel connection, String method, JsonObject params, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        JsonObject request = JsonRpc.request(Json.of(ids.incrementAndGet()), method, params);
        return JsonRpc.result(connection.ask(request, deadline), method, connection::said);
    }

    private static void close(Optional<Channel> connection) {
        connection.ifPresent(Channel::close);
    }

    /** Comes after who calls has been told to stop. */
    @Override
    public void close() {
        connecting.lock();
        try {
            closed = true;
            close(channel);
        } finally {
            connecting.unlock();
        }
    }
}
