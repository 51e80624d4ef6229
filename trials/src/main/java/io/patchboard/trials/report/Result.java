package io.patchboard.trials.report;

import io.patchboard.json.JsonObject;
import io.patchboard.trials.Episode;
import java.util.List;

/**
 * What one folder of results has.
 *
 * @param name of the folder
 * @param configuration what it was run with
 * @param faults rows of the {@link FaultRows fault table}; none where there are episodes
 */
public record Result(String name, JsonObject configuration, List<Episode> episodes, List<JsonObject> faults) {

    /** Of an experiment with episodes. */
    public Result(String name, JsonObject configuration, List<Episode> episodes) {
        this(name, configuration, episodes, List.of());
    }
}
