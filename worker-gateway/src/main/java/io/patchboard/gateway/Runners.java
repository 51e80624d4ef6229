package io.patchboard.gateway;

import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.config.Limited;
import io.patchboard.gateway.config.ToolBinding;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.limit.FleetLimits;
import io.patchboard.gateway.limit.Permits;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.FaultyRunner;
import io.patchboard.gateway.runner.JavaRunner;
import io.patchboard.gateway.runner.ProcessRunner;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.ShadowedRunner;
import io.patchboard.gateway.runner.VersionedRunner;
import io.patchboard.gateway.runner.a2a.A2aRunner;
import io.patchboard.gateway.runner.http.HttpRunner;
import io.patchboard.gateway.runner.llm.tool.Trajectories;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The runners of a gateway, by the name of their worker. */
public final class Runners implements AutoCloseable {

    private static final int SHADOWS_AT_ONCE = 4;

    private final Map<String, Runner> byWorker = new HashMap<>();
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, Tool> tools = new TreeMap<>();
    private final HttpCaller caller = new HttpCaller();
    private final Iterable<WorkerProvider> providers;
    private final Trajectories trajectories;
    private final Checkpoints checkpoints;
    private final LlmRunners models;
    private final FleetLimits limits;
    private final Map<String, WorkerBinding> bindings;

    private Runners(
            Map<String, WorkerBinding> bindings,
            Iterable<WorkerProvider> providers,
            Clock clock,
            Trajectories trajectories,
            Checkpoints checkpoints,
            FleetLimits limits) {
        this.bindings = Map.copyOf(bindings);
        this.limits = limits;
        this.providers = providers;
        this.trajectories = trajectories;
        this.checkpoints = checkpoints;
        this.models = new LlmRunners(clock, caller, trajectories, checkpoints, limits);
    }

    /** Runners without shadows, whose calls of tools nobody writes down, and which begin at the beginning each time. */
    public static Runners of(
            Map<String, WorkerBinding> bindings,
            Iterable<WorkerProvider> providers,
            Callbacks callbacks,
            Clock clock,
            int maxInFlight) {
        return of(
                bindings,
                providers,
                callbacks,
                clock,
                maxInFlight,
                Trajectories.NOWHERE,
                Checkpoints.NOWHERE,
                FleetLimits.none());
    }

    /**
     * @param providers looked at only if a binding refers to one
     * @param maxInFlight calls at once of a worker whose binding names no number
     * @param trajectories where it is told what models did with their tools, and what shadows answered; closed with
     *     the runners
     * @param checkpoints where it is kept how far workers have come; closed with the runners
     * @param limits that hold for all gateways; closed by their owner
     * @throws IllegalArgumentException naming every worker that no provider has, a program whose limits cannot be set,
     *     or tools that cannot be offered
     */
    public static Runners of(
            Map<String, WorkerBinding> bindings,
            Iterable<WorkerProvider> providers,
            Callbacks callbacks,
            Clock clock,
            int maxInFlight,
            Trajectories trajectories,
            Checkpoints checkpoints,
            FleetLimits limits) {
        Map<String, Worker> provided = resolve(bindings, providers);
        Runners runners = new Runners(bindings, providers, clock, trajectories, checkpoints, limits);
        try {
            runners.tools.putAll(tools(bindings, providers));
            bindings.forEach((worker, binding) -> {
                int atOnce = binding.concurrency().orElse(maxInFlight);
                runners.slots.put(worker, atOnce);
                runners.byWorker.put(worker, runners.make(worker, binding, provided, callbacks, clock, atOnce));
            });
            return runners;
        } catch (RuntimeException e) {
            runners.close();
            throw e;
        }
    }

    private Runner make(
            String worker,
            WorkerBinding binding,
            Map<String, Worker> provided,
            Callbacks callbacks,
            Clock clock,
            int atOnce) {
        return switch (binding) {
            case WorkerBinding.Resumable(WorkerBinding.Program program) ->
                new ProcessRunner(worker, program, callbacks, clock, Optional.of(checkpoints));
            case WorkerBinding.Resumable(WorkerBinding.Http http) ->
                new HttpRunner(worker, http, caller, callbacks, clock, Optional.of(checkpoints));
            case WorkerBinding.Resumable(WorkerBinding plain) ->
                make(worker, plain, provided, callbacks, clock, atOnce);
            case WorkerBinding.Program program ->
                new ProcessRunner(worker, program, callbacks, clock, Optional.empty());
            case WorkerBinding.Http http -> new HttpRunner(worker, http, caller, callbacks, clock, Optional.empty());
            case WorkerBinding.Versions versions -> {
                Map<String, Runner> each = new HashMap<>();
                versions.all()
                        .forEach(version -> each.put(
                                version.name(), make(worker, version.binding(), provided, callbacks, clock, atOnce)));
                yield new VersionedRunner(worker, versions, each);
            }
            case WorkerBinding.Shadowed shadowed -> {
                Runner own = make(worker, shadowed.inner(), provided, callbacks, clock, atOnce);
                yield trajectories == Trajectories.NOWHERE ? own : shadowed(worker, own, shadowed, callbacks, clock);
            }
            case Limited limited -> make(worker, limited.inner(), provided, callbacks, clock, atOnce);
            case WorkerBinding.Faulty faulty ->
                new FaultyRunner(make(worker, faulty.inner(), provided, callbacks, clock, atOnce), faulty.faults());
            case WorkerBinding.A2a a2a -> new A2aRunner(worker, a2a, caller, clock);
            case WorkerBinding.Llm llm ->
                models.runner(worker, llm, tools, callbacks.blobs().map(BlobLinks::store));
            case WorkerBinding.Given given ->
                new JavaRunner(worker, given.worker(), given.timeout(), clock, atOnce, checkpoints);
            case WorkerBinding.Provided found ->
                new JavaRunner(worker, provided.get(wanted(found)), found.timeout(), clock, atOnce, checkpoints);
        };
    }

    /** The shadow has runners of its own: it shares blobs with the worker, but neither checkpoints nor limits. */
    private Runner shadowed(
            String worker, Runner own, WorkerBinding.Shadowed binding, Callbacks callbacks, Clock clock) {
        int atOnce = binding.shadow().concurrency().orElse(SHADOWS_AT_ONCE);
        Runners runners = of(
                Map.of(worker, binding.shadow()),
                providers,
                callbacks.ofBlobs(),
                clock,
                atOnce,
                Trajectories.NOWHERE,
                Checkpoints.NOWHERE,
                limits);
        return new ShadowedRunner(
                own,
                binding,
                runners.of(worker).orElseThrow(),
                runners,
                atOnce,
                trajectories,
                board -> runners.limit(worker, board));
    }

    public Optional<Runner> of(String worker) {
        return Optional.ofNullable(byWorker.get(worker));
    }

    /** What has to be had of a limit of all gateways before a worker that is served is asked. */
    Optional<Permits> limit(String worker, String board) {
        return Limited.of(bindings.get(worker), worker, board).flatMap(limits::permits);
    }

    /** How many answers a worker that is served may work on at once. */
    int slots(String worker) {
        return slots.get(worker);
    }

    /** The same of all workers together. */
    int slots() {
        return slots.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public void close() {
        // Not the common pool, which has one thread on two cores: the JDK's HTTP client needs it.
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            byWorker.values().forEach(runner -> threads.execute(runner::close));
        }
        models.close();
        caller.close();
        trajectories.close();
        checkpoints.close();
    }

    private static Map<String, Tool> tools(Map<String, WorkerBinding> bindings, Iterable<WorkerProvider> providers) {
        Map<String, Tool> tools = new TreeMap<>();
        if (bindings.values().stream().flatMap(WorkerBinding::parts).anyMatch(Runners::hasToolsInJava)) {
            providers.forEach(provider ->
                    provider.tools().forEach((name, tool) -> tools.put(provider.name() + "/" + name, tool)));
        }
        return tools;
    }

    private static String wanted(WorkerBinding.Provided reference) {
        return reference.provider() + "/" + reference.worker();
    }

    private static boolean hasToolsInJava(WorkerBinding binding) {
        return binding instanceof WorkerBinding.Llm llm
                && llm.tools().bindings().stream().anyMatch(ToolBinding.Provided.class::isInstance);
    }

    private static Map<String, Worker> resolve(
            Map<String, WorkerBinding> bindings, Iterable<WorkerProvider> providers) {
        Map<String, Worker> workers = new HashMap<>();
        if (bindings.values().stream()
                .flatMap(WorkerBinding::parts)
                .noneMatch(WorkerBinding.Provided.class::isInstance)) {
            return workers;
        }
        Map<String, Worker> known = new TreeMap<>();
        for (WorkerProvider provider : providers) {
            provider.workers().forEach((name, worker) -> known.put(provider.name() + "/" + name, worker));
        }
        List<String> problems = new ArrayList<>();
        new TreeMap<>(bindings)
                .forEach((name, binding) -> binding.parts().forEach(part -> {
                    if (part instanceof WorkerBinding.Provided reference) {
                        String wanted = wanted(reference);
                        if (known.containsKey(wanted)) {
                            workers.put(wanted, known.get(wanted));
                        } else {
                            problems.add("Expected java: " + wanted + " of worker " + name
                                    + " on the class path, but there are only " + known.keySet() + ".");
                        }
                    }
                }));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join(System.lineSeparator(), problems));
        }
        return workers;
    }
}
