package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.List;

/**
 * Invocations, as bytes, from wherever they come. {@link #poll} and {@link #close} belong to one thread; what a
 * {@link Delivery} offers may be used by any.
 */
public interface InvocationSource extends AutoCloseable {

    /**
     * Takes what has come, and sees to everything that must happen regularly: acknowledgements go out and membership of
     * the group is kept here, so this is called again and again, with {@code max == 0} while no more can be taken.
     *
     * @param timeout how long to wait if nothing is there
     * @param max deliveries at most
     */
    List<Delivery> poll(Duration timeout, int max);

    /**
     * Nothing more will be taken. A source whose records go back one by one gives back at once what is released from
     * now on, and before that what was never taken; polls with {@code max == 0} go on until the source is closed.
     */
    default void drain() {}

    /** Passes acknowledgements on and leaves the group; what is not acknowledged will be delivered again. */
    @Override
    void close();
}
