package io.patchboard.kernel.rules;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.record.Trigger;
import java.util.Optional;

/**
 * A rule, or a part of one, that matched.
 *
 * @param join of which the rule waits for more; absent if the match is complete in itself
 * @param removed the item, where it was removed; absent where it is in the state
 */
public record Match(Rule rule, Trigger trigger, Optional<Part> join, Optional<Json> removed) {

    /**
     * A part of a join.
     *
     * @param number which condition of the join, counted from 0
     * @param key the value of the correlation expression, as JSON text; absent if there is none, or it has no value,
     *     so that what matched before does not count any more
     */
    public record Part(int number, Optional<String> key) {}
}
