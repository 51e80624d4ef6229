package io.patchboard.trials.report;

import io.patchboard.json.JsonObject;
import io.patchboard.trials.Episode;
import java.util.List;

/**
 * What one folder of results has.
 *
 * @param name of the folder
 * @param configuration what it was run with
 */
public record Result(String name, JsonObject configuration, List<Episode> episodes) {}
