package io.patchboard.gateway.runner.http;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.TimeLimit;
import io.patchboard.gateway.thread.DaemonThreads;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Runs a worker that is an HTTP endpoint; see the package. */
public final class HttpRunner implements Runner {

    private static final Duration TIME_TO_CONNECT = Duration.ofSeconds(10);

    private final String worker;
    private final WorkerBinding.Http binding;
    private final Callbacks callbacks;
    private final Clock clock;
    private final TimeLimit timeLimit;
    private final HttpClient client;
    private final ExecutorService threads;
    private final ScheduledThreadPoolExecutor timer;
    private final Places places;
    private final Set<HttpCall> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public HttpRunner(String worker, WorkerBinding.Http binding, Callbacks callbacks, Clock clock) {
        this.worker = worker;
        this.binding = binding;
        this.callbacks = callbacks;
        this.clock = clock;
        this.timeLimit = new TimeLimit(clock, binding.timeout());
        this.places = new Places(binding.requestsAtOnce());
        this.timer = new ScheduledThreadPoolExecutor(1, new DaemonThreads("worker-" + worker + "-timer"));
        this.timer.setRemoveOnCancelPolicy(true);
        this.threads = Executors.newCachedThreadPool(new DaemonThreads("worker-" + worker + "-http"));
        boolean encrypted = "https".equalsIgnoreCase(binding.endpoint().url().getScheme());
        this.client = HttpClient.newBuilder()
                // Without TLS, version 2 is asked for by an upgrade, which not every server overlooks.
                .version(encrypted ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(TIME_TO_CONNECT)
                .executor(threads)
                .build();
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        HttpCall call = new HttpCall(
                worker,
                binding,
                invocation,
                timeLimit.of(invocation),
                new HttpCall.Means(client, timer, places, callbacks, clock, new Backoff(binding.retry())));
        calls.add(call);
        call.answer().whenComplete((answer, failure) -> calls.remove(call));
        if (closed) {
            call.cancel();
        } else {
            call.start();
        }
        return call.answer();
    }

    @Override
    public void close() {
        closed = true;
        calls.forEach(HttpCall::cancel);
        timer.shutdownNow();
        threads.shutdown();
    }
}
