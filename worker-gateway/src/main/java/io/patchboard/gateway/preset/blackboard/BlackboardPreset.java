package io.patchboard.gateway.preset.blackboard;

import io.patchboard.gateway.worker.WorkerProvider;
import java.time.Clock;

/**
 * The two files of a team.
 *
 * @param blueprint YAML of the blueprint
 * @param workers YAML of a workers file with demo workers, to be edited
 */
public record BlackboardPreset(String blueprint, String workers) {

    public static BlackboardPreset of(Team team) {
        return new BlackboardPreset(BlackboardBlueprint.of(team), BlackboardWorkersFile.of(team));
    }

    /** The referee and the demo workers, with a clock of the caller's. */
    public static WorkerProvider workers(Clock clock) {
        return new BlackboardWorkers(clock);
    }
}
