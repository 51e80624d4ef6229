package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.circuit.Ring;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.Origin;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.BoardState;
import io.patchboard.kernel.state.Mark;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Parent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the board is, in the making: the state, and what is remembered of those before it. */
final class StateEdit {

    /**
     * How precisely it is remembered what changed under an open invocation. Beyond, all of the state counts as changed,
     * so that an invocation which is left open for long may find its answer stale, but never the board too large.
     */
    private static final int MOST_PLACES = 100;

    private static final int MOST_CHANGES = 500;

    /** Places that are looked through more quickly than they are put into a set. */
    private static final int FEW = 8;

    /**
     * {@linkplain StateChange#weight() Weight} of all changes that are remembered: each place of an answer is held
     * against it.
     */
    private static final int MOST_REMEMBERED = 2_000;

    /** Changes that a view puts first when not everything fits, and along which older handles are followed. */
    private static final int RECENT_KEPT = 64;

    /** Characters of former states that are kept for what was given up, beside what is still to be done. */
    private static final long MOST_GIVEN_UP = 3_000_000;

    private Phase phase;
    private Optional<Blueprint> blueprint;
    private Json state;
    private Origins origins;
    private String hash;
    private long version;
    private Instant created;
    private Optional<Instant> pausedAt;
    private final EditedMap<Long, Json> pinned;
    private Ring<StateChange> changes;
    private Ring<StateChange> recent;
    private final EditedMap<String, Mark> marks;
    private Optional<Parent> parent;

    StateEdit(BoardState before) {
        phase = before.phase();
        blueprint = before.blueprint();
        state = before.value();
        origins = before.origins();
        hash = before.hash();
        version = before.version();
        created = before.created();
        pausedAt = before.pausedAt();
        pinned = new EditedMap<>(before.pinned());
        changes = before.changes();
        recent = before.recent();
        marks = new EditedMap<>(before.marks());
        parent = before.parent();
    }

    void begin(
            Blueprint rules,
            Json first,
            Origins firstOrigins,
            String firstHash,
            Optional<Parent> madeFor,
            LogHeader header) {
        phase = Phase.OPEN;
        blueprint = Optional.of(rules);
        state = first;
        origins = firstOrigins;
        hash = firstHash;
        version = header.version();
        created = header.time();
        parent = madeFor;
    }

    void pause(Instant at) {
        phase = Phase.PAUSED;
        pausedAt = Optional.of(at);
    }

    /** Ends a pause, which counts for nothing. Returns how long it was. */
    Duration resume(Instant at) {
        Duration pause = Duration.between(pausedAt.orElse(at), at);
        phase = Phase.OPEN;
        pausedAt = Optional.empty();
        created = created.plus(pause);
        return pause;
    }

    /**
     * The state is changed.
     *
     * @param origin of what the change wrote
     * @param author of the change, where that worker may be shown the version before again
     */
    void change(Revision revision, String newHash, Origin origin, Optional<StateChange.Author> author) {
        pinned.put(version, state);
        version++;
        state = revision.after();
        origins = origins.after(revision, origin, blueprint.orElseThrow().taint()::at);
        hash = newHash;
        List<JsonPointer> places = touched(revision.effects());
        Relocation moved = revision.relocation().withoutValues();
        recent = recent.append(
                new StateChange(
                        version,
                        places.size() <= MOST_PLACES ? places : List.of(JsonPointer.ROOT),
                        List.of(),
                        moved.size() <= MOST_PLACES ? moved : Relocation.UNKNOWN,
                        Optional.empty()),
                RECENT_KEPT);
        StateChange change = new StateChange(version, written(revision.effects()), revision.disturbed(), moved, author);
        remember(
                change.weight() <= MOST_PLACES
                        ? change
                        : StateChange.ofAnything(version, revision.summary(MOST_PLACES), author));
    }

    /** A worker that is no fallback wrote what was there already, and answers for it from now on. */
    void confirm(Revision revision, Origin origin) {
        origins = origins.after(revision, origin, blueprint.orElseThrow().taint()::at);
    }

    /** What the state was before again has the origins that it had then. */
    void restore(Origins former) {
        origins = former;
    }

    void mark(String name, Mark mark) {
        marks.put(name, mark);
    }

    void ruledBy(Blueprint other) {
        blueprint = Optional.of(other);
    }

    /** Of the oldest changes, where there are too many, it is only remembered that they were, and if anything moved. */
    private void remember(StateChange change) {
        boolean full = changes.size() == MOST_CHANGES;
        boolean moved = full && !changes.get(0).relocation().isNone();
        int forgotten = full ? 0 : -1;
        changes = changes.append(change, MOST_CHANGES);
        int weight = 0;
        for (int i = changes.size() - 1; i > forgotten; i--) {
            weight += changes.get(i).weight();
            forgotten = weight > MOST_REMEMBERED ? i : forgotten;
        }
        if (forgotten >= 0) {
            for (int i = 0; i <= forgotten; i++) {
                moved |= !changes.get(i).relocation().isNone();
            }
            changes = changes.latest(changes.size() - forgotten);
            Relocation known = moved ? Relocation.UNKNOWN : Relocation.NONE;
            changes = changes.with(0, StateChange.ofAnything(changes.get(0).version(), known, Optional.empty()));
        }
    }

    private static List<JsonPointer> written(List<Effect> effects) {
        List<JsonPointer> places = new ArrayList<>(effects.size());
        for (Effect effect : effects) {
            if (effect.after().isPresent()) {
                places.add(effect.place());
            }
        }
        return places;
    }

    private static List<JsonPointer> touched(List<Effect> effects) {
        if (effects.size() == 1) {
            return List.of(effects.get(0).touched());
        }
        Collection<JsonPointer> places = effects.size() <= FEW ? new ArrayList<>(FEW) : new LinkedHashSet<>();
        for (Effect effect : effects) {
            JsonPointer place = effect.touched();
            if (!places.contains(place)) {
                places.add(place);
            }
        }
        return List.copyOf(places);
    }

    /**
     * Changes that every open view already shows can conflict with nobody, and no view shows a state that none is
     * pinned to.
     *
     * @param oldest version that an open or pinned view shows
     * @param wanted versions that pinned views show
     */
    void forget(long oldest, Set<Long> wanted) {
        pinned.keepIf(wanted::contains);
        int shown = 0;
        while (shown < changes.size() && changes.get(shown).version() <= oldest) {
            shown++;
        }
        changes = changes.latest(changes.size() - shown);
    }

    /** As many of these versions, the last first, as have states that are kept and are not too large together. */
    Set<Long> affordable(List<Long> versions) {
        Set<Long> kept = new HashSet<>();
        long chars = 0;
        for (int i = versions.size() - 1; i >= 0; i--) {
            Optional<Json> known = pinned.get(versions.get(i));
            chars += known.map(Json::compactChars).orElse(0L);
            if (chars <= MOST_GIVEN_UP && (known.isPresent() || versions.get(i) == version)) {
                kept.add(versions.get(i));
            }
        }
        return kept;
    }

    void reopen() {
        phase = Phase.OPEN;
    }

    /** @param wanted versions that pinned views would show again */
    void end(Phase how, Set<Long> wanted) {
        phase = how;
        pausedAt = Optional.empty();
        forget(wanted.stream().mapToLong(version -> version).min().orElse(Long.MAX_VALUE), wanted);
        recent = Ring.empty();
        if (how == Phase.COMPLETED) {
            marks.clear();
        }
    }

    BoardState done() {
        return new BoardState(
                phase,
                blueprint,
                state,
                origins,
                hash,
                version,
                created,
                pausedAt,
                pinned.done(),
                changes,
                recent,
                marks.done(),
                parent);
    }
}
