package io.patchboard.standalone.check;

import io.patchboard.gateway.Runners;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Usage;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A language model, an agent or a Java worker, run by what runs it in a gateway. It is asked once. */
final class RunnerSubject implements Subject {

    private final String name;
    private final Runners runners;
    private final Runner runner;
    private Optional<Usage> used = Optional.empty();

    /**
     * @param callbacks what the worker gets of blobs
     * @throws IllegalArgumentException if there is no such worker on the class path
     */
    RunnerSubject(String name, WorkerBinding binding, Callbacks callbacks) {
        this.name = name;
        this.runners = Runners.of(
                Map.of(name, binding), ServiceLoader.load(WorkerProvider.class), callbacks, Clock.systemUTC(), 1);
        this.runner = runners.of(name).orElseThrow();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isCostly() {
        return true;
    }

    @Override
    public Said ask(Sample sample, Duration limit) throws InterruptedException {
        try {
            Answer answer =
                    runner.run(sample.invocation()).toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            used = answer.usage();
            return answer.error()
                    .<Said>map(Said.Failure::new)
                    .orElseGet(() -> new Said.Something(JsonWriter.compact(JsonObject.of("patch", answer.patch()))
                            .getBytes(StandardCharsets.UTF_8)));
        } catch (TimeoutException e) {
            return new Said.Silence();
        } catch (ExecutionException e) {
            return new Said.Failure("Expected an answer, but asking for it failed: " + e.getCause() + ".");
        }
    }

    @Override
    public List<Finding> finish(Duration limit) {
        return used.map(usage -> List.of(Finding.pass(
                        "usage",
                        "It used " + usage.inputTokens() + " input and " + usage.outputTokens() + " output tokens.")))
                .orElse(List.of());
    }

    @Override
    public void close() {
        runners.close();
    }
}
