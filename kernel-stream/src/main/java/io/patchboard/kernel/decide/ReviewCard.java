package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Gate;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.patch.Abbreviation;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.rules.ChangedItems;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.PatchHeld;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an approver reads: at most some 200 words, of values their beginnings. */
final class ReviewCard {

    private static final int MOST_CHANGES = 8;
    private static final int MOST_SHOWN = 6;

    /** Characters of a value. */
    private static final int MOST_VALUE = 60;

    /** Characters of a place. */
    private static final int MOST_PLACE = 100;

    private ReviewCard() {}

    /** @param work that looking for what it shows is charged to; it ends when there is enough */
    static PatchHeld.Card of(Gate gate, Candidate candidate, Work work) {
        List<String> shown = new ArrayList<>();
        for (PathPattern pattern : gate.card().show()) {
            if (shown.size() < MOST_SHOWN) {
                pattern.visitOutermost(
                        JsonPointer.ROOT, candidate.state(), ChangedItems.visits(work), (place, value) -> {
                            shown.add(cut(place.toString(), MOST_PLACE) + " is " + value(value));
                            return shown.size() < MOST_SHOWN;
                        });
            }
        }
        return new PatchHeld.Card(
                gate.card().title().orElse(gate.name()),
                changes(candidate),
                shown,
                gate.card().reverse());
    }

    /** Of a gate that the blueprint has no more. */
    static PatchHeld.Card of(String gate, Candidate candidate) {
        return new PatchHeld.Card(gate, changes(candidate), List.of(), Optional.empty());
    }

    private static List<String> changes(Candidate candidate) {
        List<Effect> effects = candidate.revision().effects();
        List<String> changes = new ArrayList<>(
                effects.stream().limit(MOST_CHANGES).map(ReviewCard::sentence).toList());
        if (effects.size() > MOST_CHANGES) {
            changes.add("and " + (effects.size() - MOST_CHANGES) + " more changes");
        }
        return changes;
    }

    private static String sentence(Effect effect) {
        String place =
                effect.place().isRoot() ? "the whole state" : cut(effect.place().toString(), MOST_PLACE);
        return switch (effect.kind()) {
            case ADD -> "adds " + place + ": " + value(effect.after().orElseThrow());
            case REMOVE ->
                "removes " + place + ", which was " + value(effect.before().orElseThrow());
            case REPLACE ->
                "changes " + place + " from " + value(effect.before().orElseThrow()) + " to "
                        + value(effect.after().orElseThrow());
        };
    }

    private static String value(Json value) {
        return cut(Abbreviation.inOrder(value), MOST_VALUE);
    }

    private static String cut(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most)) + "...";
    }
}
