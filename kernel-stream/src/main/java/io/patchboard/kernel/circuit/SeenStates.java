package io.patchboard.kernel.circuit;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** States that a board was in, the latest last. Immutable; each change makes another. */
public final class SeenStates extends AbstractList<SeenState> implements RandomAccess {

    private static final int SEQUENCE = 0;
    private static final int HASH = 1;
    private static final int COLUMNS = 2;

    static final SeenStates NONE = new SeenStates(Rows.empty(COLUMNS));

    private final Rows rows;

    private SeenStates(Rows rows) {
        this.rows = rows;
    }

    static SeenStates copyOf(List<SeenState> states) {
        SeenStates copy = NONE;
        for (SeenState state : states) {
            copy = copy.append(state, states.size());
        }
        return copy;
    }

    SeenStates append(SeenState state, int kept) {
        return new SeenStates(rows.append(kept, "", state.sequence(), state.hash()));
    }

    SeenStates latest(int count) {
        return new SeenStates(rows.latest(count));
    }

    long hash(int index) {
        return rows.number(index, HASH);
    }

    @Override
    public SeenState get(int index) {
        return new SeenState(rows.number(index, SEQUENCE), hash(index));
    }

    @Override
    public int size() {
        return rows.size();
    }

    Footprint total() {
        return new Footprint(size(), size() * SeenState.CHARS);
    }
}
