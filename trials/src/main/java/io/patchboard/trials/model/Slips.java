package io.patchboard.trials.model;

import io.patchboard.experiments.household.Role;
import io.patchboard.experiments.household.Sight;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.function.UnaryOperator;

/** The mistakes that go into one answer, before it is put into words. */
final class Slips {

    /** No game has so many of a kind. */
    static final int NOT_THERE = 40;

    private static final double CHARS = 1_000;

    private final Rates rates;
    private final Chance chance;

    Slips(Rates rates, Chance chance) {
        this.rates = rates;
        this.chance = chance;
    }

    boolean makes(Mistake mistake) {
        return chance.happens(mistake, rates.of(mistake));
    }

    /** What is left of what a prompt of so many characters shows. What it was asked about is not overlooked. */
    Sight overlook(Sight sight, int chars) {
        double share = 1 - Math.pow(1 - rates.of(Mistake.OVERLOOK), chars / CHARS);
        return sight.with(
                sight.plan().filter(plan -> !chance.happens(Mistake.OVERLOOK, share)),
                kept(sight.steps(), share),
                kept(sight.admissible(), share));
    }

    private <T> List<T> kept(List<T> shown, double share) {
        return shown.stream()
                .filter(each -> !chance.happens(Mistake.OVERLOOK, share))
                .toList();
    }

    /** The answer that the role would give, but for what it makes of it. */
    JsonArray answer(Role role, Sight sight) {
        JsonArray right = role.answer(sight);
        if (right.isEmpty()) {
            return right;
        }
        return switch (role) {
            case PLANNER -> {
                JsonArray planned = makes(Mistake.FORGET) ? role.answer(forgetful(sight)) : right;
                yield makes(Mistake.HALLUCINATE) ? change(planned, "carrying", Slips::notThere) : planned;
            }
            case ACTOR -> {
                JsonArray acted = makes(Mistake.INADMISSIBLE)
                        ? change(right, "command", command -> fromAfar(command, sight))
                        : right;
                yield makes(Mistake.HALLUCINATE) ? change(acted, "command", Slips::notThere) : acted;
            }
            case VERIFIER -> makes(Mistake.HALLUCINATE) ? JsonArray.of(admitting(right)) : right;
            case REPAIR -> makes(Mistake.HALLUCINATE) ? change(right, "instead", Slips::notThere) : right;
        };
    }

    /** A supervisor's answer. */
    String supervisor(String command) {
        return makes(Mistake.HALLUCINATE) ? notThere(command) : command;
    }

    /** Its plan is past the treatment, whatever it was at. */
    private static Sight forgetful(Sight sight) {
        return sight.with(
                sight.plan()
                        .map(plan -> sight.steps().isEmpty()
                                ? plan
                                : plan.after(sight.steps().getLast()))
                        .map(plan -> plan.withoutTreatment()),
                List.of(),
                sight.admissible());
    }

    private static JsonObject admitting(JsonArray verdict) {
        return ((JsonObject) verdict.get(0)).with("value", Json.of(Role.ADMITTED));
    }

    private static String notThere(String text) {
        return text.replaceFirst("\\d+", String.valueOf(NOT_THERE));
    }

    private static String fromAfar(String command, Sight sight) {
        String thing = sight.plan()
                .map(plan -> plan.carrying().isEmpty() ? plan.goal().object() + " 1" : plan.carrying())
                .orElse("book 1");
        String place = sight.plan().map(plan -> plan.goal().place()).orElse("desk") + " 1";
        return command.startsWith("go to ")
                ? "take " + thing + " from " + command.substring("go to ".length())
                : "move " + thing + " to " + place;
    }

    /** Changes a text in the value of the first operation. */
    private static JsonArray change(JsonArray patch, String member, UnaryOperator<String> change) {
        JsonObject operation = (JsonObject) patch.get(0);
        JsonObject value = (JsonObject) operation.get("value").orElseThrow();
        String text = ((JsonString) value.get(member).orElseThrow()).value();
        return JsonArray.of(operation.with("value", value.with(member, Json.of(change.apply(text)))));
    }

    /** One of these. */
    <T> T choose(List<T> choices) {
        return chance.oneOf(Mistake.TRESPASS, choices);
    }
}
