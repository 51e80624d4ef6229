package io.patchboard.standalone.a2a;

import io.patchboard.gateway.http.Line;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** Writes events to a caller; compact JSON has no line breaks. */
final class EventSink implements Operations.Sink {

    private static final byte[] COMMENT = bytes(":\n\n");

    private final Line line;
    private final UnaryOperator<JsonObject> envelope;
    private boolean begun;

    EventSink(Line line, UnaryOperator<JsonObject> envelope) {
        this.line = line;
        this.envelope = envelope;
    }

    boolean isBegun() {
        return begun;
    }

    @Override
    public void send(long sequence, JsonObject event) throws IOException {
        if (!begun) {
            begun = true;
            line.begin("text/event-stream");
        }
        write("id: " + sequence + "\n", envelope.apply(event));
    }

    /** What went wrong on the way, as the last event. */
    void fail(JsonObject error) throws IOException {
        write("", error);
    }

    private void write(String head, JsonObject json) throws IOException {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        event.writeBytes(bytes(head + "data: "));
        event.writeBytes(JsonWriter.compactBytes(json));
        event.writeBytes(bytes("\n\n"));
        line.write(event.toByteArray());
    }

    @Override
    public void keepAlive() throws IOException {
        line.write(COMMENT);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
