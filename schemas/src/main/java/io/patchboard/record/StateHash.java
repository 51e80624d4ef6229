package io.patchboard.record;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import java.util.Optional;

/**
 * What a log entry says of the state after it.
 *
 * <p>How the hash is made is a scheme; each entry names its own, so that a log outlives a change of the scheme.
 *
 * @param scheme {@link #CANONICAL} or {@link #MERKLE}; an entry that names none has the former
 * @param hex 64 lower-case hexadecimal digits
 */
public record StateHash(long scheme, String hex) {

    /** SHA-256 of the canonical JSON of the whole state. */
    public static final long CANONICAL = 1;

    /** {@link Json#digest()}, the root of the state's Merkle tree. */
    public static final long MERKLE = 2;

    /** By the scheme of new entries. */
    public static StateHash of(Json state) {
        return new StateHash(MERKLE, state.digest().hex());
    }

    /** What this would be if it was made of the given state; says so in place of digits if the scheme is not known. */
    public String expectedOf(Json state) {
        if (scheme == MERKLE) {
            return state.digest().hex();
        }
        return scheme == CANONICAL ? CanonicalJson.sha256(state) : "a hash of the unknown scheme " + scheme;
    }

    static StateHash read(Fields fields) {
        return new StateHash(fields.optionalInteger("stateHashScheme").orElse(CANONICAL), fields.string("stateHash"));
    }

    /** Left out where it is the one that is meant without it, so that former entries keep their bytes. */
    Optional<Json> schemeToWrite() {
        return scheme == CANONICAL ? Optional.empty() : Optional.of(Json.of(scheme));
    }
}
