package io.patchboard.gateway;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.JavaRunner;
import io.patchboard.gateway.runner.ProcessRunner;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The runners of a gateway, by the name of their worker. */
final class Runners implements AutoCloseable {

    private final Map<String, Runner> byWorker;
    private final LlmRunners models;

    private Runners(Map<String, Runner> byWorker, LlmRunners models) {
        this.byWorker = byWorker;
        this.models = models;
    }

    /**
     * @param providers looked at only if a binding refers to one
     * @throws IllegalArgumentException naming every worker that no provider has
     */
    static Runners of(Map<String, WorkerBinding> bindings, Iterable<WorkerProvider> providers, Clock clock) {
        Map<String, Worker> provided = resolve(bindings, providers);
        Map<String, Runner> runners = new HashMap<>();
        LlmRunners models = new LlmRunners(clock);
        bindings.forEach((worker, binding) -> {
            if (binding instanceof WorkerBinding.Program program) {
                runners.put(worker, new ProcessRunner(worker, program, clock));
            } else if (binding instanceof WorkerBinding.Given given) {
                runners.put(worker, new JavaRunner(worker, given.worker(), given.timeout(), clock));
            } else if (binding instanceof WorkerBinding.Llm llm) {
                runners.put(worker, models.runner(worker, llm));
            } else {
                runners.put(worker, new JavaRunner(worker, provided.get(worker), binding.timeout(), clock));
            }
        });
        return new Runners(runners, models);
    }

    Optional<Runner> of(String worker) {
        return Optional.ofNullable(byWorker.get(worker));
    }

    @Override
    public void close() {
        byWorker.values().parallelStream().forEach(Runner::close);
        models.close();
    }

    private static Map<String, Worker> resolve(
            Map<String, WorkerBinding> bindings, Iterable<WorkerProvider> providers) {
        Map<String, Worker> workers = new HashMap<>();
        if (bindings.values().stream().noneMatch(WorkerBinding.Provided.class::isInstance)) {
            return workers;
        }
        Map<String, Worker> known = new TreeMap<>();
        for (WorkerProvider provider : providers) {
            provider.workers().forEach((name, worker) -> known.put(provider.name() + "/" + name, worker));
        }
        List<String> problems = new ArrayList<>();
        new TreeMap<>(bindings).forEach((name, binding) -> {
            if (binding instanceof WorkerBinding.Provided reference) {
                String wanted = reference.provider() + "/" + reference.worker();
                if (known.containsKey(wanted)) {
                    workers.put(name, known.get(wanted));
                } else {
                    problems.add("Expected java: " + wanted + " of worker " + name
                            + " on the class path, but there are only " + known.keySet() + ".");
                }
            }
        });
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join(System.lineSeparator(), problems));
        }
        return workers;
    }
}
