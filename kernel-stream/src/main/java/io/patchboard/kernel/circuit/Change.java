package io.patchboard.kernel.circuit;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.Effect;
import java.util.List;

/**
 * What a commit did to the state.
 *
 * @param happened whether the state is another
 * @param effects place by place; empty if nothing happened
 * @param after the state after it
 */
public record Change(boolean happened, List<Effect> effects, Json after) {}
