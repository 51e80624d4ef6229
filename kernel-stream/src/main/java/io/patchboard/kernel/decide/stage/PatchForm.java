package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.PatchFormat;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * Has the patch the form that its role's contract asks for (section 3.2 of the paper)? What there is to say of it can
 * be said without the state. Requests to see more are no operations here: they change nothing, and have bounds of their
 * own.
 */
public final class PatchForm {

    /** A place is looked for among those that are tested. */
    private static final long UNITS_OF_A_TOKEN = 10;

    private PatchForm() {}

    static Checked<Parsed> check(Parsed parsed, Work work) {
        Admitted admitted = parsed.admitted();
        return Checked.unless(violation(admitted.role(), admitted.proposal().patch(), parsed.patch(), work), parsed);
    }

    /**
     * What of its role's contract a patch breaks.
     *
     * @param sent the patch as it was sent
     */
    public static Optional<Rejection> violation(WorkerRole role, Json sent, Patch patch, Work work) {
        Patch changes = Expansion.without(patch);
        int count = changes.operations().size();
        boolean asks = count < patch.operations().size();
        PatchFormat format = role.format();
        if (format.maxOperations().filter(most -> count > most).isPresent()) {
            return refuse(
                    RejectionCode.PATCH_OPERATIONS,
                    "/patch",
                    "maxOperations",
                    role,
                    "Expected at most " + format.maxOperations().get() + " operations in a patch of worker \""
                            + role.name() + "\", but got " + count + ". Propose what matters most, and no more.");
        }
        long bytes = format.maxBytes().isPresent() ? sent.compactBytes() : 0;
        if (format.maxBytes().filter(most -> bytes > most).isPresent()) {
            return refuse(
                    RejectionCode.PATCH_BYTES,
                    "/patch",
                    "maxBytes",
                    role,
                    "Expected a patch of at most " + format.maxBytes().get() + " bytes as compact JSON of worker \""
                            + role.name() + "\", but got " + bytes + ". Shorten its values.");
        }
        Optional<Rejection> untested = untested(role, changes, work);
        if (untested.isPresent() || asks && count == 0) {
            return untested;
        }
        return format.shape()
                .flatMap(shape -> shape.validate(asks ? changes.toJson() : sent, work.validation()))
                .flatMap(violation -> misshapen(role, violation));
    }

    /** A test of a value is one of all that is inside of it. */
    private static Optional<Rejection> untested(WorkerRole role, Patch patch, Work work) {
        int patterns = role.format().tested().size();
        if (patterns == 0) {
            return Optional.empty();
        }
        work.charge(WorkKind.PATCH, (UNITS_OF_A_TOKEN + patterns) * PatchWork.tokens(patch));
        List<Operation> operations = patch.operations();
        NavigableSet<JsonPointer> tested = new TreeSet<>();
        NavigableSet<JsonPointer> forgotten = new TreeSet<>();
        for (int i = 0; i < operations.size(); i++) {
            Operation operation = operations.get(i);
            if (operation instanceof Operation.Test) {
                add(operation.path(), tested);
            }
            Optional<JsonPointer> place = takenFrom(operation);
            if (place.isPresent() && role.format().wantsTest(place.get()) && !isTested(place.get(), tested)) {
                return refuse(
                        RejectionCode.PATCH_TEST,
                        "/patch/" + i,
                        "requireTest",
                        role,
                        "Expected a test of \"" + place.get() + "\" before worker \"" + role.name() + "\" does "
                                + operation.op() + " there, but the patch has none"
                                + (isTested(place.get(), forgotten)
                                        ? " behind what may have brought another value there"
                                        : "")
                                + ". Put {\"op\":\"test\",\"path\":\"" + place.get()
                                + "\",\"value\":...} before it, with the value that the view shows.");
            }
            forget(operation, tested, work).forEach(earlier -> add(earlier, forgotten));
        }
        return Optional.empty();
    }

    /** Takes out what was tested where the operation may bring what was at another place. */
    private static List<JsonPointer> forget(Operation operation, NavigableSet<JsonPointer> tested, Work work) {
        List<JsonPointer> places = new ArrayList<>();
        switch (operation) {
            case Operation.Remove remove -> places.addAll(fromIndex(remove.path(), tested, work));
            case Operation.Add add -> places.addAll(fromIndex(add.path(), tested, work));
            case Operation.Copy copy -> places.addAll(fromIndex(copy.path(), tested, work));
            case Operation.Move move -> {
                places.addAll(fromIndex(move.from(), tested, work));
                places.addAll(fromIndex(move.path(), tested, work));
                places.addAll(inside(move.path(), tested, work));
            }
            case Operation.Replace replace -> {}
            case Operation.Test test -> {}
        }
        places.forEach(tested::remove);
        return places;
    }

    /** From what looks like an index on the items of an array move. */
    private static List<JsonPointer> fromIndex(JsonPointer place, NavigableSet<JsonPointer> tested, Work work) {
        OptionalInt first = place.isRoot() ? OptionalInt.empty() : JsonPointer.arrayIndex(place.last());
        if (first.isEmpty()) {
            return List.of();
        }
        int depth = place.tokens().size() - 1;
        List<JsonPointer> places = inside(place.parent(), tested, work);
        places.removeIf(inside -> inside.tokens().size() <= depth
                || JsonPointer.arrayIndex(inside.tokens().get(depth)).orElse(-1) < first.getAsInt());
        return places;
    }

    private static List<JsonPointer> inside(JsonPointer place, NavigableSet<JsonPointer> tested, Work work) {
        List<JsonPointer> places = new ArrayList<>();
        for (JsonPointer next : tested.tailSet(place, true)) {
            work.charge(WorkKind.PATCH, 1 + place.tokens().size());
            if (!place.isPrefixOf(next)) {
                break;
            }
            places.add(next);
        }
        return places;
    }

    /** Of places of which one is inside of another only the outer is kept. */
    private static void add(JsonPointer place, NavigableSet<JsonPointer> tested) {
        if (isTested(place, tested)) {
            return;
        }
        JsonPointer next = tested.higher(place);
        while (next != null && place.isPrefixOf(next)) {
            tested.remove(next);
            next = tested.higher(place);
        }
        tested.add(place);
    }

    /** As no other comes between the one that is around a place and the place. */
    private static boolean isTested(JsonPointer place, NavigableSet<JsonPointer> tested) {
        JsonPointer before = tested.floor(place);
        return before != null && before.isPrefixOf(place);
    }

    /** The place at which an operation needs a value that is no longer there after it. */
    private static Optional<JsonPointer> takenFrom(Operation operation) {
        return switch (operation) {
            case Operation.Replace replace -> Optional.of(replace.path());
            case Operation.Remove remove -> Optional.of(remove.path());
            case Operation.Move move -> Optional.of(move.from());
            case Operation.Add add -> Optional.empty();
            case Operation.Copy copy -> Optional.empty();
            case Operation.Test test -> Optional.empty();
        };
    }

    private static Optional<Rejection> misshapen(WorkerRole role, SchemaViolation violation) {
        return refuse(
                RejectionCode.PATCH_SHAPE,
                "/patch" + violation.pointer(),
                "schema" + violation.schemaPointer(),
                role,
                "Expected a patch of the shape that worker \"" + role.name() + "\" has to give it, but at \""
                        + violation.pointer() + "\" of the patch: " + violation.message());
    }

    private static Optional<Rejection> refuse(
            RejectionCode code, String pointer, String rule, WorkerRole role, String message) {
        return Optional.of(Rejection.of(
                code, pointer, Optional.of("/workers/" + JsonPointer.escape(role.name()) + "/patch/" + rule), message));
    }
}
