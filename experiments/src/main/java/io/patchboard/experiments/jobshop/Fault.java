package io.patchboard.experiments.jobshop;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What can be wrong with a schedule (ALAS, section 4.2: structural faults). */
public enum Fault {
    /** A step of a job is done before the one that comes first. */
    PRECEDENCE_SWAP {
        @Override
        Map<Op, Slot> in(Instance instance, Map<Op, Slot> slots, int deadline, Random random) {
            Op op = any(
                    instance.ops().stream().filter(one -> slots.containsKey(one.next())),
                    random,
                    "Expected a job of two steps at least.");
            int begin = slots.get(op).start();
            slots.put(op, slots.get(op).at(begin + length(slots, op.next())));
            slots.put(op.next(), slots.get(op.next()).at(begin));
            return slots;
        }
    },
    /** A machine does two operations at once. */
    DOUBLE_BOOKING {
        @Override
        Map<Op, Slot> in(Instance instance, Map<Op, Slot> slots, int deadline, Random random) {
            return together(instance, slots, 2, random);
        }
    },
    /** A machine does more than two at once. */
    CAPACITY_OVERFLOW {
        @Override
        Map<Op, Slot> in(Instance instance, Map<Op, Slot> slots, int deadline, Random random) {
            return together(instance, slots, 4, random);
        }
    },
    /** An operation ends after everything has to be done. */
    DEADLINE_MISS {
        @Override
        Map<Op, Slot> in(Instance instance, Map<Op, Slot> slots, int deadline, Random random) {
            Op op = any(
                    instance.ops().stream().filter(one -> !slots.containsKey(one.next())), random, "Expected a job.");
            slots.put(op, slots.get(op).at(deadline - length(slots, op) + 1 + random.nextInt(50)));
            return slots;
        }
    };

    abstract Map<Op, Slot> in(Instance instance, Map<Op, Slot> slots, int deadline, Random random);

    /** As it stands in tables. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A schedule with the fault somewhere. */
    Schedule in(Instance instance, Schedule schedule, int deadline, Random random) {
        return new Schedule(in(instance, new HashMap<>(schedule.slots()), deadline, random));
    }

    private static int length(Map<Op, Slot> slots, Op op) {
        return slots.get(op).end() - slots.get(op).start();
    }

    private static Map<Op, Slot> together(Instance instance, Map<Op, Slot> slots, int count, Random random) {
        Schedule schedule = new Schedule(slots);
        List<List<Op>> machines = IntStream.range(0, instance.machines())
                .mapToObj(machine -> schedule.on(instance, machine))
                .filter(ops -> ops.size() > 1)
                .toList();
        List<Op> there = any(machines.stream(), random, "Expected a machine that does two operations at least.");
        int first = random.nextInt(Math.max(1, there.size() - count));
        int start = slots.get(there.get(first)).start();
        there.stream()
                .skip(first + 1L)
                .limit(count - 1L)
                .forEach(op -> slots.put(op, slots.get(op).at(start)));
        return slots;
    }

    private static <T> T any(Stream<T> of, Random random, String expected) {
        List<T> all = of.toList();
        if (all.isEmpty()) {
            throw new IllegalArgumentException(expected);
        }
        return all.get(random.nextInt(all.size()));
    }
}
