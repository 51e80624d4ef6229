package io.patchboard.gateway.preset.blackboard;

import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import java.time.Clock;
import java.util.Map;

/**
 * For {@code workers.yaml}: the referee that each board of the preset needs, and scripted stand-ins for everybody else.
 */
public final class BlackboardWorkers implements WorkerProvider {

    private final Clock clock;

    public BlackboardWorkers() {
        this(Clock.systemUTC());
    }

    BlackboardWorkers(Clock clock) {
        this.clock = clock;
    }

    @Override
    public String name() {
        return "blackboard";
    }

    @Override
    public Map<String, Worker> workers() {
        return Map.of(
                Roles.REFEREE,
                new Referee(clock),
                "demo-agent",
                DemoWorkers::contribute,
                "demo-coordinator",
                DemoWorkers::coordinate,
                "demo-decider",
                DemoWorkers::decide);
    }
}
