package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Asks that a board goes on from where it was before. Exactly one of the two is there.
 *
 * @param mark the name of a {@linkplain MarkBoard mark}
 * @param former what the sender has folded from the board's log, for a version that nobody marked
 */
public record RestoreBoard(CommandHeader header, Optional<String> mark, Optional<Former> former) implements Command {

    /**
     * A board as it was at a version.
     *
     * @param patch leads from the state of now, at the command's {@code expectedSequence}, to that of then; checked by
     *     the kernel, so anything may stand here
     * @param stateHash of the state of then
     * @param invites who was at work then, or was to be
     * @param held rules that had matched and waited for company, or for time to pass
     */
    public record Former(
            long version, Json patch, StateHash stateHash, List<BoardReopened.Invite> invites, List<HeldMatch> held) {

        private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
        private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

        /** As it was sent: its places and times become those of a board. */
        static Former read(Fields fields) {
            Former former = read(fields, fields.json("patch"));
            for (int i = 0; i < former.invites().size(); i++) {
                requirePlaces(
                        former.invites().get(i).trigger(),
                        fields.place("invites").child(i));
            }
            for (int i = 0; i < former.held().size(); i++) {
                JsonPointer at = fields.place("held").child(i);
                requirePlaces(former.held().get(i).trigger(), at);
                former.held().get(i).due().ifPresent(due -> requireNear(due, at));
            }
            return former;
        }

        /** One that is further off cannot be moved by a pause, or counted in milliseconds. */
        private static void requireNear(Instant due, JsonPointer at) {
            if (due.isBefore(EARLIEST) || due.isAfter(LATEST)) {
                throw new FieldException(
                        at.child("due").toString(),
                        "Expected a time from " + EARLIEST + " to " + LATEST + " at " + at + "/due, but got " + due
                                + ". Leave it out where no time is set.");
            }
        }

        private static void requirePlaces(Trigger trigger, JsonPointer at) {
            Stream.concat(trigger.path().stream(), trigger.paths().stream()).forEach(path -> {
                try {
                    JsonPointer.parse(path);
                } catch (IllegalArgumentException e) {
                    throw new FieldException(
                            at.child("trigger").toString(),
                            "Expected JSON Pointers in the trigger at " + at + "/trigger, but: " + e.getMessage());
                }
            });
        }

        /** Of what is {@linkplain #said said} of it; it has no patch. */
        static Former readSaid(Fields fields) {
            return read(fields, Json.nul());
        }

        private static Former read(Fields fields, Json patch) {
            return new Former(
                    fields.integer("version"),
                    patch,
                    StateHash.read(fields),
                    fields.records("invites", BoardReopened.Invite::read),
                    fields.records("held", HeldMatch::read));
        }

        /** What is signed of it: the patch follows from the board and the state's hash. */
        JsonObject said() {
            return toJson().without("patch");
        }

        /** As it was sent, with a patch for its own. */
        Former with(Json other) {
            return new Former(version, other, stateHash, invites, held);
        }

        JsonObject toJson() {
            JsonObject.Builder json =
                    JsonObject.builder().put("version", version).put("patch", patch);
            stateHash.write(json);
            return json.put("invites", BoardReopened.invitesJson(invites))
                    .put(
                            "held",
                            JsonArray.copyOf(
                                    held.stream().map(HeldMatch::toJson).toList()))
                    .build();
        }
    }

    static RestoreBoard read(Fields fields) {
        return new RestoreBoard(
                CommandHeader.readReasoned(fields),
                fields.optionalString("mark"),
                fields.optionalRecord("former", Former::read));
    }

    @Override
    public JsonObject said() {
        JsonObject said = Command.super.said();
        return former.map(then -> said.with("former", then.said())).orElse(said);
    }

    @Override
    public JsonObject toJson() {
        return header.json(type())
                .putStringIfPresent("mark", mark)
                .putIfPresent("former", former.map(Former::toJson))
                .build();
    }
}
