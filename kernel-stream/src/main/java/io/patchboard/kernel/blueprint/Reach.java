package io.patchboard.kernel.blueprint;

import java.util.Set;

/**
 * How far from what an invocation is about a worker's patches may reach.
 *
 * @param kinds of steps that are followed
 * @param radius steps at the first attempt; 0 for what the invocation is about, alone
 * @param growth more steps after each attempt that failed
 * @param maxRadius steps at most
 */
public record Reach(Set<Neighbours.Kind> kinds, long radius, long growth, long maxRadius) {

    /** Steps that may be taken when so many attempts have failed. */
    public long after(long failures) {
        return Math.min(maxRadius, radius + growth * failures);
    }
}
