package io.patchboard.gateway.llm;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import io.patchboard.gateway.secret.Redactor;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One request and its response: the HTTP client that the library gets, used once.
 *
 * <p>The library's own client would do, but for three things that only show when an endpoint misbehaves. It waits for a
 * body without a limit of time, as the JDK's timeout ends with the headers; it reads a body of any size into memory;
 * and it puts what the endpoint says into its exceptions, keys included. Here all of a response is under one deadline
 * and within {@value #MAX_BODY_BYTES} bytes, and secrets are gone from it before the library sees it. What the library
 * does not hand on, the retry policy finds here: the status, and how long the endpoint asked to be left alone.
 */
final class Exchange implements HttpClient {

    /** A patch has at most 1 MiB, but a stream says little in many words, and thoughts are long. */
    static final int MAX_BODY_BYTES = 16 * 1024 * 1024;

    private static final int ENOUGH_OF_AN_ERROR = 64 * 1024;

    private final java.net.http.HttpClient client;
    private final Redactor redactor;
    private final Redactor answers;
    private final JsonObject params;
    private final Deadline deadline;
    private final Watch watch;
    private final Heard heard = new Heard();

    /**
     * @param redactor of what may end in errors
     * @param answers of what the library reads the answer from
     * @param params laid over the body of the request
     */
    Exchange(
            java.net.http.HttpClient client,
            Redactor redactor,
            Redactor answers,
            JsonObject params,
            Deadline deadline,
            Watch watch) {
        this.client = client;
        this.redactor = redactor;
        this.answers = answers;
        this.params = params;
        this.deadline = deadline;
        this.watch = watch;
    }

    /** What came back, whether the library could read it or not. */
    Heard heard() {
        return heard;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        try (ResponseBody body = send(request)) {
            String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            heard.text(redactor.redact(text));
            // Without the headers, whose character set was for the bytes as they came.
            return SuccessfulHttpResponse.builder()
                    .statusCode(heard.status().orElseThrow())
                    .headers(Map.of())
                    .body(heard.withoutSecrets(text, answers))
                    .build();
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        try (ResponseBody body = send(request)) {
            EventGuard guard = new EventGuard(listener, redactor, answers, heard);
            parser.parse(body, guard);
            Optional<Throwable> failure = guard.failure();
            if (failure.isPresent()) {
                listener.onError(failure.get() instanceof IOException broken ? broken(broken) : failure.get());
            } else {
                listener.onClose();
            }
        } catch (IOException e) {
            listener.onError(broken(e));
        }
    }

    /** @throws HttpException if the status is not one of success */
    private ResponseBody send(HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<InputStream>> sent =
                client.sendAsync(translate(request), BodyHandlers.ofInputStream());
        Closeable cancel = () -> sent.cancel(true);
        watch.add(cancel);
        HttpResponse<InputStream> response;
        try {
            response = sent.get(Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new OverdueException();
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException broken ? broken : new IOException(e.getCause());
        } catch (CancellationException e) {
            throw new IOException("it was given up");
        } finally {
            watch.forget(cancel);
        }
        heard.status(response.statusCode(), response.headers());
        ResponseBody body = new ResponseBody(response.body(), MAX_BODY_BYTES, deadline, watch);
        if (response.statusCode() / 100 != 2) {
            try (body) {
                String text = new String(body.readNBytes(ENOUGH_OF_AN_ERROR), StandardCharsets.UTF_8);
                heard.text(redactor.redact(text));
            }
            throw new HttpException(response.statusCode(), heard.text());
        }
        return body;
    }

    private java.net.http.HttpRequest translate(HttpRequest request) throws IOException {
        try {
            java.net.http.HttpRequest.Builder builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
            request.headers().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
            return builder.method(request.method().name(), BodyPublishers.ofString(body(request)))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException("the request cannot be written: " + e.getMessage());
        }
    }

    private String body(HttpRequest request) {
        return params.isEmpty()
                ? request.body()
                : JsonMerge.merge((JsonObject) JsonReader.parse(request.body()), params)
                        .toString();
    }

    private BrokenExchangeException broken(IOException e) {
        String message = e instanceof ConnectException
                ? "nobody could be reached there"
                : Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
        return new BrokenExchangeException(redactor.redact(message), !(e instanceof TooLargeException));
    }
}
