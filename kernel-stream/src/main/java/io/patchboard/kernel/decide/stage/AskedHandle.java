package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Drift;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.work.Work;
import java.util.List;
import java.util.Optional;

/**
 * What a worker asks to see: a handle as a view had it, whole, or its JSON Pointer alone.
 *
 * @param place that the handle names
 * @param version of the state in which it does; absent for that of the invocation's view
 */
record AskedHandle(JsonPointer place, Optional<Long> version) {

    /** Where it is now, and when it was gone. */
    private static final long PASSES_OF_A_DRIFT = 2;

    /**
     * Where that is now which a handle names, or else the version in which it was gone; 0 if nobody remembers so far
     * back.
     */
    record Found(Optional<JsonPointer> place, long goneIn) {}

    /** Absent if it is no handle. */
    static Optional<AskedHandle> read(Json value) {
        if (value instanceof JsonObject handle) {
            Optional<Long> version = handle.get("version").flatMap(AskedHandle::version);
            return version.isEmpty() ? Optional.empty() : handle.get("handle").flatMap(place -> read(place, version));
        }
        return read(value, Optional.empty());
    }

    private static Optional<Long> version(Json value) {
        try {
            return value instanceof JsonNumber number
                    ? Optional.of(number.value().longValueExact())
                    : Optional.empty();
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static Optional<AskedHandle> read(Json value, Optional<Long> version) {
        try {
            return value instanceof JsonString text
                    ? Optional.of(new AskedHandle(JsonPointer.parse(text.value()), version))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Follows it to where it is now.
     *
     * @param pinned whether the invocation is shown its own version again, where it need not be followed further
     * @throws io.patchboard.kernel.work.OverWorkException if that takes more than is left
     */
    Found find(OpenInvocation invocation, Board board, boolean pinned, Work work) {
        long from = version.orElse(invocation.baseVersion());
        if (from > invocation.baseVersion()) {
            return along(from, board.version(), board, work);
        }
        Found inView = along(from, invocation.baseVersion(), board, work);
        if (inView.place().isEmpty() || pinned) {
            return inView;
        }
        Drift drift = Drift.since(invocation, board);
        JsonPointer shown = inView.place().get();
        Following.charge(shown, PASSES_OF_A_DRIFT * drift.steps(), work);
        return new Found(drift.now(shown), drift.goneIn(shown));
    }

    private Found along(long from, long to, Board board, Work work) {
        List<StateChange> known = board.present().recent();
        long first = known.isEmpty() ? Long.MAX_VALUE : known.get(0).version();
        if (from < to && from + 1 < first || from > board.version()) {
            return new Found(Optional.empty(), 0);
        }
        JsonPointer at = place;
        for (StateChange change : known) {
            if (change.version() > from && change.version() <= to) {
                Following.charge(at, change.relocation().size(), work);
                Optional<JsonPointer> next = change.relocation().after(at);
                if (next.isEmpty()) {
                    return new Found(next, change.version());
                }
                at = next.get();
            }
        }
        return new Found(Optional.of(at), 0);
    }
}
