package io.patchboard.json;

/**
 * A part of a JSON value that several versions of that value share: an object, an array, or a run of the children of a
 * large one. What was found out about a part, which never changes, can be remembered with it, so that it need not be
 * found out again for the next version.
 */
public interface Part {

    /**
     * What was remembered under a key, or null.
     *
     * @param key compared by identity
     */
    Object recall(Object key);

    /**
     * Remembers something for as long as the part lives, or shorter: this is a cache, and forgetting must cost time
     * only.
     *
     * @param key compared by identity; kept alive by the part
     * @param fact immutable, since several threads may see it
     */
    void remember(Object key, Object fact);
}
