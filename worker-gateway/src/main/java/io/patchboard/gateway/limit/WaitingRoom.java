package io.patchboard.gateway.limit;

import java.util.List;

/** What waits for permits in one place. */
@FunctionalInterface
public interface WaitingRoom {

    int count();

    /** Those whose turn is next. */
    default List<Waiter> next(int most) {
        return List.of();
    }
}
