package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.ContractLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The transport "stdio": one message in each line, for one client, until its end of the line is closed. */
public final class StdioServer {

    private static final int MOST_BYTES = ContractLimits.MAX_RECORD_BYTES;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(15);

    /** For what is asked already when the client closes its end. */
    private static final Duration TO_END = Duration.ofSeconds(5);

    private final Dispatcher dispatcher;
    private final InputStream input;
    private final OutputStream output;
    private final Session session;
    private final Set<Thread> working = ConcurrentHashMap.newKeySet();
    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT);
    private volatile boolean gone;

    public StdioServer(Dispatcher dispatcher, Caller caller, InputStream input, OutputStream output) {
        this.dispatcher = dispatcher;
        this.input = input;
        this.output = output;
        this.session = new Session(caller);
    }

    /**
     * Returns when the client has closed its end, or reads no more.
     *
     * @throws IOException if nothing can be read any more
     */
    public void serve() throws IOException, InterruptedException {
        Thread telling = Thread.ofVirtual().name("patchboard-mcp-updates").start(this::tell);
        try {
            boolean ended = false;
            while (!ended && !gone) {
                ByteArrayOutputStream line = new ByteArrayOutputStream();
                ended = !readLine(line);
                if (line.size() > MOST_BYTES) {
                    sendOrEnd(Message.error(
                            Optional.empty(),
                            new RpcException(
                                    RpcException.INVALID_REQUEST,
                                    "Expected messages of at most " + MOST_BYTES + " bytes, but got a larger one.")));
                } else if (!line.toString(StandardCharsets.UTF_8).isBlank()) {
                    take(line.toByteArray());
                }
            }
            for (Thread each : working) {
                each.join(TO_END);
            }
        } finally {
            telling.interrupt();
            session.close();
            dispatcher.close();
        }
    }

    /** Of a line that is too long only so much is kept as shows it. */
    private boolean readLine(ByteArrayOutputStream line) throws IOException {
        int next = input.read();
        while (next >= 0 && next != '\n') {
            if (line.size() <= MOST_BYTES) {
                line.write(next);
            }
            next = input.read();
        }
        return next >= 0;
    }

    private void take(byte[] line) {
        Optional<Json> id = Optional.empty();
        try {
            Json json = reader.read(line);
            id = Message.readableId(json);
            switch (Message.of(json)) {
                case Message.Request request -> begin(request);
                case Message.Notification cancel
                when cancel.method().equals("notifications/cancelled") ->
                    cancel.params().get("requestId").ifPresent(session::cancel);
                case Message.Notification other -> {}
                case Message.Response response -> session.answered(response);
            }
        } catch (JsonSyntaxException e) {
            sendOrEnd(Message.error(
                    id, new RpcException(RpcException.PARSE, "Expected a message in JSON, but: " + e.getMessage())));
        } catch (RpcException e) {
            sendOrEnd(Message.error(id, e));
        }
    }

    private void begin(Message.Request request) throws RpcException {
        boolean stateless = Revision.isSaid(request) || request.method().equals("server/discover");
        if (stateless) {
            Revision.requireComplete(request);
            Revision.requireSpoken(Revision.said(request).orElseThrow());
        }
        if (!stateless && request.method().equals("initialize")) {
            // Now, since what comes next may not wait for the answer.
            answer(request, Optional.of(session));
            return;
        }
        Thread thread = Thread.ofVirtual()
                .name("patchboard-mcp-request")
                .unstarted(() -> answer(request, stateless ? Optional.empty() : Optional.of(session)));
        session.begin(request.id(), thread);
        working.add(thread);
        thread.start();
    }

    private void answer(Message.Request request, Optional<Session> of) {
        Optional<JsonObject> answer = Optional.empty();
        try {
            answer = Optional.of(dispatcher.answer(request, of, session.caller(), this::send));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        session.end(request.id());
        answer.ifPresent(this::sendOrEnd);
        working.remove(Thread.currentThread());
    }

    private void tell() {
        try {
            while (!session.watching().isClosed()) {
                for (String uri : session.watching().await(BETWEEN_LOOKS)) {
                    sendOrEnd(Message.notification(
                            "notifications/resources/updated", JsonObject.of("uri", Json.of(uri))));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void send(JsonObject message) throws IOException {
        output.write(JsonWriter.compactBytes(message));
        output.write('\n');
        output.flush();
    }

    /** A client that reads no more is gone, whatever it may still write. */
    private void sendOrEnd(JsonObject message) {
        try {
            send(message);
        } catch (IOException e) {
            gone = true;
            session.close();
        }
    }
}
