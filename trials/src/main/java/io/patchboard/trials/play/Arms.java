package io.patchboard.trials.play;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The arms: the system, its controls, and the system without one of its parts or with less room. */
public final class Arms {

    public static final String PATCHBOARD = "patchboard";

    /** As wide as a view can be needed: all of a board. */
    private static final long WHOLE = 200_000;

    private static final List<Long> BUDGETS = List.of(1_000L, 2_000L, 4_000L);

    private static final JsonArray ALL_PLACES = JsonArray.of(JsonObject.builder()
            .put("op", JsonArray.of(Json.of("add"), Json.of("replace")))
            .put("path", "/**")
            .build());

    private static final JsonArray ALL_VALUES = JsonArray.ofStrings(List.of(
            "/game", "/task", "/steps", "/plan", "/observations", "/admissible", "/actions", "/hints", "/outcome"));

    private final Blueprints blueprints = new Blueprints();
    private final TeamBlueprint household = Household.standard();
    private final List<Arm<Table>> all = new ArrayList<>();

    private Arms() {
        board(PATCHBOARD, "the household team on the kernel, its blueprint as it stands", household);
        all.add(new Arm<>(
                "generated",
                "the same, but that an architect makes a blueprint for each game, its schema for the game's task",
                new GeneratedPlay(blueprints)));
        all.add(new Arm<>(
                "plain",
                "control: a document that everybody reads and overwrites; what cannot be read is put behind it",
                BlackboardPlay.of(household, false)));
        all.add(new Arm<>(
                "structured",
                "control: a typed JSON document; what does not parse or fit its type is dropped, no contracts",
                BlackboardPlay.of(household, true)));
        all.add(new Arm<>(
                "messages",
                "control: a supervisor and sub-agents that pass messages; each is shown all that was said and seen so far",
                new MessagesPlay(household)));
        all.add(new Arm<>(
                "no-patches",
                "ablation (C1): no patches and no schema; roles answer in words, which stand on the board as messages",
                new KernelPlay(Messages.blueprint(household), blueprints, KernelPlay.Manner.WORDS)));
        board(
                "no-contracts",
                "ablation: everybody may add and replace anything; schema and invariants stay",
                household.roles(
                        Household.ROLES, role -> role.with("write", ALL_PLACES).without("patch")));
        board(
                "no-views",
                "ablation (C3): every role is shown the whole board",
                household.roles(
                        Household.ROLES, role -> role.with("read", ALL_VALUES).with("view", chars(WHOLE))));
        board(
                "no-circuit",
                "ablation: every threshold of the circuit policy at its greatest, and every trip is followed by a retry",
                household.with("circuit", none -> noCircuit()));
        all.add(new Arm<>(
                "no-feedback",
                "ablation: who is asked again is not told why the answer before was rejected",
                new KernelPlay(household, blueprints, KernelPlay.Manner.UNTOLD)));
        BUDGETS.forEach(budget -> board(
                "tokens-" + budget / 1_000 + "k",
                "context budget: views of " + budget + " tokens at most, beside what is the same in each",
                household.roles(
                        Household.ROLES,
                        role -> role.with(
                                "view",
                                chars(WHOLE).with("maxTokens", Json.of(household.fixedTokens(role) + budget))))));
        BUDGETS.forEach(budget -> board(
                "views-" + budget / 1_000 + "k",
                "context budget: views of " + budget + " characters at most, beside what is the same in each",
                household.roles(
                        Household.ROLES, role -> role.with("view", chars(household.fixedChars(role) + budget)))));
    }

    private void board(String name, String meaning, TeamBlueprint changed) {
        all.add(new Arm<>(name, meaning, new KernelPlay(changed, blueprints, KernelPlay.Manner.PATCHES)));
    }

    public static List<Arm<Table>> all() {
        return List.copyOf(new Arms().all);
    }

    public static Optional<Arm<Table>> named(String name) {
        return all().stream().filter(arm -> arm.name().equals(name)).findFirst();
    }

    private static JsonObject chars(long budget) {
        return JsonObject.of("maxChars", Json.of(budget));
    }

    private static JsonObject noCircuit() {
        JsonObject.Builder circuit = JsonObject.builder();
        List.of("invalidStreak", "noOpStreak", "sameRejection", "staleStreak", "failureStreak")
                .forEach(streak -> circuit.put(streak, 100));
        return circuit.put(
                        "repeatedState",
                        JsonObject.builder().put("window", 1).put("times", 100).build())
                .put(
                        "cycle",
                        JsonObject.builder()
                                .put("maxPeriod", 1)
                                .put("repeats", 20)
                                .build())
                .put("onTrip", JsonArray.of(Json.of("retry")))
                .build();
    }
}
