package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
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
    private volatile Optional<Pushing> pushing = Optional.empty();
    private volatile boolean stopped;

    /** Takes what is told of a task, bit by bit. */
    interface Sink {

        /** @param sequence of the board's log, up to which it is told */
        void send(long sequence, JsonObject event) throws IOException, InterruptedException;

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

    /** From now on callers may have somebody told how their tasks go on. */
    void push(Pushing pushes) {
        pushing = Optional.of(pushes);
    }

    /** @param shown whether this caller's skills are; who is unknown is shown what every server has */
    JsonObject card(Caller caller, String server, boolean secured, boolean shown)
            throws A2aException, InterruptedException {
        try {
            return AgentCard.json(server, shown ? skills.all(caller) : List.of(), secured, pushing.isPresent());
        } catch (RefusedException e) {
            if (e.status() == Fault.PERMISSION_DENIED.httpStatus()) {
                return AgentCard.json(server, List.of(), secured, pushing.isPresent());
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
        JsonObject configuration = params.object("configuration");
        TaskList.requireHistoryLength(configuration);
        BoardTask task = begin(caller, params);
        if (!configuration.get("returnImmediately").equals(Optional.of(Json.of(true)))) {
            task = settled(caller, task, gone);
        }
        return JsonObject.of("task", task.json(true));
    }

    private BoardTask settled(Caller caller, BoardTask begun, BooleanSupplier gone)
            throws A2aException, InterruptedException {
        BoardTask task = begun;
        following.add(Thread.currentThread());
        try (Following log = new Following(reader, Optional.of(follower), caller, task)) {
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
                        "Expected the server to go on until the task has ended, but it ends. Send the same message"
                                + " again: it counts once.");
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
        JsonObject configuration = params.object("configuration");
        if (!configuration.has("taskPushNotificationConfig")) {
            return tasks.take(caller, params);
        }
        Pushing pushes = pushing();
        JsonObject config = named(configuration.object("taskPushNotificationConfig"), params);
        // before the task begins, so that there is none where this is wrong
        PushTarget target = PushTarget.of("", config, pushes.hosts());
        pushes.book().requireRoom(Given.of(params).task(), target.id());
        BoardTask task = tasks.take(caller, params);
        register(task.id(), config, pushes, PushOwner.of(api, caller));
        return task;
    }

    /** The same message sent again has the same receiver. */
    private static JsonObject named(JsonObject config, JsonObject params) throws A2aException {
        return Given.optional(config, "id").isPresent()
                ? config
                : config.with("id", Json.of(Given.of(params).id()));
    }

    private Pushing pushing() throws A2aException {
        return pushing.orElseThrow(() -> new A2aException(
                Fault.PUSH_NOTIFICATION_NOT_SUPPORTED,
                "Expected a request without push notifications, as this server sends none. Follow the task with"
                        + " SubscribeToTask, or have the operator start the server with --push-to."));
    }

    private static JsonObject register(String task, JsonObject config, Pushing pushes, PushOwner owner)
            throws A2aException {
        PushTarget target = PushTarget.of(task, config, pushes.hosts()).of(owner);
        Optional<PushTarget> before = pushes.book().find(task, target.id());
        if (before.filter(known -> !owner.has(known)).isPresent()) {
            throw A2aException.invalid(
                    "Expected an id that is new or your own, but another caller has one of this id.");
        }
        pushes.book().put(target);
        before.filter(known -> !known.equals(target)).ifPresent(pushes::end);
        pushes.begin(target);
        return target.json();
    }

    JsonObject createPush(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        Pushing pushes = pushing();
        return register(readable(caller, params), params, pushes, PushOwner.of(api, caller));
    }

    JsonObject getPush(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        Pushing pushes = pushing();
        return pushes.book()
                .find(readable(caller, params), params.text("id"))
                .filter(PushOwner.of(api, caller)::has)
                .map(PushTarget::json)
                .orElseThrow(() -> new A2aException(
                        Fault.TASK_NOT_FOUND,
                        "Expected a push notification config of the task, but it has none of that id."));
    }

    /** There are so few of a task that all are on the first page. */
    JsonObject listPush(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        Pushing pushes = pushing();
        String task = readable(caller, params);
        PushOwner owner = PushOwner.of(api, caller);
        return JsonObject.of(
                "configs",
                JsonArray.copyOf(pushes.book().of(task).stream()
                        .filter(owner::has)
                        .map(PushTarget::json)
                        .toList()));
    }

    JsonObject deletePush(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        Pushing pushes = pushing();
        String task = readable(caller, params);
        String id = params.text("id");
        Optional<PushTarget> known = pushes.book().find(task, id).filter(PushOwner.of(api, caller)::has);
        known.ifPresent(target -> {
            pushes.book().remove(target);
            pushes.end(target);
        });
        return JsonObject.EMPTY;
    }

    /** The task's id; only who may read it gets that far. */
    private String readable(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        String id = Given.optional(params, "taskId")
                .orElseThrow(() -> A2aException.invalid("Expected the taskId of a task, but got none."));
        return known(caller, id).id();
    }

    /** A task as it is. */
    BoardTask known(Caller caller, String id) throws A2aException, InterruptedException {
        return reader.read(caller, id);
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
        follow(caller, from, sink, true);
    }

    /** @param atOnce by a stream of the board, of which a server has only so many; otherwise within 15 s */
    void follow(Caller caller, BoardTask from, Sink sink, boolean atOnce)
            throws A2aException, IOException, InterruptedException {
        sink.send(from.sequence(), JsonObject.of("task", from.json(true)));
        if (from.state().isTerminal()) {
            return;
        }
        following.add(Thread.currentThread());
        try (Following log = new Following(reader, Optional.of(follower).filter(any -> atOnce), caller, from)) {
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
        pushing.ifPresent(Pushing::close);
        following.forEach(Thread::interrupt);
    }

    @Override
    public void close() {
        api.close();
    }
}
