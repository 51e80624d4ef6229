package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.tree.Pointers;
import java.util.List;
import java.util.Optional;

/**
 * A worker's turn, as an honest worker sees it.
 *
 * @param path of the item that the rule matched
 */
public record Turn(String worker, Optional<String> path, JsonNode state, Case situation, Dice dice) {

    JsonNode item() {
        return Pointers.at(state, path.orElse(""));
    }

    /** A token of the path, counted from the left. */
    String token(int index) {
        return tokens().get(index);
    }

    private List<String> tokens() {
        return Pointers.tokens(path.orElse("")).orElseThrow();
    }
}
