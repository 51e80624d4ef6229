package io.patchboard.calls;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.patchboard.calls.Outcome.NoResponse;
import io.patchboard.calls.Outcome.Response;
import io.patchboard.tracing.SpanAttributes;
import io.patchboard.tracing.TraceHeaders;
import io.patchboard.tracing.Tracing;
import java.net.URI;
import java.util.Locale;
import java.util.Map;

/**
 * The span of one request, in the trace that this thread is in. It ends when it is closed. Of the URL it has the server
 * alone, as path and query may hold secrets.
 */
public final class RequestSpan implements AutoCloseable {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final Span span;
    private boolean told;
    private boolean failed;

    private RequestSpan(Span span) {
        this.span = span;
    }

    public static RequestSpan start(String name, URI url) {
        Tracing tracing = Tracing.current();
        if (!tracing.isOn()) {
            return new RequestSpan(Span.current());
        }
        int port = url.getPort() >= 0 ? url.getPort() : "https".equalsIgnoreCase(url.getScheme()) ? HTTPS : HTTP;
        return new RequestSpan(tracing.span(name, SpanKind.CLIENT, Context.current())
                .setAttribute(SpanAttributes.SERVER, url.getHost())
                .setAttribute(SpanAttributes.PORT, (long) port)
                .startSpan());
    }

    public <T> RequestSpan with(AttributeKey<T> name, T value) {
        span.setAttribute(name, value);
        return this;
    }

    /** What carries on the trace, from this request. */
    public Map<String, String> headers() {
        return TraceHeaders.of(Context.current().with(span));
    }

    /** Says what came of the request, and returns it. */
    public Outcome told(Outcome outcome) {
        told = true;
        switch (outcome) {
            case Response response -> {
                span.setAttribute(SpanAttributes.STATUS, (long) response.status());
                if (!response.isSuccess()) {
                    failed(Integer.toString(response.status()));
                }
            }
            case NoResponse none -> failed(none.reason().name().toLowerCase(Locale.ROOT));
        }
        return outcome;
    }

    /**
     * What was said first of how it failed stays.
     *
     * @param how one of few words
     */
    public void failed(String how) {
        if (!failed) {
            failed = true;
            span.setStatus(StatusCode.ERROR).setAttribute(SpanAttributes.ERROR, how);
        }
    }

    @Override
    public void close() {
        if (!told) {
            failed("cancelled");
        }
        span.end();
    }
}
