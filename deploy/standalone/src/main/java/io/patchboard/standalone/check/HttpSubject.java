package io.patchboard.standalone.check;

import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.http.BoundedBody;
import io.patchboard.gateway.runner.http.BoundedBody.Body;
import io.patchboard.gateway.runner.http.InvocationRequest;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An HTTP endpoint, asked with the requests of a gateway, once each. */
final class HttpSubject implements Subject {

    private final WorkerBinding.Http binding;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    HttpSubject(WorkerBinding.Http binding) {
        this.binding = binding;
    }

    @Override
    public String name() {
        return binding.endpoint().place();
    }

    @Override
    public Said ask(Sample sample, Duration limit) throws InterruptedException {
        HttpRequest request = new InvocationRequest(
                        binding.endpoint(), sample.invocation(), sample.text(), Optional.empty())
                .at(Instant.now());
        CompletableFuture<HttpResponse<Body>> exchange = client.sendAsync(request, BoundedBody.handler());
        try {
            return read(exchange.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return new Said.Silence();
        } catch (ExecutionException e) {
            return new Said.Refusal("there is no response, or it breaks off: "
                    + binding.endpoint().redaction().redact(e.getCause().toString()));
        } finally {
            exchange.cancel(true);
        }
    }

    private Said read(HttpResponse<Body> response) {
        byte[] bytes = response.body().bytes();
        String type = response.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (response.statusCode() == 204) {
            return new Said.Nothing();
        } else if (response.statusCode() == 202) {
            return new Said.Later();
        } else if (response.statusCode() != 200) {
            return new Said.Refusal("it answers with status " + response.statusCode()
                    + (bytes.length == 0
                            ? ""
                            : ": " + binding.endpoint().redaction().excerpt(bytes)));
        } else if (!type.isEmpty() && !type.contains("json")) {
            return new Said.Refusal(
                    "it answers with Content-Type " + PlainText.of(type) + " instead of application/json");
        }
        return response.body().cut()
                ? new Said.Refusal("its answer is longer than " + BoundedBody.MAX_ANSWER_BYTES + " bytes")
                : new Said.Something(bytes);
    }

    @Override
    public List<Finding> finish(Duration limit) {
        return List.of();
    }

    @Override
    public List<byte[]> more() {
        return List.of();
    }

    @Override
    public Said lastResort(Duration limit) {
        return new Said.Silence();
    }

    @Override
    public int restarts() {
        return 0;
    }

    @Override
    public void close() {
        // The client's threads are daemons and end with it.
    }
}
