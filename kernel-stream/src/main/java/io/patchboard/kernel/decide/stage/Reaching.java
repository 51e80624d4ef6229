package io.patchboard.kernel.decide.stage;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Holds operations against what their invocation may change, in the places of its view. What is only read, by
 * {@code test} or as the source of a {@code copy}, is no matter of it. An item that comes into an array or goes from it
 * moves those behind it, so that the array itself has to be near; what looks like an index counts as one.
 */
final class Reaching {

    /** Places that a message names. */
    private static final int MOST_NAMES = 10;

    private final Neighbourhood neighbourhood;
    private final List<JsonPointer> places;

    Reaching(Neighbourhood neighbourhood) {
        this.neighbourhood = neighbourhood;
        this.places = neighbourhood.places().stream().map(JsonPointer::parse).toList();
    }

    /** @param at where the operation stands in the proposal */
    Optional<Rejection> refusal(Operation operation, String at) {
        if (Expansion.isRequest(operation)) {
            return Optional.empty();
        }
        return switch (operation) {
            case Operation.Test test -> Optional.empty();
            case Operation.Replace replace -> unless(isNear(replace.path()), replace.op(), replace.path(), at);
            case Operation.Remove remove -> unless(mayComeOrGo(remove.path()), remove.op(), remove.path(), at);
            case Operation.Add add -> unless(mayComeOrGo(add.path()), add.op(), add.path(), at);
            case Operation.Copy copy -> unless(mayComeOrGo(copy.path()), copy.op(), copy.path(), at);
            case Operation.Move move ->
                unless(mayComeOrGo(move.from()), move.op(), move.from(), at)
                        .or(() -> unless(mayComeOrGo(move.path()), move.op(), move.path(), at));
        };
    }

    private boolean isNear(JsonPointer path) {
        return places.stream().anyMatch(place -> place.isPrefixOf(path));
    }

    private boolean mayComeOrGo(JsonPointer path) {
        boolean inArray = !path.isRoot()
                && (path.last().equals(JsonPointer.END)
                        || JsonPointer.arrayIndex(path.last()).isPresent());
        return isNear(inArray ? path.parent() : path);
    }

    private Optional<Rejection> unless(boolean near, String operation, JsonPointer path, String at) {
        return near
                ? Optional.empty()
                : Optional.of(Rejection.of(
                        RejectionCode.NEIGHBOURHOOD,
                        at,
                        Optional.of(path.toString()),
                        "Expected an operation within the neighbourhood of this invocation, which is " + named()
                                + " (radius " + neighbourhood.radius() + "), but got " + operation + " at \"" + path
                                + "\". Propose a change of these places alone; if there is none, say so:"
                                + " an attempt that fails makes the neighbourhood larger."));
    }

    private String named() {
        if (places.isEmpty()) {
            return "empty";
        }
        String some = places.stream()
                .limit(MOST_NAMES)
                .map(place -> "\"" + place + "\"")
                .collect(Collectors.joining(", "));
        return places.size() > MOST_NAMES ? some + " and " + (places.size() - MOST_NAMES) + " more" : some;
    }
}
