package io.patchboard.kernel.stream;

import io.opentelemetry.context.Context;
import io.patchboard.tracing.TraceHeaders;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Where a decision comes from, as its span tells it. Nothing of it is decided upon.
 *
 * @param context of the trace that what is decided goes on in; the root for the board's own
 * @param source the record's topic, or what else it is
 * @param position of the record; absent for what is none, and for one from a former life of the task
 * @param begun when it was taken up, by a clock of its own: that of a task stands still while it has records
 */
record Cause(Context context, String source, Optional<RecordMetadata> position, Instant begun) {

    static Cause record(Headers headers, RecordMetadata metadata, Instant now) {
        return new Cause(contextOf(headers), metadata.topic(), Optional.of(metadata), now);
    }

    /** A record that has waited for its board since before the task was here. */
    static Cause restored(long nowMillis) {
        return new Cause(Context.root(), "early record", Optional.empty(), Instant.ofEpochMilli(nowMillis));
    }

    /** @param context that of the decision that set the timer */
    static Cause timer(Context context, Instant now) {
        return new Cause(context, "timer", Optional.empty(), now);
    }

    private static Context contextOf(Headers headers) {
        return TraceHeaders.readBytes(name -> {
            Header header = headers.lastHeader(name);
            return header == null ? null : header.value();
        });
    }
}
