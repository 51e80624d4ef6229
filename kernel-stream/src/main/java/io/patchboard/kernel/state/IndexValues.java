package io.patchboard.kernel.state;

import io.patchboard.record.IndexValue;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The values by which a board is found, as its blueprint's {@code indexes} say. */
public final class IndexValues {

    private IndexValues() {}

    /**
     * By the name of the index; there is none where the state has no value that could be one, or the index is unique
     * and another board is the one that is found by it.
     */
    public static Map<String, String> of(Board board) {
        SortedMap<String, String> values = new TreeMap<>();
        board.blueprint()
                .ifPresent(blueprint -> blueprint
                        .indexes()
                        .values()
                        .forEach(index -> index.value(board.state())
                                .filter(value -> !index.isUnique()
                                        || board.id().equals(IndexValue.boardId(blueprint.name(), value)))
                                .ifPresent(value -> values.put(index.name(), value))));
        return values;
    }
}
