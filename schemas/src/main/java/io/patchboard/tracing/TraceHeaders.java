package io.patchboard.tracing;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The context of a trace as headers of the W3C, in records of Kafka and in requests of HTTP alike. */
public final class TraceHeaders {

    public static final String TRACEPARENT = "traceparent";
    public static final String TRACESTATE = "tracestate";

    /** What the W3C has everybody pass on; records that are as large as they may be have room for it. */
    private static final int MOST_STATE_CHARS = 512;

    private TraceHeaders() {}

    /**
     * The context that headers carry; the root where they carry none, or none that can be read.
     *
     * @param headers the last value of a header by its name
     */
    public static Context read(Function<String, Optional<String>> headers) {
        Optional<String> parent = headers.apply(TRACEPARENT);
        return parent.isEmpty()
                ? Context.root()
                : W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, new Getter(parent.get()));
    }

    /**
     * The same of headers with bytes.
     *
     * @param headers the last value of a header by its name; null where there is none
     */
    public static Context readBytes(Function<String, byte[]> headers) {
        return read(name ->
                Optional.ofNullable(headers.apply(name)).map(value -> new String(value, StandardCharsets.US_ASCII)));
    }

    /** What carries a context; nothing for one without a trace. */
    public static Map<String, String> of(Context context) {
        Map<String, String> headers = new TreeMap<>();
        W3CTraceContextPropagator.getInstance().inject(context, headers, Map::put);
        return headers;
    }

    /** A record, and beside it what carries a context: for those who get no headers. */
    public static JsonObject beside(JsonObject record, Context context) {
        JsonObject both = record;
        for (Map.Entry<String, String> header : of(context).entrySet()) {
            both = both.with(header.getKey(), Json.of(header.getValue()));
        }
        return both;
    }

    private record Getter(String parent) implements TextMapGetter<Function<String, Optional<String>>> {

        @Override
        public Iterable<String> keys(Function<String, Optional<String>> headers) {
            return List.of(TRACEPARENT, TRACESTATE);
        }

        /** Null for none, as that interface wants it. */
        @Override
        public String get(Function<String, Optional<String>> headers, String name) {
            return name.equals(TRACEPARENT)
                    ? parent
                    : headers.apply(name)
                            .filter(value -> value.length() <= MOST_STATE_CHARS)
                            .orElse(null);
        }
    }
}
