package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.Comparator;
import java.util.List;

/**
 * A board that was halted or cancelled goes on. What waited for something before its end follows as entries of its own.
 *
 * @param raised budgets that are larger from now on
 * @param invites who is invited again, as a first attempt
 */
public record BoardReopened(Requested requested, List<Raise> raised, List<Invite> invites) implements CommandOutcome {

    /** A worker and what it is invited for. It has an order, as triggers have one. */
    public record Invite(String worker, Trigger trigger) implements Comparable<Invite> {

        private static final Comparator<Invite> ORDER =
                Comparator.comparing(Invite::worker).thenComparing(Invite::trigger);

        @Override
        public int compareTo(Invite other) {
            return ORDER.compare(this, other);
        }

        static Invite read(Fields fields) {
            return new Invite(fields.string("worker"), fields.requiredRecord("trigger", Trigger::read));
        }

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("worker", worker)
                    .put("trigger", trigger.toJson())
                    .build();
        }
    }

    static BoardReopened read(Fields fields) {
        return new BoardReopened(
                Requested.read(fields), fields.records("raised", Raise::read), fields.records("invites", Invite::read));
    }

    @Override
    public Command asked(CommandHeader header) {
        return new ReopenBoard(header, raised);
    }

    @Override
    public void write(JsonObject.Builder json) {
        requested.write(json);
        json.put("raised", ReopenBoard.raisedJson(raised)).put("invites", invitesJson(invites));
    }

    static Json invitesJson(List<Invite> invites) {
        return JsonArray.copyOf(invites.stream().map(Invite::toJson).toList());
    }
}
