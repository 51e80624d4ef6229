package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Requested;
import io.patchboard.record.StateChanged;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who wrote the value at a place of a board's state, when, and what it was before. It follows the value and not the
 * place: an item of an array that others moved has the history that it had under its former index.
 *
 * <p>Told a part of a log in order, and asked from the end of it backwards, so that a long log can be asked part by
 * part. Used by one thread.
 */
public final class ValueHistory {

    private static final PatchLimits ANY_PATCH = new PatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);
    private static final ApplyLimits ANY_SIZE = new ApplyLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final List<Written> written = new ArrayList<>();
    private Optional<Json> state;

    /** An entry, and what it made of the state; no revision if it made the state. */
    private record Written(LogEntry entry, Optional<Revision> revision) {}

    /** @param before the state that the first entry finds; absent if that creates the board */
    public ValueHistory(Optional<Json> before) {
        this.state = before;
    }

    /**
     * A write.
     *
     * @param by the worker, or the person; absent where he did not say
     * @param approvedBy who allowed or modified it
     * @param caveats what is to be known of what it wrote: taint, and whether it is degraded
     * @param path where the value was after it
     * @param origin where it was before it; absent if it came with it
     * @param before absent if the value came with it
     * @param after absent if it ended the value
     */
    public record Change(
            long sequence,
            long version,
            Instant time,
            String type,
            Optional<String> by,
            List<String> approvedBy,
            List<String> caveats,
            JsonPointer path,
            Optional<JsonPointer> origin,
            Optional<Json> before,
            Optional<Json> after) {

        /** {@code old} and {@code value}: before and after; {@code from}: the origin, if it is another place. */
        public JsonObject toJson() {
            JsonObject.Builder json = JsonObject.builder()
                    .put("sequence", sequence)
                    .put("version", version)
                    .put("time", LogHeader.format(time))
                    .put("type", type)
                    .putStringIfPresent("by", by);
            return json.putStringsIfAny("approvedBy", approvedBy)
                    .putStringsIfAny("caveats", caveats)
                    .put("path", path.toString())
                    .putStringIfPresent(
                            "from", origin.filter(from -> !from.equals(path)).map(JsonPointer::toString))
                    .putIfPresent("old", before)
                    .putIfPresent("value", after)
                    .build();
        }
    }

    /** Takes the next entry of the log. One whose patch does not apply, of a log that is damaged, is passed over. */
    public void accept(LogEntry entry) {
        if (entry.event() instanceof BoardCreated created && state.isEmpty()) {
            state = Optional.of(created.state());
            written.add(new Written(entry, Optional.empty()));
        } else if (entry.event() instanceof StateChanged changed) {
            state.flatMap(found -> revision(found, changed.patch())).ifPresent(revision -> {
                state = Optional.of(revision.after());
                written.add(new Written(entry, Optional.of(revision)));
            });
        }
    }

    private static Optional<Revision> revision(Json state, Json patch) {
        try {
            return PatchApplier.apply(state, Patch.parse(patch, ANY_PATCH), ANY_SIZE)
                            instanceof PatchResult.Applied applied
                    ? Optional.of(applied.revision())
                    : Optional.empty();
        } catch (PatchSyntaxException e) {
            return Optional.empty();
        }
    }

    /**
     * Goes back from the last entry.
     *
     * @param end where the value is, or was, after the last entry
     * @param most how many changes {@code changes} may have
     * @param changes gets what is found, the latest first
     * @return where the value was before the first entry, to go on from with what is before that; absent if it came
     *     later. With enough changes it is the origin of the last of them
     */
    public Optional<JsonPointer> back(JsonPointer end, int most, List<Change> changes) {
        JsonPointer place = end;
        for (int i = written.size() - 1; i >= 0; i--) {
            LogEntry entry = written.get(i).entry();
            Optional<Revision> revision = written.get(i).revision();
            JsonPointer at = place;
            Optional<Json> after =
                    at.resolve(revision.map(Revision::after).orElseGet(() -> ((BoardCreated) entry.event()).state()));
            Optional<JsonPointer> origin = revision.flatMap(change -> before(change, at, after));
            Optional<Json> before = revision.flatMap(change -> origin.flatMap(found -> found.resolve(change.before())));
            if (!before.equals(after)) {
                changes.add(change(entry, place, origin, before, after));
            }
            if (origin.isEmpty() || changes.size() >= most) {
                return origin;
            }
            place = origin.get();
        }
        return Optional.of(place);
    }

    /** What is not there any more was at the same place. */
    private static Optional<JsonPointer> before(Revision change, JsonPointer place, Optional<Json> after) {
        return after.isPresent() ? change.relocation().before(place) : Optional.of(place);
    }

    private static Change change(
            LogEntry entry,
            JsonPointer path,
            Optional<JsonPointer> origin,
            Optional<Json> before,
            Optional<Json> after) {
        Optional<String> by = switch (entry.event()) {
            case PatchCommitted committed -> Optional.of(committed.worker());
            case BoardEdited edited -> edited.by();
            case BoardRestored restored -> restored.requested().flatMap(Requested::by);
            case BoardCreated created -> created.by();
            default -> Optional.empty();
        };
        Optional<PatchCommitted> committed = Optional.of(entry.event())
                .filter(PatchCommitted.class::isInstance)
                .map(PatchCommitted.class::cast);
        return new Change(
                entry.sequence(),
                entry.header().version(),
                entry.header().time(),
                entry.type(),
                by,
                committed.map(PatchCommitted::approvedBy).orElse(List.of()),
                committed.map(PatchCommitted::caveats).orElse(List.of()),
                path,
                origin,
                before,
                after);
    }
}
