package io.patchboard.kernel.patch;

import io.patchboard.json.JsonPointer;
import java.util.Optional;

/**
 * A thing that is followed through what patches did. A member's name says which it is for as long as it stays where it
 * was seen. Of what was moved it does not: whoever replaces the value there replaces the thing, and not its content.
 *
 * @param carried how many tokens of the place lead to the innermost value that was moved; 0 if none was
 */
public record Followed(JsonPointer place, int carried) {

    /** From where it was seen. */
    public static Followed of(JsonPointer place) {
        return new Followed(place, 0);
    }

    /** Absent if it is gone. */
    public Optional<Followed> after(Relocation relocation) {
        Optional<Followed> at = Optional.of(this);
        for (Moved step : relocation.steps()) {
            at = at.flatMap(thing -> thing.after(step));
        }
        return at;
    }

    private Optional<Followed> after(Moved step) {
        int depth = place.tokens().size();
        return switch (step) {
            case Moved.Renewal renewal
            when carried > 0
                    && renewal.place().tokens().size() <= carried
                    && depth > renewal.place().tokens().size()
                    && renewal.place().isPrefixOf(place) -> Optional.empty();
            case Moved.Carry carry
            when carry.from().isPrefixOf(place) -> {
                int from = carry.from().tokens().size();
                int to = carry.to().tokens().size();
                yield step.after(place).map(now -> new Followed(now, to + Math.max(0, carried - from)));
            }
            case Moved.Carry carry -> {
                Optional<Followed> left = after(carry.removal());
                yield carry.arrival().isPresent()
                        ? left.flatMap(thing -> thing.after(carry.arrival().get()))
                        : left;
            }
            default -> step.after(place).map(now -> new Followed(now, carried));
        };
    }
}
