package io.patchboard.experiments.jobshop;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each machine does one after the other, and what follows of it: when each operation begins at the earliest, and
 * how long it takes from its end to the end of all. Operations are numbered job by job. What has begun is where it is.
 * Mutable, for one thread.
 */
final class Sequences {

    static final int NONE = -1;

    final List<Op> ops;
    final int[] duration;
    final int[] machine;
    final boolean[] begun;

    /** Before which it cannot begin, whatever else there is. */
    private final int[] release;

    /** The operations before and after it in its job. */
    final int[] jobBefore;

    final int[] jobAfter;
    final int[][] order;
    final int[] position;

    /** The earliest start, and the longest way from its end to the end of all. */
    final int[] head;

    final int[] tail;
    private final int[] sorted;
    private final int[] waitsFor;
    private int makespan;

    private final Situation situation;

    /** @param schedule all operations, in an order that is possible */
    Sequences(Situation situation, Schedule schedule) {
        this.situation = situation;
        Instance instance = situation.instance();
        this.ops = instance.ops();
        int count = ops.size();
        Map<Op, Integer> numbers = new HashMap<>();
        for (int op = 0; op < count; op++) {
            numbers.put(ops.get(op), op);
        }
        this.duration = ops.stream().mapToInt(situation::takes).toArray();
        this.machine = ops.stream().mapToInt(op -> instance.step(op).machine()).toArray();
        this.begun = new boolean[count];
        this.release = new int[count];
        for (int op = 0; op < count; op++) {
            begun[op] = situation.begun(ops.get(op));
            release[op] = begun[op]
                    ? situation.schedule().slots().get(ops.get(op)).start()
                    : Math.max(situation.now(), situation.outOfOrder().getOrDefault(machine[op], 0));
        }
        this.jobAfter = ops.stream()
                .mapToInt(op -> numbers.getOrDefault(op.next(), NONE))
                .toArray();
        this.jobBefore = new int[count];
        Arrays.fill(jobBefore, NONE);
        for (int op = 0; op < count; op++) {
            if (jobAfter[op] != NONE) {
                jobBefore[jobAfter[op]] = op;
            }
        }
        this.order = new int[instance.machines()][];
        for (int each = 0; each < order.length; each++) {
            order[each] =
                    schedule.on(instance, each).stream().mapToInt(numbers::get).toArray();
        }
        this.position = new int[count];
        this.head = new int[count];
        this.tail = new int[count];
        this.sorted = new int[count];
        this.waitsFor = new int[count];
        number();
        evaluate();
    }

    private void number() {
        for (int[] sequence : order) {
            for (int at = 0; at < sequence.length; at++) {
                position[sequence[at]] = at;
            }
        }
    }

    int makespan() {
        return makespan;
    }

    int machineBefore(int op) {
        return position[op] == 0 ? NONE : order[machine[op]][position[op] - 1];
    }

    int machineAfter(int op) {
        int[] sequence = order[machine[op]];
        return position[op] + 1 == sequence.length ? NONE : sequence[position[op] + 1];
    }

    /** When an operation ends; 0 for none. */
    int end(int op) {
        return op == NONE ? 0 : head[op] + duration[op];
    }

    /** From the beginning of an operation to the end of all; 0 for none. */
    int rest(int op) {
        return op == NONE ? 0 : tail[op] + duration[op];
    }

    /** Moves the operation at one position of a machine to another; those between make room. */
    void move(int onMachine, int from, int to) {
        int[] sequence = order[onMachine];
        int moved = sequence[from];
        if (from < to) {
            System.arraycopy(sequence, from + 1, sequence, from, to - from);
        } else {
            System.arraycopy(sequence, to, sequence, to + 1, from - to);
        }
        sequence[to] = moved;
        for (int at = Math.min(from, to); at <= Math.max(from, to); at++) {
            position[sequence[at]] = at;
        }
        evaluate();
    }

    void restore(int[][] other) {
        for (int each = 0; each < order.length; each++) {
            System.arraycopy(other[each], 0, order[each], 0, other[each].length);
        }
        number();
        evaluate();
    }

    int[][] copy() {
        return Arrays.stream(order).map(int[]::clone).toArray(int[][]::new);
    }

    private void evaluate() {
        int count = ops.size();
        int ready = 0;
        for (int op = 0; op < count; op++) {
            waitsFor[op] = (jobBefore[op] == NONE ? 0 : 1) + (position[op] == 0 ? 0 : 1);
            if (waitsFor[op] == 0) {
                sorted[ready++] = op;
            }
        }
        makespan = 0;
        for (int next = 0; next < ready; next++) {
            int op = sorted[next];
            head[op] = Math.max(release[op], Math.max(end(jobBefore[op]), end(machineBefore(op))));
            makespan = Math.max(makespan, head[op] + duration[op]);
            ready = begins(jobAfter[op], ready);
            ready = begins(machineAfter(op), ready);
        }
        if (ready < count) {
            throw new IllegalStateException(
                    "Expected an order without a circle, but " + (count - ready) + " operations wait for each other.");
        }
        for (int next = count - 1; next >= 0; next--) {
            int op = sorted[next];
            tail[op] = Math.max(rest(jobAfter[op]), rest(machineAfter(op)));
        }
    }

    /** @return how many can begin, with this one if it waits for nothing more */
    private int begins(int op, int ready) {
        if (op == NONE || --waitsFor[op] > 0) {
            return ready;
        }
        sorted[ready] = op;
        return ready + 1;
    }

    Schedule schedule() {
        Map<Op, Slot> slots = new HashMap<>();
        for (int op = 0; op < ops.size(); op++) {
            slots.put(ops.get(op), situation.slot(ops.get(op), head[op]));
        }
        return new Schedule(slots);
    }
}
