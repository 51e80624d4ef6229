package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.record.ContractLimits;
import java.util.Optional;

/**
 * Bounds on sizes, for every board of a kernel.
 *
 * @param patch bounds on one proposal's patch
 * @param apply bounds on what a patch may make of the state
 * @param stateBytes compact JSON of a state, and of an input, in bytes; both travel in one record
 * @param stateContainers objects and arrays of a state, and of whatever is sent
 * @param blueprintBytes compact JSON of a blueprint, in bytes
 * @param idLength characters of a proposal's or command's id, and of a worker's name
 */
public record Limits(
        PatchLimits patch, ApplyLimits apply, int stateBytes, int stateContainers, int blueprintBytes, int idLength) {

    public static final Limits DEFAULT = new Limits(
            PatchLimits.DEFAULT,
            ApplyLimits.DEFAULT,
            2 * 1024 * 1024,
            250_000,
            256 * 1024,
            ContractLimits.MAX_ID_CHARS);

    /** Why what is sent is too large to be taken; absent if it is not. */
    public static Optional<String> tooLarge(String what, Json sent, int most) {
        long bytes = sent.compactBytes();
        return bytes <= most
                ? Optional.empty()
                : Optional.of("Expected at most " + most + " bytes of " + what + ", but got " + bytes + ".");
    }
}
