package io.patchboard.standalone.mcp;

import io.patchboard.gateway.http.Line;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The answer to one POST: a single JSON document, unless something is to be said before it, or it takes long; then a
 * stream of events, whose last one it is.
 */
final class HttpAnswer implements Outlet {

    static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Line line;
    private boolean streaming;
    private boolean ended;

    HttpAnswer(Line line) {
        this.line = line;
    }

    @Override
    public synchronized void send(JsonObject message) throws IOException {
        begin();
        line.write(event(message));
    }

    /** Shows, to whoever stands in between too, that the answer is still to come; and whether anybody waits for it. */
    synchronized void keepAlive() throws IOException {
        if (!ended) {
            begin();
            line.write(COMMENT);
        }
    }

    /**
     * Whether nobody waits for what is still to come. Not asked once all is said: the caller's next request may be on
     * the connection by then, and would lose its first byte by being looked for.
     */
    synchronized boolean isAbandoned(BooleanSupplier isGone) {
        return !ended && isGone.getAsBoolean();
    }

    private void begin() throws IOException {
        if (!streaming) {
            streaming = true;
            line.begin("text/event-stream");
        }
    }

    synchronized void end(int status, JsonObject message, Map<String, String> headers) throws IOException {
        ended = true;
        if (streaming) {
            line.write(event(message));
            return;
        }
        Reply reply = Reply.of(status, message);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply = reply.withHeader(header.getKey(), header.getValue());
        }
        line.reply(reply);
    }

    /** Nobody wants an answer any more. */
    synchronized void endCancelled() throws IOException {
        ended = true;
        if (!streaming) {
            begin();
        }
    }

    /** Compact JSON has no line breaks. */
    static byte[] event(JsonObject message) {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        event.writeBytes("event: message\ndata: ".getBytes(StandardCharsets.UTF_8));
        event.writeBytes(JsonWriter.compactBytes(message));
        event.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
        return event.toByteArray();
    }
}
