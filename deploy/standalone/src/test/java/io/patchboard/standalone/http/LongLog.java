package io.patchboard.standalone.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A server that knows nothing but a log, of which more than a hundred entries are too much for one answer. */
final class LongLog implements AutoCloseable {

    static final int ENTRIES = 250;

    private static final int MOST = 100;

    private final HttpServer server;
    private final List<Integer> limits = new CopyOnWriteArrayList<>();

    LongLog() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/boards/long/log", this::part);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How many entries were asked for, each time. */
    List<Integer> limits() {
        return List.copyOf(limits);
    }

    private void part(HttpExchange exchange) throws IOException {
        String[] parameters = exchange.getRequestURI().getQuery().split("&");
        Map<String, Integer> asked = Arrays.stream(parameters)
                .map(parameter -> parameter.split("="))
                .collect(Collectors.toMap(parameter -> parameter[0], parameter -> Integer.parseInt(parameter[1])));
        int from = asked.get("from");
        int limit = asked.get("limit");
        limits.add(limit);
        int last = Math.min(from + limit - 1, ENTRIES);
        if (last - from >= MOST) {
            answer(exchange, 507, "{\"title\":\"Insufficient Storage\",\"status\":507}");
            return;
        }
        if (last >= from) {
            exchange.getResponseHeaders().set("PatchBoard-As-Of", Integer.toString(last));
        }
        answer(
                exchange,
                200,
                LongStream.rangeClosed(from, last)
                        .mapToObj(sequence -> "{\"sequence\":" + sequence + "}")
                        .collect(Collectors.joining(",", "[", "]")));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
