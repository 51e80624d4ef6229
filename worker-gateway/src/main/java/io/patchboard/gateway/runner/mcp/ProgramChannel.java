package io.patchboard.gateway.runner.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.JsonRpc;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.gateway.runner.ProgramProcess;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A server that is a program, and writes a message of JSON on each line. It is asked one thing at a time: what it does
 * side by side nobody knows.
 */
final class ProgramChannel implements Channel {

    private static final JsonReader READER = new JsonReader(JsonLimits.SENT);
    private static final int MOST_MESSAGES = 10_000;

    /** What is replied waits until the program reads it. */
    private static final int MOST_REQUESTS = 100;

    private static final int MOST_REPLY_BYTES = 1_000;
    private static final Duration TIME_TO_END = Duration.ofMillis(500);

    private final ReentrantLock turn = new ReentrantLock(true);
    private final ProgramProcess process;
    private final Redaction redaction;
    private final AtomicBoolean toolsChanged = new AtomicBoolean();
    private volatile boolean closed;

    private ProgramChannel(ProgramProcess process, Redaction redaction) {
        this.process = process;
        this.redaction = redaction;
    }

    static ProgramChannel open(String worker, WorkerBinding.Program program) throws NoAnswerException {
        try {
            return new ProgramChannel(
                    ProgramProcess.start(worker, program), program.environment().redaction());
        } catch (IOException e) {
            throw new NoAnswerException(Failure.Kind.OUTAGE, "it cannot be started: " + e.getMessage());
        }
    }

    @Override
    public JsonObject ask(JsonObject request, Deadline deadline) throws NoAnswerException, InterruptedException {
        if (!turn.tryLock(Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS)) {
            throw new NoAnswerException(Failure.Kind.TIMEOUT, "other calls of its server were before it").notBegun();
        }
        try {
            if (closed) {
                throw new NoAnswerException(
                                Failure.Kind.OUTAGE, "its server was ended meanwhile, as another call of it went wrong")
                        .notBegun();
            }
            process.send(JsonWriter.compactBytes(request));
            return answer(request.get("id").orElseThrow(), deadline);
        } catch (NoAnswerException | InterruptedException e) {
            close();
            throw e;
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void tell(JsonObject notification, Deadline deadline) {
        process.send(JsonWriter.compactBytes(notification));
    }

    private JsonObject answer(Json id, Deadline deadline) throws NoAnswerException, InterruptedException {
        long end = System.nanoTime() + deadline.left().toNanos();
        int requests = 0;
        for (int messages = 0; messages < MOST_MESSAGES; messages++) {
            Optional<ProgramProcess.Event> event = process.await(end);
            if (event.isEmpty()) {
                throw new NoAnswerException(
                        Failure.Kind.TIMEOUT, "it did not answer in time; it was ended" + process.lastWords());
            }
            Optional<JsonObject> answered = Optional.empty();
            for (JsonObject message : messages(event.get())) {
                switch (Incoming.of(message)) {
                    case Incoming.Answer answer
                    when answer.isToAmongOthers(id) -> answered = Optional.of(answer.message());
                    case Incoming.Answer other -> {}
                    case Incoming.Request asked -> reply(asked, ++requests);
                    case Incoming.Notification told -> {
                        if (told.isOfTools()) {
                            toolsChanged.set(true);
                        }
                    }
                }
            }
            if (answered.isPresent()) {
                return answered.get();
            }
        }
        throw new NoAnswerException(
                Failure.Kind.INVALID,
                "it wrote " + MOST_MESSAGES + " messages, and none that answers the call; it was ended");
    }

    private List<JsonObject> messages(ProgramProcess.Event event) throws NoAnswerException, InterruptedException {
        return switch (event) {
            case ProgramProcess.Event.Line line -> read(line.bytes());
            case ProgramProcess.Event.LineTooLong tooLong ->
                throw new NoAnswerException(
                        Failure.Kind.INVALID, "it wrote a line that is longer than can be read; it was ended");
            case ProgramProcess.Event.End end ->
                throw new NoAnswerException(Failure.Kind.BUG, "its program " + process.describeEnd());
        };
    }

    private List<JsonObject> read(byte[] line) throws NoAnswerException {
        try {
            List<JsonObject> messages = Incoming.messages(READER.read(line));
            if (!messages.isEmpty()) {
                return messages;
            }
        } catch (JsonSyntaxException e) {
            // Said below: no message of the protocol is anything but an object, or several of them.
        }
        throw new NoAnswerException(
                Failure.Kind.INVALID,
                "it wrote what is no message of JSON-RPC, " + redaction.excerpt(line) + "; it was ended");
    }

    private void reply(Incoming.Request asked, int count) throws NoAnswerException {
        byte[] reply = JsonWriter.compactBytes(
                asked.isPing()
                        ? JsonRpc.answer(asked.id(), JsonObject.EMPTY)
                        : JsonRpc.noSuchMethod(
                                asked.id(), "This client offers no " + asked.method() + ": it only calls tools."));
        if (count > MOST_REQUESTS || reply.length > MOST_REPLY_BYTES) {
            throw new NoAnswerException(
                    Failure.Kind.INVALID,
                    "it wants more of its client than " + MOST_REQUESTS
                            + " requests with short names and ids during one call; it was ended");
        }
        process.send(reply);
    }

    @Override
    public void agreed(String revision) {
        // Over stdin nothing says it again.
    }

    @Override
    public boolean isInSession() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return !closed && process.isAlive();
    }

    @Override
    public boolean toolsChanged() {
        return toolsChanged.getAndSet(false);
    }

    @Override
    public String said(String text) {
        return redaction.excerpt(text.getBytes(UTF_8));
    }

    @Override
    public void close() {
        closed = true;
        process.endWithOrphans(TIME_TO_END);
    }
}
