package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.Versions;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.circuit.Ring;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Parent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a board is: its phase, its rules, its state, and of former states what somebody may still need.
 *
 * @param blueprint absent while the board is {@link Phase#ABSENT}
 * @param value the state; JSON {@code null} while the board is absent
 * @param origins which log entry wrote what of it
 * @param hash of the state as the log has it; empty while the board is absent
 * @param version number of committed state changes
 * @param created when the board began, moved forward by as long as it was paused
 * @param pausedAt present while the board is {@link Phase#PAUSED}
 * @param pinned former states by version, for as long as a pinned view may still show them
 * @param changes where the state changed, for as long as some open invocation's view is older
 * @param recent where the state changed last, oldest first, for views
 * @param marks boards of before that may be restored, by name
 * @param parent the invocation of another board that this one answers; absent where it was made for none
 */
public record BoardState(
        Phase phase,
        Optional<Blueprint> blueprint,
        Json value,
        Origins origins,
        String hash,
        long version,
        Instant created,
        Optional<Instant> pausedAt,
        Map<Long, Json> pinned,
        Ring<StateChange> changes,
        Ring<StateChange> recent,
        Map<String, Mark> marks,
        Optional<Parent> parent) {

    static final BoardState ABSENT = new BoardState(
            Phase.ABSENT,
            Optional.empty(),
            Json.nul(),
            Origins.UNKNOWN,
            "",
            0,
            Instant.EPOCH,
            Optional.empty(),
            new TreeMap<>(),
            Ring.empty(),
            Ring.empty(),
            new TreeMap<>(),
            Optional.empty());

    BoardState ruledBy(Blueprint other) {
        return new BoardState(
                phase,
                Optional.of(other),
                value,
                origins,
                hash,
                version,
                created,
                pausedAt,
                pinned,
                changes,
                recent,
                marks,
                parent);
    }

    /** The blueprint is left out but for its hash, because many boards share one. */
    JsonObject toJson() {
        return JsonObject.builder()
                .put("phase", phase.name())
                .putStringIfPresent("blueprintHash", blueprint.map(Blueprint::hash))
                .put("value", value)
                .putIfPresent(
                        "origins",
                        Optional.of(origins)
                                .filter(known -> known != Origins.UNKNOWN)
                                .map(Origins::toJson))
                .put("hash", hash)
                .put("version", version)
                .put("created", LogHeader.format(created))
                .putStringIfPresent("pausedAt", pausedAt.map(LogHeader::format))
                .put("pinned", pinnedJson())
                .put(
                        "changes",
                        JsonArray.copyOf(
                                changes.stream().map(StateChange::toJson).toList()))
                .put(
                        "recent",
                        JsonArray.copyOf(
                                recent.stream().map(StateChange::toJson).toList()))
                .putIfPresent("marks", marksJson())
                .putIfPresent("parent", parent.map(Parent::toJson))
                .build();
    }

    private Optional<Json> marksJson() {
        return marks.isEmpty()
                ? Optional.empty()
                : Optional.of(JsonArray.copyOf(marks.entrySet().stream()
                        .map(mark -> mark.getValue().toJson(mark.getKey()))
                        .toList()));
    }

    private JsonArray pinnedJson() {
        return JsonArray.copyOf(pinned.entrySet().stream()
                .map(entry -> JsonObject.builder()
                        .put("version", entry.getKey())
                        .put("state", entry.getValue())
                        .build())
                .toList());
    }

    static BoardState read(Fields fields, Function<String, Blueprint> blueprints) {
        Map<Long, Json> pinned = new TreeMap<>();
        fields.records("pinned", item -> pinned.put(item.integer("version"), item.jsonOrNull("state")) == null);
        Map<String, Mark> marks = new TreeMap<>();
        fields.records("marks", item -> marks.put(item.string("name"), Mark.read(item)) == null);
        return new BoardState(
                Phase.valueOf(fields.string("phase")),
                fields.optionalString("blueprintHash").map(blueprints),
                Versions.mark(fields.jsonOrNull("value"), fields.integer("version")),
                fields.optionalJson("origins")
                        .map(json -> Origins.read((JsonObject) json))
                        .orElse(Origins.UNKNOWN),
                fields.string("hash"),
                fields.integer("version"),
                fields.time("created"),
                fields.optionalTime("pausedAt"),
                pinned,
                Ring.copyOf(fields.records("changes", StateChange::read)),
                Ring.copyOf(recent(fields)),
                marks,
                fields.optionalRecord("parent", Parent::read));
    }

    /** What was stored before origins were kept does not say where things moved. */
    private static List<StateChange> recent(Fields fields) {
        List<StateChange> recent = fields.records("recent", StateChange::read);
        return fields.names().contains("origins")
                ? recent
                : recent.stream().map(StateChange::withoutRelocation).toList();
    }

    void measure(BoardSize size) {
        size.state(value);
        size.origins(origins);
        pinned.values().forEach(size::state);
        marks.forEach((name, mark) -> mark.measure(name, size));
        size.add(changes.total());
        size.add(recent.total());
    }
}
