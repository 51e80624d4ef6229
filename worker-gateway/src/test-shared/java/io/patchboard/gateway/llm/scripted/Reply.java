package io.patchboard.gateway.llm.scripted;

import com.sun.net.httpserver.HttpExchange;
import io.patchboard.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a server says to one request; or how it fails to. */
@FunctionalInterface
public interface Reply {

    /** @param closing comes down when the server is closed, so that nobody hangs for longer than that */
    void send(HttpExchange exchange, CountDownLatch closing) throws IOException, InterruptedException;

    /** A chat completion. */
    static Reply text(String text) {
        return text(text, 100, 20);
    }

    static Reply text(String text, int promptTokens, int completionTokens) {
        return json(
                200,
                completion("{\"role\":\"assistant\",\"content\":" + Json.of(text) + "}", "stop")
                        .formatted(promptTokens, completionTokens));
    }

    /** A chat completion whose message and reason to finish are as given; with 100 and 20 tokens. */
    static Reply message(String message, String finishReason) {
        return json(200, completion(message, finishReason).formatted(100, 20));
    }

    /** A chat completion that calls a tool. */
    static Reply call(String tool, String arguments) {
        return message(
                "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + toolCall("call-1", tool, arguments)
                        + "]}",
                "tool_calls");
    }

    /** One of the {@code tool_calls} of a message. */
    static String toolCall(String id, String tool, String arguments) {
        return "{\"id\":" + Json.of(id) + ",\"type\":\"function\",\"function\":{\"name\":" + Json.of(tool)
                + ",\"arguments\":" + Json.of(arguments) + "}}";
    }

    static Reply json(int status, String body) {
        return of(status, "application/json", body);
    }

    static Reply of(int status, String contentType, String body) {
        return of(status, Map.of("Content-Type", contentType), body);
    }

    static Reply of(int status, Map<String, String> headers, String body) {
        return (exchange, closing) -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /** A chat completion in pieces, as server-sent events; with usage in the last but one, 100 and 20 tokens. */
    static Reply stream(String... pieces) {
        StringBuilder events = new StringBuilder();
        for (String piece : pieces) {
            events.append(
                    event("[{\"index\":0,\"delta\":{\"content\":" + Json.of(piece) + "},\"finish_reason\":null}]"));
        }
        events.append(event("[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]"))
                .append(
                        "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"scripted-1\",\"choices\":[],"
                                + "\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20,\"total_tokens\":120}}\n\n")
                .append("data: [DONE]\n\n");
        return of(200, "text/event-stream", events.toString());
    }

    /** A stream that says these pieces and then nothing, but does not end. */
    static Reply stalledStream(String... pieces) {
        return (exchange, closing) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            for (String piece : pieces) {
                write(
                        exchange.getResponseBody(),
                        event("[{\"index\":0,\"delta\":{\"content\":" + Json.of(piece) + "}}]"));
            }
            closing.await();
        };
    }

    /** A stream that says these pieces and then ends, as if that were all. */
    static Reply brokenStream(String... pieces) {
        StringBuilder events = new StringBuilder();
        for (String piece : pieces) {
            events.append(event("[{\"index\":0,\"delta\":{\"content\":" + Json.of(piece) + "}}]"));
        }
        return of(200, "text/event-stream", events.toString());
    }

    /** Ends the connection without a word. */
    static Reply hangUp() {
        return (exchange, closing) -> {};
    }

    /** Ends the connection in the middle of the body. */
    static Reply hangUpInBody() {
        return (exchange, closing) -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 1_000);
            write(exchange.getResponseBody(), "{\"choices\":[{\"mess");
        };
    }

    /** Begins a body, and says no more. */
    static Reply stallInBody() {
        return (exchange, closing) -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 1_000);
            write(exchange.getResponseBody(), "{\"choices\":[{\"mess");
            closing.await();
        };
    }

    /** Says nothing at all, and keeps the connection. */
    static Reply stall() {
        return (exchange, closing) -> closing.await();
    }

    /** The same, but later. */
    default Reply after(Duration pause) {
        return (exchange, closing) -> {
            if (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                send(exchange, closing);
            }
        };
    }

    /** A body without an end. */
    static Reply endless(String contentType, String line) {
        return (exchange, closing) -> {
            exchange.getResponseHeaders().set("Content-Type", contentType);
            exchange.sendResponseHeaders(200, 0);
            String block = line.repeat(Math.max(1, 64 * 1024 / line.length()));
            while (closing.getCount() > 0) {
                write(exchange.getResponseBody(), block);
            }
        };
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String event(String choices) {
        return "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"scripted-1\",\"choices\":"
                + choices + "}\n\n";
    }

    private static String completion(String message, String finishReason) {
        return """
                {"id":"c","object":"chat.completion","created":1,"model":"scripted-1","choices":[{"index":0,"message":%s,\
                "finish_reason":"%s"}],"usage":{"prompt_tokens":%%d,"completion_tokens":%%d,"total_tokens":0}}
                """.formatted(message.replace("%", "%%"), finishReason);
    }
}
