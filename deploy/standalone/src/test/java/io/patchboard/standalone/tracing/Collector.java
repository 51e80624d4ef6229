package io.patchboard.standalone.tracing;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.GZIPInputStream;

/** Receives spans as a collector of OpenTelemetry does: OTLP over HTTP, in its protobuf form. */
final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final Queue<Told> told = new ConcurrentLinkedQueue<>();

    private Collector(HttpServer server) {
        this.server = server;
    }

    /**
     * A span.
     *
     * @param parent 16 zeros' worth of nothing, as empty text, for a root
     * @param attributes with what each says, as text
     */
    record Told(
            String service,
            String trace,
            String id,
            String parent,
            String name,
            Span.SpanKind kind,
            Map<String, String> attributes) {

        private static Told of(String service, Span span) {
            Map<String, String> attributes = new TreeMap<>();
            span.getAttributesList().forEach(one -> attributes.put(one.getKey(), text(one)));
            return new Told(
                    service,
                    HexFormat.of().formatHex(span.getTraceId().toByteArray()),
                    HexFormat.of().formatHex(span.getSpanId().toByteArray()),
                    HexFormat.of().formatHex(span.getParentSpanId().toByteArray()),
                    span.getName(),
                    span.getKind(),
                    attributes);
        }

        private static String text(KeyValue attribute) {
            return switch (attribute.getValue().getValueCase()) {
                case STRING_VALUE -> attribute.getValue().getStringValue();
                case INT_VALUE -> Long.toString(attribute.getValue().getIntValue());
                default -> attribute.getValue().toString();
            };
        }

        String attribute(String key) {
            return attributes.getOrDefault(key, "");
        }
    }

    static Collector start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        Collector collector = new Collector(server);
        server.createContext("/v1/traces", exchange -> {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
                collector.take(zipped ? unzipped(body) : body);
                exchange.sendResponseHeaders(200, -1);
            }
        });
        server.start();
        return collector;
    }

    private static byte[] unzipped(byte[] bytes) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    private void take(byte[] body) throws IOException {
        for (ResourceSpans of : ExportTraceServiceRequest.parseFrom(body).getResourceSpansList()) {
            String service = of.getResource().getAttributesList().stream()
                    .filter(attribute -> attribute.getKey().equals("service.name"))
                    .map(Told::text)
                    .findFirst()
                    .orElse("");
            of.getScopeSpansList()
                    .forEach(scope -> scope.getSpansList().forEach(span -> told.add(Told.of(service, span))));
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Told> spans() {
        return List.copyOf(told);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
