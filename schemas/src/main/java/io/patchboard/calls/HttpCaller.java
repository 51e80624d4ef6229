package io.patchboard.calls;

import io.patchboard.calls.Outcome.NoResponse;
import io.patchboard.calls.Outcome.Reason;
import io.patchboard.calls.Outcome.Response;
import io.patchboard.record.ContractLimits;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.net.ssl.SSLHandshakeException;

/** Sends requests and waits for their responses; see the package. Safe for use by several threads. */
public final class HttpCaller implements AutoCloseable {

    /** Of the body of what is no success: it only goes into a message. */
    static final int MAX_ERROR_BYTES = 64 * 1024;

    private static final Duration TIME_TO_CONNECT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            // Without TLS, version 2 is asked for by an upgrade, which not every server overlooks.
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(TIME_TO_CONNECT)
            .executor(Thread::startVirtualThread)
            .build();

    /** How to end what is under way. */
    private final Set<Runnable> open = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /** A text as a part of an address or a header, which are ASCII, while ids are whatever their makers chose. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Waits for the whole response, but not past the deadline. Redirects are not followed.
     *
     * @throws InterruptedException if the thread was interrupted, or this caller is closed
     */
    public Outcome send(HttpRequest request, Deadline deadline) throws InterruptedException {
        return send(request, deadline, Outbound.ANY);
    }

    /**
     * The same, if it may be called at all.
     *
     * @throws InterruptedException if the thread was interrupted, or this caller is closed
     */
    public Outcome send(HttpRequest request, Deadline deadline, Outbound outbound) throws InterruptedException {
        return send(request, deadline, outbound, event -> false);
    }

    /**
     * The same. Of a response that is a stream of events, what follows the last one is not waited for.
     *
     * @param isLast asked about the data of each event, on another thread
     * @throws InterruptedException if the thread was interrupted, or this caller is closed
     */
    public Outcome send(HttpRequest request, Deadline deadline, Outbound outbound, Predicate<String> isLast)
            throws InterruptedException {
        AtomicInteger status = new AtomicInteger();
        BodyHandler<BoundedBody.Body> handler = response -> {
            status.set(response.statusCode());
            return new BoundedBody(
                    response.statusCode() / 100 == 2 ? ContractLimits.MAX_READ_BYTES : MAX_ERROR_BYTES,
                    response.headers()
                            .firstValue("Content-Type")
                            .filter(EventStream::isType)
                            .map(type -> new LastEvent(isLast)));
        };
        Optional<NoResponse> refusal = outbound.isAny() ? Optional.empty() : refusal(request, deadline, outbound);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        CompletableFuture<HttpResponse<BoundedBody.Body>> exchange = client.sendAsync(request, handler);
        Runnable end = () -> exchange.cancel(true);
        open.add(end);
        try {
            if (closed) {
                throw closing();
            }
            HttpResponse<BoundedBody.Body> response =
                    exchange.get(Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS);
            BoundedBody.Body body = response.body();
            return new Response(response.statusCode(), response.headers(), body.bytes(), body.cut());
        } catch (TimeoutException e) {
            return new NoResponse(Reason.OVERDUE, begun(status), "there was none in time");
        } catch (ExecutionException e) {
            if (closed) {
                throw closing();
            }
            Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
            return new NoResponse(reason(cause), begun(status), detail(cause));
        } catch (CancellationException e) {
            throw closing();
        } finally {
            open.remove(end);
            end.run();
        }
    }

    /** Looking a name up takes as long as it takes, so another thread does it. */
    private Optional<NoResponse> refusal(HttpRequest request, Deadline deadline, Outbound outbound)
            throws InterruptedException {
        CompletableFuture<Optional<String>> asked =
                CompletableFuture.supplyAsync(() -> outbound.refusal(request.uri()), Thread::startVirtualThread);
        Runnable end = () -> asked.cancel(true);
        open.add(end);
        try {
            if (closed) {
                throw closing();
            }
            return asked.get(Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS)
                    .map(why -> new NoResponse(Reason.REFUSED, OptionalInt.empty(), why));
        } catch (TimeoutException e) {
            return Optional.of(
                    new NoResponse(Reason.OVERDUE, OptionalInt.empty(), "its host was not looked up in time"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("Whether an address may be called can be told of any.", e);
        } catch (CancellationException e) {
            throw closing();
        } finally {
            open.remove(end);
        }
    }

    private static InterruptedException closing() {
        return new InterruptedException("The caller was closed.");
    }

    private static OptionalInt begun(AtomicInteger status) {
        return status.get() == 0 ? OptionalInt.empty() : OptionalInt.of(status.get());
    }

    /** Which the JDK's client says of its parser. */
    private static final String NOT_A_BYTE = "header parser received no bytes";

    private static Reason reason(Throwable cause) {
        return switch (cause) {
            case SSLHandshakeException handshake -> Reason.NO_TLS;
            case HttpConnectTimeoutException late -> Reason.NO_CONNECTION_IN_TIME;
            case ConnectException refused -> Reason.UNREACHABLE;
            default -> Reason.BROKEN;
        };
    }

    private static String detail(Throwable cause) {
        if (cause instanceof ConnectException) {
            return Optional.ofNullable(cause.getMessage()).orElse("refused, or no such host");
        }
        return String.valueOf(cause.getMessage()).contains(NOT_A_BYTE)
                ? "the call was hung up on without a word; perhaps what listens there speaks no HTTP"
                : cause.toString();
    }

    /** Ends what is under way; whoever waits for it gets an {@link InterruptedException}. */
    @Override
    public void close() {
        closed = true;
        open.forEach(Runnable::run);
        client.shutdownNow();
    }
}
