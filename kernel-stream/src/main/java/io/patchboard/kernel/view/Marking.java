package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.TaintLabels;
import io.patchboard.kernel.patch.Origin;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Which values of a state have one mark: by who wrote them, or by where they are. */
final class Marking {

    private static final long UNITS_OF_A_PART = 10;
    private static final long UNITS_OF_A_LABEL = 3;

    /** A place is made, followed and compared token by token; so many take as long again. */
    private static final int TOKENS_OF_A_PART = 2;

    private final Origins origins;
    private final Predicate<Origin> isMarked;
    private final Predicate<JsonPointer> mayHold;
    private final List<PathPattern> labels;
    private final Work work;

    private Marking(
            Origins origins,
            Predicate<Origin> isMarked,
            Predicate<JsonPointer> mayHold,
            List<PathPattern> labels,
            Work work) {
        this.origins = origins;
        this.isMarked = isMarked;
        this.mayHold = mayHold;
        this.labels = labels;
        this.work = work;
    }

    /** @param labels places whose values are untrusted, whoever wrote them there */
    static Marking untrusted(Origins origins, TaintLabels labels, Work work) {
        return new Marking(
                origins,
                origin -> origin.taint().contains(Taint.UNTRUSTED),
                place -> origins.taint(place).contains(Taint.UNTRUSTED),
                labels.labels().stream()
                        .filter(label -> label.taint() == Taint.UNTRUSTED)
                        .map(TaintLabels.Label::path)
                        .toList(),
                work);
    }

    /** Written by a fallback. */
    static Marking degraded(Origins origins, Work work) {
        return new Marking(origins, Origin::degraded, origins::degraded, List.of(), work);
    }

    List<PathPattern> labels() {
        return labels;
    }

    /** Whether nothing of the state has it. */
    boolean isOnNothing() {
        return labels.isEmpty() && !mayHold.test(JsonPointer.ROOT);
    }

    /** Whether who wrote the value as a whole marked it; parts that others wrote since may be without. */
    boolean isOwn(JsonPointer place) {
        return isMarked.test(origins.of(place));
    }

    /** Whether all of the value has it, for certain. */
    boolean isOnAll(JsonPointer place) {
        long tokens = 1L + place.tokens().size() / TOKENS_OF_A_PART;
        work.charge(WorkKind.VIEWS, tokens * (UNITS_OF_A_PART + UNITS_OF_A_LABEL * labels.size()));
        return labels.stream().anyMatch(label -> label.covers(place)) || isOwn(place) && origins.isOfOne(place);
    }

    /** Whether the value, or something in it, may have it. */
    boolean mayBeIn(JsonPointer place) {
        return mayHold.test(place) || labels.stream().anyMatch(label -> label.mayMatchBelow(place));
    }

    /**
     * Adds the places in a value that have it, outermost ones.
     *
     * @return false if there are more than so many, so that not all are there
     */
    boolean places(JsonPointer place, Json value, int most, List<String> found) {
        boolean here = isOnAll(place);
        if (!here && !mayBeIn(place)) {
            return true;
        }
        return switch (value) {
            case JsonObject object
            when !here -> {
                boolean all = true;
                for (Map.Entry<String, Json> member : object.members().entrySet()) {
                    all = all && places(place.child(member.getKey()), member.getValue(), most, found);
                }
                yield all;
            }
            case JsonArray array
            when !here -> {
                boolean all = true;
                for (int i = 0; i < array.size() && all; i++) {
                    all = places(place.child(i), array.get(i), most, found);
                }
                yield all;
            }
            default -> !here && !isOwn(place) || found.size() < most && found.add(place.toString());
        };
    }

    /** As {@link #places(JsonPointer, Json, int, List)}, of all values of a view; none where there are too many. */
    List<String> places(Map<JsonPointer, Json> values, int most) {
        List<String> found = new ArrayList<>();
        boolean all = true;
        for (Map.Entry<JsonPointer, Json> value : values.entrySet()) {
            all = all && places(value.getKey(), value.getValue(), most, found);
        }
        return all ? found : List.of();
    }
}
