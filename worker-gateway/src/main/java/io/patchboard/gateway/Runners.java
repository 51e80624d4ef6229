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
    private final Map<String, Integer> slots;
    private final LlmRunners models;

    private Runners(Map<String, Runner> byWorker, Map<String, Integer> slots, LlmRunners models) {
        this.byWorker = byWorker;
        this.slots = slots;
        this.models = models;
    }

    /**
     * @param providers looked at only if a binding refers to one
     * @param maxInFlight calls at once of a worker whose binding names no number
     * @throws IllegalArgumentException naming every worker that no provider has
     */
    static Runners of(
            Map<String, WorkerBinding> bindings, Iterable<WorkerProvider> providers, Clock clock, int maxInFlight) {
        Map<String, Worker> provided = resolve(bindings, providers);
        Map<String, Runner> runners = new HashMap<>();
        Map<String, Integer> slots = new HashMap<>();
        LlmRunners models = new LlmRunners(clock);
        bindings.forEach((worker, binding) -> {
            int atOnce = binding.concurrency().orElse(maxInFlight);
            slots.put(worker, atOnce);
            if (binding instanceof WorkerBinding.Program program) {
                runners.put(worker, new ProcessRunner(worker, program, clock));
            } else if (binding instanceof WorkerBinding.Given given) {
                runners.put(worker, new JavaRunner(worker, given.worker(), given.timeout(), clock, atOnce));
            } else if (binding instanceof WorkerBinding.Llm llm) {
                runners.put(worker, models.runner(worker, llm));
            } else {
                runners.put(worker, new JavaRunner(worker, provided.get(worker), binding.timeout(), clock, atOnce));
            }
        });
        return new Runners(runners, slots, models);
    }

    Optional<Runner> of(String worker) {
        return Optional.ofNullable(byWorker.get(worker));
    }

    /** How many answers a worker that is served may work on at once. */
    int slots(String worker) {
        return slots.get(worker);
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
