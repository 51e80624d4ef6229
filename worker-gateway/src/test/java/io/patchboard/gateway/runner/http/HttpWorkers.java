package io.patchboard.gateway.runner.http;

import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runners to test with: three attempts, with short pauses. */
final class HttpWorkers {

    static final RetryPolicy QUICK = new RetryPolicy(3, Duration.ofMillis(20), Duration.ofMillis(100));

    private HttpWorkers() {}

    static WorkerBinding.Http binding(URI url) {
        return new WorkerBinding.Http(HttpEndpoint.of(url), Duration.ofMinutes(5), 16, QUICK);
    }

    static HttpRunner runner(WorkerBinding.Http binding) {
        return runner(binding, Callbacks.none());
    }

    static HttpRunner runner(WorkerBinding.Http binding, Callbacks callbacks) {
        return new HttpRunner("w", binding, new HttpCaller(), callbacks, Clock.systemUTC());
    }

    static Answer answer(URI url, Invocation invocation) throws Exception {
        return answer(binding(url), invocation);
    }

    static Answer answer(WorkerBinding.Http binding, Invocation invocation) throws Exception {
        try (HttpRunner runner = runner(binding)) {
            return runner.run(invocation).toCompletableFuture().get(5, TimeUnit.MINUTES);
        }
    }

    static String error(URI url, Invocation invocation) throws Exception {
        return answer(url, invocation).error().orElseThrow();
    }
}
