package io.patchboard.standalone.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that knows nothing: below the first part of each path it says what a test has it say. */
final class FickleServer implements AutoCloseable {

    /** The server has the request, and the line breaks. */
    static final Reply LOST = Reply.of(-1, "");

    /** The server has the request, and the line is not heard of any more. */
    static final Reply SILENCE = Reply.of(-2, "");

    private final HttpServer server;
    private final Map<String, List<Asked>> asked = new ConcurrentHashMap<>();

    record Asked(String method, String path, String body) {}

    record Reply(int status, String body, Map<String, String> headers) {

        static Reply of(int status, String body) {
            return new Reply(status, body, Map.of());
        }
    }

    @FunctionalInterface
    interface Behaviour {
        /** @param nth of the requests with this path, from 1 */
        Reply reply(Asked asked, long nth);
    }

    FickleServer(Map<String, Behaviour> behaviours) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        behaviours.forEach((name, behaviour) -> {
            asked.put(name, new CopyOnWriteArrayList<>());
            server.createContext("/" + name + "/", exchange -> answer(exchange, name, behaviour));
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** All requests below this first part of the path, which they are without. */
    List<Asked> asked(String name) {
        return asked.get(name);
    }

    private void answer(HttpExchange exchange, String name, Behaviour behaviour) throws IOException {
        Asked one = new Asked(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath().substring(name.length() + 1),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        List<Asked> before = asked.get(name);
        before.add(one);
        Reply reply = behaviour.reply(
                one,
                before.stream().filter(other -> other.path().equals(one.path())).count());
        if (reply == SILENCE) {
            return;
        }
        try (exchange) {
            if (reply != LOST) {
                byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
                reply.headers().forEach(exchange.getResponseHeaders()::set);
                exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
