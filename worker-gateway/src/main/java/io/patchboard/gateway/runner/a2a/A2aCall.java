package io.patchboard.gateway.runner.a2a;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.opentelemetry.context.Context;
import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.AnswerLine;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.gateway.text.Quotes;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Failure;
import io.patchboard.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One invocation put to an agent: the message, and the task until it has ended. Used by one thread. */
final class A2aCall {

    private static final Logger LOG = LoggerFactory.getLogger(A2aCall.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration TIME_TO_CANCEL = Duration.ofSeconds(5);
    private static final String HOW = "\n\nThe data part is an invocation of PatchBoard: a view of the board, with the"
            + " write contract. Answer with a data part (or a text part that is JSON): an array of operations of JSON"
            + " Patch (RFC 6902) that the contract allows, or {\"error\": \"why you cannot\"}.";

    private final String worker;
    private final WorkerBinding.A2a binding;
    private final Invocation invocation;
    private final Duration limit;
    private final Deadline deadline;
    private final RemoteAgent agent;
    private final Redaction redaction;

    private volatile boolean overdue;

    /** How long the agent wants to be left alone. */
    private Duration quiet = Duration.ZERO;

    /** What has come of it so far, as the rest of a sentence that ends in "but"; read by who keeps the time. */
    private volatile String standing = "its card had not come yet";

    A2aCall(String worker, WorkerBinding.A2a binding, Invocation invocation, Duration limit, HttpCaller caller) {
        this.worker = worker;
        this.binding = binding;
        this.invocation = invocation;
        this.limit = limit;
        this.deadline = Deadline.in(limit);
        this.agent = new RemoteAgent(binding.card(), caller);
        this.redaction = binding.card().redaction();
    }

    /** @throws InterruptedException if nobody waits for it any more */
    Answer run() throws InterruptedException {
        try {
            RemoteAgent.Place place = agent.place(binding.skill(), deadline);
            standing = "it had not taken the message yet";
            Dialect dialect = place.dialect();
            JsonObject begun = agent.ask(
                    place,
                    dialect.send(),
                    dialect.message(
                            invocation.invocationId(),
                            binding.skill(),
                            invocation.instruction() + HOW,
                            invocation.entry().toJson()),
                    deadline);
            Optional<JsonObject> message = dialect.message(begun);
            if (message.isPresent()) {
                return answer(RemoteAgent.objects(message.get(), "parts"));
            }
            JsonObject task = dialect.task(begun);
            if (task.text("id").isEmpty()) {
                throw new NoAnswerException(
                        Failure.Kind.INVALID, "its answer has neither a task with an id nor a message");
            }
            return outcome(place, task);
        } catch (NoAnswerException e) {
            return failed(e.kind(), "", e.getMessage(), e.retryAfter());
        }
    }

    /** The answer where there is none when the time is over. */
    Answer late() {
        overdue = true;
        return failed(Failure.Kind.TIMEOUT, "within " + Durations.spoken(limit), standing, Optional.empty());
    }

    /**
     * A task that goes on is cancelled if this is the end of the invocation, and left alone if this gateway closes: the
     * next one that takes the invocation sends the same message, and finds the task that there is.
     */
    private Answer outcome(RemoteAgent.Place place, JsonObject begun) throws NoAnswerException, InterruptedException {
        String id = begun.text("id");
        JsonObject task = begun;
        boolean leave = false;
        try {
            Duration pause = FIRST_PAUSE;
            while (isAtWork(state(place, task))) {
                standing = "its task is still " + agent.said(state(place, task));
                Thread.sleep(pause.compareTo(quiet) > 0 ? pause : quiet);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
                task = again(place, id, task);
            }
            leave = isTerminal(state(place, task));
            return ended(place, task);
        } catch (InterruptedException e) {
            leave = !overdue;
            throw e;
        } finally {
            if (!leave) {
                Thread.startVirtualThread(Context.current().wrap(() -> cancel(place, id)));
            }
        }
    }

    /** A fault that may pass is waited out, as long as the agent asks for: the task may have gone on meanwhile. */
    private JsonObject again(RemoteAgent.Place place, String id, JsonObject known)
            throws NoAnswerException, InterruptedException {
        try {
            quiet = Duration.ZERO;
            JsonObject task = agent.ask(place, place.dialect().get(), JsonObject.of("id", Json.of(id)), deadline);
            if (!task.text("id").equals(id)) {
                throw new NoAnswerException(Failure.Kind.INVALID, "it showed another task than was asked for");
            }
            return task;
        } catch (NoAnswerException e) {
            if (!e.kind().passes()) {
                throw e;
            }
            standing = e.getMessage();
            quiet = e.retryAfter().orElse(Duration.ZERO);
            return known;
        }
    }

    private static String state(RemoteAgent.Place place, JsonObject task) {
        return place.dialect().state(task.object("status").text("state"));
    }

    private static boolean isAtWork(String state) {
        return state.equals("TASK_STATE_SUBMITTED") || state.equals("TASK_STATE_WORKING");
    }

    private static boolean isTerminal(String state) {
        return Stream.of("COMPLETED", "FAILED", "CANCELED", "REJECTED").anyMatch(word -> state.endsWith("_" + word));
    }

    private Answer ended(RemoteAgent.Place place, JsonObject task) throws NoAnswerException {
        JsonObject message = task.object("status").object("message");
        String said = RemoteAgent.objects(message, "parts").stream()
                .map(part -> part.text("text"))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .map(text -> ": " + agent.said(text))
                .orElse("");
        return switch (state(place, task)) {
            case "TASK_STATE_COMPLETED" ->
                answer(RemoteAgent.objects(task, "artifacts").stream()
                        .flatMap(artifact -> RemoteAgent.objects(artifact, "parts").stream())
                        .toList());
            case "TASK_STATE_FAILED", "TASK_STATE_REJECTED", "TASK_STATE_CANCELED" ->
                throw new NoAnswerException(Failure.Kind.REFUSED, "its task ended as " + state(place, task) + said);
            case "TASK_STATE_INPUT_REQUIRED" ->
                throw new NoAnswerException(Failure.Kind.REFUSED, "its task wants to be told more" + said);
            case "TASK_STATE_AUTH_REQUIRED" ->
                throw new NoAnswerException(Failure.Kind.REFUSED, "its task wants to be authorized" + said);
            default ->
                throw new NoAnswerException(
                        Failure.Kind.INVALID,
                        "its task is in no state of the protocol, " + agent.said(state(place, task)));
        };
    }

    /** The first part that is data, or else the first text. */
    private Answer answer(List<JsonObject> parts) throws NoAnswerException {
        byte[] line = parts.stream()
                .filter(part -> part.has("data"))
                .findFirst()
                .map(part -> JsonWriter.compactBytes(part.get("data").orElse(Json.nul())))
                .or(() -> parts.stream()
                        .filter(part -> part.get("text").orElse(Json.nul()) instanceof JsonString)
                        .findFirst()
                        .map(part -> part.text("text").getBytes(UTF_8)))
                .orElseThrow(() ->
                        new NoAnswerException(Failure.Kind.INVALID, "it gave neither data nor text as its result"));
        try {
            AnswerLine read = AnswerLine.read(line);
            if (read.invocationId()
                    .filter(id -> !id.equals(invocation.invocationId()))
                    .isPresent()) {
                throw new NoAnswerException(Failure.Kind.INVALID, "its result is the answer to another invocation");
            }
            return redaction.guard(read.answer());
        } catch (JsonSyntaxException e) {
            throw new NoAnswerException(
                    Failure.Kind.INVALID,
                    "its result is no answer: " + redaction.excerpt(line) + " (" + redaction.redact(e.getMessage())
                            + ")");
        }
    }

    private void cancel(RemoteAgent.Place place, String id) {
        try {
            agent.ask(place, place.dialect().cancel(), JsonObject.of("id", Json.of(id)), Deadline.in(TIME_TO_CANCEL));
        } catch (NoAnswerException e) {
            LOG.debug("Worker {}'s task could not be cancelled, as {}.", worker, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answer failed(Failure.Kind kind, String expected, String but, Optional<Duration> retryAfter) {
        String message = "Expected an answer from worker " + worker + ", the agent of "
                + binding.card().place() + (expected.isEmpty() ? "" : ", " + expected) + ", but " + but + ".";
        LOG.warn("{}", Quotes.leftOut(message));
        LOG.debug("{}", message);
        return Answer.failed(new Failure(kind, message, retryAfter));
    }
}
