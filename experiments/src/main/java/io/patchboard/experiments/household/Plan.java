package io.patchboard.experiments.household;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;

/**
 * What the team is at.
 *
 * @param subgoal what comes next: {@code find}, {@code treat} or {@code place}
 * @param carrying name of the thing in hand; empty for none
 * @param placed how many things are where they belong
 */
public record Plan(Goal goal, String subgoal, String carrying, int placed) {

    public static final String FIND = "find";
    public static final String TREAT = "treat";
    public static final String PLACE = "place";

    static Plan begin(Goal goal) {
        return new Plan(goal, FIND, "", 0);
    }

    /** @throws io.patchboard.record.FieldException if it is none */
    public static Plan read(JsonObject json) {
        Fields fields = new Fields(json);
        return new Plan(
                new Goal(
                        fields.string("object"), Treatment.of(fields.string("treatment")), fields.string("place"), (int)
                                fields.integer("count")),
                fields.string("subgoal"),
                fields.string("carrying"),
                (int) fields.integer("placed"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("object", goal.object())
                .put("treatment", goal.treatment().verb())
                .put("place", goal.place())
                .put("count", goal.count())
                .put("subgoal", subgoal)
                .put("carrying", carrying)
                .put("placed", placed)
                .build();
    }

    /** The plan after something was done: what is in hand, and what comes next. */
    public Plan after(Step step) {
        String[] words = step.command().split(" ");
        if (!step.happened() || words.length < 2) {
            return this;
        }
        return switch (words[0]) {
            case "take" ->
                new Plan(goal, goal.treatment() == Treatment.NONE ? PLACE : TREAT, words[1] + " " + words[2], placed);
            case "clean", "heat", "cool" -> new Plan(goal, PLACE, carrying, placed);
            case "move" -> new Plan(goal, FIND, "", placed + 1);
            default -> this;
        };
    }

    /** A plan from which the treatment was forgotten. */
    public Plan withoutTreatment() {
        return subgoal.equals(TREAT) && goal.treatment() != Treatment.LIGHT
                ? new Plan(goal, PLACE, carrying, placed)
                : this;
    }
}
