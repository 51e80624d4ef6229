package io.patchboard.kernel.patch;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Fields;
import java.util.List;
import java.util.Optional;

/** The steps of a {@link Relocation} as JSON. */
final class RelocationJson {

    private RelocationJson() {}

    static JsonObject write(Moved step) {
        if (step instanceof Moved.Drop drop) {
            return place("drop", drop.place()).build();
        } else if (step instanceof Moved.Shift shift) {
            return place("shift", shift.place()).put("by", shift.by()).build();
        } else if (step instanceof Moved.Renewal renewal) {
            return place("renew", renewal.place()).build();
        }
        Moved.Carry carry = (Moved.Carry) step;
        return place("carry", carry.from())
                .put("to", carry.to().toString())
                .put("item", carry.removal() instanceof Moved.Shift)
                .putStringIfPresent(
                        "arrival", carry.arrival().map(arrival -> arrival instanceof Moved.Shift ? "shift" : "renew"))
                .build();
    }

    private static JsonObject.Builder place(String kind, JsonPointer place) {
        return JsonObject.builder().put(kind, place.toString());
    }

    static Moved read(JsonObject json) {
        Fields fields = new Fields(json);
        Optional<JsonPointer> from = place(fields, "carry");
        if (from.isPresent()) {
            JsonPointer to = place(fields, "to").orElseThrow();
            return new Moved.Carry(
                    from.get(),
                    to,
                    Moved.removal(from.get(), fields.flag("item")),
                    fields.optionalString("arrival").map(kind -> kind.equals("shift") ? shift(to, 1) : renewal(to)));
        }
        return place(fields, "drop")
                .<Moved>map(Moved.Drop::new)
                .or(() -> place(fields, "shift").map(at -> shift(at, Math.toIntExact(fields.integer("by")))))
                .or(() -> place(fields, "renew").map(RelocationJson::renewal))
                .orElseThrow();
    }

    private static Optional<JsonPointer> place(Fields fields, String kind) {
        return fields.optionalString(kind).map(JsonPointer::parse);
    }

    private static Moved shift(JsonPointer place, int by) {
        return new Moved.Shift(place, by);
    }

    private static Moved renewal(JsonPointer place) {
        return new Moved.Renewal(place, Optional.empty());
    }

    static Moved withoutValue(Moved step) {
        if (step instanceof Moved.Renewal renewal) {
            return renewal(renewal.place());
        }
        return step instanceof Moved.Carry carry
                ? new Moved.Carry(
                        carry.from(),
                        carry.to(),
                        carry.removal(),
                        carry.arrival().map(RelocationJson::withoutValue))
                : step;
    }

    static List<JsonPointer> places(Moved step) {
        if (step instanceof Moved.Drop drop) {
            return List.of(drop.place());
        } else if (step instanceof Moved.Shift shift) {
            return List.of(shift.place());
        } else if (step instanceof Moved.Renewal renewal) {
            return List.of(renewal.place());
        }
        return List.of(((Moved.Carry) step).from(), ((Moved.Carry) step).to());
    }
}
