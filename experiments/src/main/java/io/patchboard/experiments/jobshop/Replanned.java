package io.patchboard.experiments.jobshop;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the patch that brings another schedule onto the board. */
final class Replanned {

    private final Situation situation;
    private final Schedule schedule;
    private final List<Json> operations = new ArrayList<>();

    private Replanned(Situation situation, Schedule schedule) {
        this.situation = situation;
        this.schedule = schedule;
    }

    /** All of it, over whatever is there. */
    static JsonArray whole(Situation situation, Schedule schedule, JsonObject plan) {
        Replanned replanned = new Replanned(situation, schedule);
        JsonObject.Builder machines = JsonObject.builder();
        for (int machine = 0; machine < situation.instance().machines(); machine++) {
            machines.put(Names.machine(machine), ShopState.machine(situation.instance(), schedule, machine));
        }
        replanned.replace("/schedule", machines.build());
        return replanned.with(plan);
    }

    /** The machines that do something else. */
    static JsonArray machines(Situation situation, Schedule schedule, JsonObject plan) {
        Replanned replanned = new Replanned(situation, schedule);
        for (int machine = 0; machine < situation.instance().machines(); machine++) {
            JsonObject then = ShopState.machine(situation.instance(), schedule, machine);
            if (!then.equals(ShopState.machine(situation.instance(), situation.schedule(), machine))) {
                replanned.replace("/schedule/" + Names.machine(machine), then);
            }
        }
        return replanned.with(plan);
    }

    /** The operations that begin or end at another time, and the orders that are others. */
    static JsonArray operations(Situation situation, Schedule schedule, JsonObject plan) {
        Replanned replanned = new Replanned(situation, schedule);
        Instance instance = situation.instance();
        schedule.slots().forEach((op, slot) -> {
            if (!situation.schedule().slot(op).equals(Optional.of(slot))) {
                replanned.replace(ShopView.place(instance, op), ShopState.time(instance, op, slot));
            }
        });
        for (int machine = 0; machine < instance.machines(); machine++) {
            JsonObject order = ShopState.order(machine, schedule.on(instance, machine));
            if (!order.equals(ShopState.order(machine, situation.schedule().on(instance, machine)))) {
                replanned.replace("/schedule/" + Names.machine(machine) + "/order", order);
            }
        }
        return replanned.with(plan);
    }

    private JsonArray with(JsonObject plan) {
        if (schedule.makespan() != situation.schedule().makespan()) {
            replace("/makespan", Json.of(schedule.makespan()));
        }
        if (!situation.disruptions().isEmpty()) {
            replace("/accounts", Json.of(situation.disruptions().size()));
        }
        operations.add(Edit.add("/plans/-", situation.disruptions().isEmpty() ? plan : plan.with("moved", moved())));
        return JsonArray.copyOf(operations);
    }

    /** What of the plan before begins at another time: the edit radius, and how much of it is in progress. */
    private JsonObject moved() {
        List<Op> moved = schedule.movedFrom(situation.schedule());
        Set<Integer> begun = situation.underWay().keySet().stream().map(Op::job).collect(Collectors.toSet());
        return JsonObject.builder()
                .put("operations", moved.size())
                .put("jobs", moved.stream().map(Op::job).distinct().count())
                .put(
                        "inProgress",
                        moved.stream().filter(op -> begun.contains(op.job())).count())
                .build();
    }

    private void replace(String path, Json value) {
        operations.add(Edit.replace(path, value));
    }
}
