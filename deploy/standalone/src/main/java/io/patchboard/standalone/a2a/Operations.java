package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.board.Api;
import io.patchboard.standalone.mcp.board.Follower;
import io.patchboard.standalone.mcp.board.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What the protocol has, the same for each of its bindings. */
final class Operations implements AutoCloseable {

    /** How soon it is seen that a caller has gone who waits. */
    private static final Duration TICK = Duration.ofSeconds(1);

    private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(15);

    private final Api api;
    private final Reader reader;
    private final Skills skills;
    private final Tasks tasks;
    private final TaskList list;
    private final Follower follower;
    private final Set<Thread> following = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** Takes what is told of a task, bit by bit. */
    interface Sink {

        /** @param sequence of the board's log, up to which it is told */
        void send(long sequence, JsonObject event) throws IOException;

        /** Shows that more is to come. */
        void keepAlive() throws IOException;
    }

    Operations(Supplier<URI> server) {
        this.api = new Api(server);
        this.reader = new Reader(api);
        this.skills = new Skills(api);
        this.tasks = new Tasks(api, reader, skills);
        this.list = new TaskList(api, reader);
        this.follower = new Follower(api);
    }

    /** @param shown whether this caller's skills are; who is unknown is shown what every server has */
    JsonObject card(Caller caller, String server, boolean secured, boolean shown)
            throws A2aException, InterruptedException {
        try {
            return AgentCard.json(server, shown ? skills.all(caller) : List.of(), secured);
        } catch (RefusedException e) {
            if (e.status() == Fault.PERMISSION_DENIED.httpStatus()) {
                return AgentCard.json(server, List.of(), secured);
            }
            throw A2aException.of(e);
        }
    }

    /**
     * The task, once it has ended or waits for its caller; at once if he asks for that.
     *
     * @param gone whether the caller waits no more
     */
    JsonObject send(Caller caller, JsonObject params, BooleanSupplier gone) throws A2aException, InterruptedException {
        JsonObject configuration = Api.object(params, "configuration");
        TaskList.requireHistoryLength(configuration);
        BoardTask task = tasks.take(caller, params);
        if (!configuration.get("returnImmediately").equals(Optional.of(Json.of(true)))) {
            task = settled(caller, task, gone);
        }
        return JsonObject.of("task", task.json(true));
    }

    private BoardTask settled(Caller caller, BoardTask begun, BooleanSupplier gone)
            throws A2aException, InterruptedException {
        BoardTask task = begun;
        following.add(Thread.currentThread());
        try (Following log = new Following(reader, follower, caller, task)) {
            while (!isSettled(task)) {
                requireGoingOn();
                task = log.next(TICK).orElse(task);
                if (!isSettled(task) && gone.getAsBoolean()) {
                    throw new InterruptedException("The caller has gone.");
                }
            }
        } catch (InterruptedException e) {
            if (stopped) {
                throw new A2aException(
                        Fault.UNAVAILABLE,
                        "Expected the server to go on until the task has ended, but it ends. Send the same message again:"
                                + " it counts once.");
            }
            throw e;
        } finally {
            following.remove(Thread.currentThread());
        }
        return task;
    }

    /** One who begins to wait as all are told to end does not. */
    private void requireGoingOn() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException("The server ends.");
        }
    }

    private static boolean isSettled(BoardTask task) {
        return task.state().isTerminal() || task.state() == State.INPUT_REQUIRED;
    }

    JsonObject get(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        TaskList.requireHistoryLength(params);
        return tasks.read(caller, params).json(true);
    }

    JsonObject list(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        return list.list(caller, params);
    }

    JsonObject cancel(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        return tasks.cancel(caller, params).json(true);
    }

    /** The task that a message begins or answers, for {@link #follow}. */
    BoardTask begin(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        return tasks.take(caller, params);
    }

    /** The task that somebody subscribes to, for {@link #follow}. */
    BoardTask subscribed(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        BoardTask task = tasks.read(caller, params);
        if (task.state().isTerminal()) {
            throw new A2aException(
                    Fault.UNSUPPORTED_OPERATION,
                    "Expected a task that goes on, but it is " + task.state().word() + ". GetTask has its result.");
        }
        return task;
    }

    /** Tells a task as it is, and all that becomes of it until it has ended. */
    void follow(Caller caller, BoardTask from, Sink sink) throws A2aException, IOException, InterruptedException {
        sink.send(from.sequence(), JsonObject.of("task", from.json(true)));
        if (from.state().isTerminal()) {
            return;
        }
        following.add(Thread.currentThread());
        try (Following log = new Following(reader, follower, caller, from)) {
            boolean ended = false;
            while (!ended) {
                requireGoingOn();
                Optional<BoardTask> next = log.next(BETWEEN_SIGNS);
                if (next.isEmpty()) {
                    sink.keepAlive();
                } else {
                    Optional<JsonObject> artifact = next.get().artifactUpdate();
                    if (artifact.isPresent()) {
                        sink.send(next.get().sequence(), artifact.get());
                    }
                    sink.send(next.get().sequence(), next.get().statusUpdate());
                    ended = next.get().state().isTerminal();
                }
            }
        } finally {
            following.remove(Thread.currentThread());
        }
    }

    /** Ends what goes on for long. */
    void stop() {
        stopped = true;
        following.forEach(Thread::interrupt);
    }

    @Override
    public void close() {
        api.close();
    }
}
