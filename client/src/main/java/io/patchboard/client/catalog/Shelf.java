package io.patchboard.client.catalog;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * All that was published under one name.
 *
 * @param versions the nth is version n; there is at least one
 * @param rollouts in the order in which they were asked for
 */
public record Shelf(String name, List<BlueprintVersion> versions, List<Rollout> rollouts) {

    /** Of a hash, as many bits as tell any two shares apart that somebody would write down. */
    private static final int BITS = 64;

    private static final int HEX_DIGITS = BITS / 4;

    public Shelf {
        versions = List.copyOf(versions);
        rollouts = List.copyOf(rollouts);
    }

    public BlueprintVersion latest() {
        return versions.getLast();
    }

    /** Empty if there is no such version. */
    public Optional<BlueprintVersion> version(int number) {
        return number >= 1 && number <= versions.size() ? Optional.of(versions.get(number - 1)) : Optional.empty();
    }

    /** Of the same document. */
    Optional<BlueprintVersion> withHash(String hash) {
        return versions.stream().filter(one -> one.hash().equals(hash)).findFirst();
    }

    /**
     * What a board gets that asks for the name alone: the newest, as long as there was no rollout. With one, its
     * version gets its share of the boards, by a hash of their ids, so a board that is asked for again gets the same,
     * and who has it keeps it when the share grows. The others get what they got before it: at the first rollout, the
     * version below.
     */
    public BlueprintVersion chosen(String boardId) {
        if (rollouts.isEmpty()) {
            return latest();
        }
        BigDecimal place = place(boardId);
        for (Rollout rollout : rollouts.reversed()) {
            if (place.compareTo(rollout.share()) < 0) {
                return versions.get(rollout.version() - 1);
            }
        }
        return versions.get(Math.max(0, rollouts.getFirst().version() - 2));
    }

    /** From 0 to below 1. */
    private BigDecimal place(String boardId) {
        String hash = CanonicalJson.sha256((name + "\n" + boardId).getBytes(StandardCharsets.UTF_8));
        return new BigDecimal(new BigInteger(hash.substring(0, HEX_DIGITS), 16))
                .divide(new BigDecimal(BigInteger.TWO.pow(BITS)), MathContext.DECIMAL64);
    }

    /** Versions without their documents, and rollouts. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("name", name)
                .put(
                        "versions",
                        JsonArray.copyOf(
                                versions.stream().map(BlueprintVersion::brief).toList()))
                .put(
                        "rollouts",
                        JsonArray.copyOf(rollouts.stream().map(Rollout::toJson).toList()))
                .build();
    }
}
