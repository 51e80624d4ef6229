package io.patchboard.experiments.jobshop;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Finds small edits of a schedule that leave it possible, and its makespan what it is. */
final class EditedShop {

    private final Instance instance;
    private final Schedule schedule;
    private final List<Map<Op, Slot>> delays = new ArrayList<>();
    private final List<Map<Op, Slot>> swaps = new ArrayList<>();

    EditedShop(Instance instance, Schedule schedule) {
        this.instance = instance;
        this.schedule = schedule;
        for (int machine = 0; machine < instance.machines(); machine++) {
            List<Op> ops = schedule.on(instance, machine);
            for (int i = 0; i < ops.size(); i++) {
                delay(ops.get(i), i + 1 < ops.size() ? start(ops.get(i + 1)) : schedule.makespan());
                if (i + 1 < ops.size()) {
                    swap(ops.get(i), ops.get(i + 1));
                }
            }
        }
    }

    private void delay(Op op, int free) {
        Slot later = at(op, start(op) + 1);
        if (later.end() <= Math.min(free, start(op.next()))) {
            delays.add(Map.of(op, later));
        }
    }

    private void swap(Op one, Op other) {
        Slot earlier = at(other, start(one));
        Slot later = at(one, earlier.end());
        boolean possible = later.end() <= start(one.next())
                && schedule.slot(new Op(other.job(), other.step() - 1))
                        .filter(slot -> slot.end() > earlier.start())
                        .isEmpty()
                && schedule.slots().get(other).end() < schedule.makespan();
        if (possible) {
            swaps.add(Map.of(one, later, other, earlier));
        }
    }

    private int start(Op op) {
        return schedule.slot(op).map(Slot::start).orElse(schedule.makespan());
    }

    private Slot at(Op op, int start) {
        return schedule.slots().get(op).at(start);
    }

    /** An edit and the one that undoes it: of times alone, or also of an order. */
    List<JsonArray> thereAndBack(Random random) {
        List<Map<Op, Slot>> kind = random.nextBoolean() && !swaps.isEmpty() ? swaps : delays;
        Map<Op, Slot> moved = kind.get(random.nextInt(kind.size()));
        Map<Op, Slot> slots = new HashMap<>(schedule.slots());
        slots.putAll(moved);
        Schedule edited = new Schedule(slots);
        return List.of(edit(moved, schedule, edited), edit(moved, edited, schedule));
    }

    private JsonArray edit(Map<Op, Slot> moved, Schedule from, Schedule to) {
        List<Json> operations = new ArrayList<>();
        moved.keySet()
                .forEach(op -> operations.add(Edit.replace(
                        ShopView.place(instance, op),
                        ShopState.time(instance, op, to.slots().get(op)))));
        int machine = instance.step(moved.keySet().iterator().next()).machine();
        JsonObject before = ShopState.order(machine, from.on(instance, machine));
        ShopState.order(machine, to.on(instance, machine)).members().forEach((job, neighbours) -> {
            if (!before.get(job).equals(Optional.of(neighbours))) {
                operations.add(Edit.replace("/schedule/" + Names.machine(machine) + "/order/" + job, neighbours));
            }
        });
        return JsonArray.copyOf(operations);
    }
}
