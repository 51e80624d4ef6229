package io.patchboard.gateway.runner.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.EventStream;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.runner.EndpointCaller;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Failure;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A server over streamable HTTP: each message is posted, and the answer is JSON or a stream of events that has it. */
final class HttpChannel implements Channel {

    private static final String SESSION = "Mcp-Session-Id";
    private static final Pattern VISIBLE = Pattern.compile("[!-~]{1,1000}");

    private final HttpEndpoint endpoint;
    private final EndpointCaller caller;
    private final AtomicBoolean toolsChanged = new AtomicBoolean();
    private volatile Optional<String> session = Optional.empty();
    private volatile Optional<String> revision = Optional.empty();
    private volatile boolean closed;

    HttpChannel(HttpEndpoint endpoint, HttpCaller caller) {
        this.endpoint = endpoint;
        this.caller = new EndpointCaller(endpoint, caller);
    }

    @Override
    public JsonObject ask(JsonObject request, Deadline deadline) throws NoAnswerException, InterruptedException {
        try {
            return exchange(request, deadline);
        } catch (NoAnswerException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private JsonObject exchange(JsonObject request, Deadline deadline) throws NoAnswerException, InterruptedException {
        Json id = request.get("id").orElseThrow();
        Outcome.Response response = post(request, deadline, event -> isLast(event, id));
        if (!EventStream.isOne(response)) {
            return answer(messages(response.body(), "its answer"), id)
                    .orElseThrow(() -> new NoAnswerException(
                            Failure.Kind.INVALID, "it answered something else than it was asked"));
        }
        if (response.cut()) {
            throw new NoAnswerException(Failure.Kind.INVALID, "its answer is longer than can be read");
        }
        String wanted = "";
        for (String data : EventStream.data(response.text())) {
            List<JsonObject> messages = messages(data.getBytes(UTF_8), "an event of its answer");
            Optional<JsonObject> answer = answer(messages, id);
            if (answer.isPresent()) {
                return answer.get();
            }
            for (JsonObject message : messages) {
                if (Incoming.of(message) instanceof Incoming.Request asked) {
                    wanted = ", and it wants " + caller.said(asked.method()) + ", which this client does not offer";
                }
            }
        }
        throw new NoAnswerException(Failure.Kind.INVALID, "its stream ended without the answer to the call" + wanted);
    }

    /**
     * Behind the answer a server should end its stream, and need not. One that asks for what is not offered here waits
     * for it in vain. What is no message is no stream of any.
     */
    private boolean isLast(String event, Json id) {
        try {
            return messages(event.getBytes(UTF_8), "an event of its answer").stream()
                    .anyMatch(message -> switch (Incoming.of(message)) {
                        case Incoming.Answer answer -> answer.isTo(id);
                        case Incoming.Request asked -> !asked.isPing();
                        case Incoming.Notification told -> false;
                    });
        } catch (NoAnswerException e) {
            return true;
        }
    }

    private List<JsonObject> messages(byte[] body, String what) throws NoAnswerException {
        List<JsonObject> messages = Incoming.messages(caller.json(body, what));
        if (messages.isEmpty()) {
            throw new NoAnswerException(
                    Failure.Kind.INVALID, what + " is no object: " + caller.said(new String(body, UTF_8)));
        }
        return messages;
    }

    /** All are looked at: one behind the answer may say that the tools have changed. */
    private Optional<JsonObject> answer(List<JsonObject> messages, Json id) {
        List<JsonObject> answers = messages.stream()
                .flatMap(message -> answer(message, id).stream())
                .toList();
        return answers.stream().findFirst();
    }

    private Optional<JsonObject> answer(JsonObject message, Json id) {
        return switch (Incoming.of(message)) {
            case Incoming.Answer answer when answer.isTo(id) -> Optional.of(answer.message());
            case Incoming.Answer other -> Optional.empty();
            case Incoming.Request asked -> Optional.empty();
            case Incoming.Notification told -> {
                if (told.isOfTools()) {
                    toolsChanged.set(true);
                }
                yield Optional.empty();
            }
        };
    }

    @Override
    public void tell(JsonObject notification, Deadline deadline) throws NoAnswerException, InterruptedException {
        post(notification, deadline, event -> true);
    }

    private Outcome.Response post(JsonObject message, Deadline deadline, Predicate<String> isLast)
            throws NoAnswerException, InterruptedException {
        HttpRequest.Builder request = caller.request(endpoint.url())
                .setHeader("Accept", "application/json, text/event-stream")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(JsonWriter.compactBytes(message)));
        session.ifPresent(id -> request.header(SESSION, id));
        revision.ifPresent(agreed -> request.header("MCP-Protocol-Version", agreed));
        Outcome.Response response = caller.send(request, deadline, isLast);
        if (session.isEmpty()) {
            session = response.headers()
                    .firstValue(SESSION)
                    .filter(id -> VISIBLE.matcher(id).matches());
        }
        return response;
    }

    @Override
    public void agreed(String spoken) {
        revision = Optional.of(spoken);
    }

    @Override
    public boolean isInSession() {
        return session.isPresent();
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public boolean toolsChanged() {
        return toolsChanged.getAndSet(false);
    }

    @Override
    public String said(String text) {
        return caller.said(text);
    }

    @Override
    public void close() {
        // A session that nobody uses ends by itself, what is under way in it ends as it will.
        closed = true;
    }
}
