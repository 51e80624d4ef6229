package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;

/**
 * What a log entry says of the state after it.
 *
 * <p>How the hash is made is a scheme; each entry names its own, so that a log outlives a change of the scheme.
 *
 * @param scheme {@link #MERKLE}, unless a later version wrote the entry
 * @param hex 64 lower-case hexadecimal digits
 */
public record StateHash(long scheme, String hex) {

    /** {@link Json#digest()}, the root of the state's Merkle tree. */
    public static final long MERKLE = 1;

    /** By the scheme of new entries. */
    public static StateHash of(Json state) {
        return new StateHash(MERKLE, state.digest().hex());
    }

    /** What this would be if it was made of the given state; says so in place of digits if the scheme is not known. */
    public String expectedOf(Json state) {
        return scheme == MERKLE ? state.digest().hex() : "a hash of the unknown scheme " + scheme;
    }

    static StateHash read(Fields fields) {
        return new StateHash(fields.integer("stateHashScheme"), fields.string("stateHash"));
    }

    void write(JsonObject.Builder json) {
        json.put("stateHash", hex).put("stateHashScheme", scheme);
    }
}
