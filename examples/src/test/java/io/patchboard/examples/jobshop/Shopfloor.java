package io.patchboard.examples.jobshop;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A small shop, schedules of it, and what is wrong with a board's state; shares no code with workers or blueprint. */
final class Shopfloor {

    private record Visit(int job, int machine, int duration) {}

    static final int DEADLINE = 60;

    private final List<List<Visit>> jobs;
    private final int machines;

    Shopfloor(int jobs, int machines, Random random) {
        this.machines = machines;
        this.jobs = IntStream.range(0, jobs)
                .mapToObj(job -> {
                    List<Integer> way =
                            new ArrayList<>(IntStream.range(0, machines).boxed().toList());
                    Collections.shuffle(way, random);
                    return way.stream()
                            .map(machine -> new Visit(job, machine, 1 + random.nextInt(4)))
                            .toList();
                })
                .toList();
    }

    private static String job(int number) {
        return "J" + (number + 1);
    }

    private static String machine(int number) {
        return "M" + (number + 1);
    }

    JsonObject input() {
        Map<String, Json> byMachine = new TreeMap<>();
        for (int machine = 0; machine < machines; machine++) {
            Map<String, Json> there = new TreeMap<>();
            for (List<Visit> way : jobs) {
                for (int i = 0; i < way.size(); i++) {
                    if (way.get(i).machine() == machine) {
                        there.put(
                                job(way.get(i).job()),
                                JsonObject.builder()
                                        .put("duration", way.get(i).duration())
                                        .put(
                                                "previous",
                                                i == 0
                                                        ? ""
                                                        : machine(way.get(i - 1).machine()))
                                        .put(
                                                "next",
                                                i + 1 == way.size()
                                                        ? ""
                                                        : machine(way.get(i + 1).machine()))
                                        .build());
                    }
                }
            }
            byMachine.put(machine(machine), JsonObject.copyOf(there));
        }
        return JsonObject.builder()
                .put("operations", JsonObject.copyOf(byMachine))
                .put("upcoming", JsonArray.EMPTY)
                .put("deadline", DEADLINE)
                .put("seconds", 1)
                .build();
    }

    /** A possible one, in which some machines wait for no reason; as {@code schedule} and {@code makespan}. */
    JsonObject schedule(Random random) {
        List<Integer> turns = new ArrayList<>();
        jobs.forEach(way -> way.forEach(visit -> turns.add(visit.job())));
        Collections.shuffle(turns, random);
        int[] step = new int[jobs.size()];
        int[] jobFree = new int[jobs.size()];
        int[] machineFree = new int[machines];
        Map<Integer, Map<Visit, Integer>> starts = new TreeMap<>();
        for (int job : turns) {
            Visit visit = jobs.get(job).get(step[job]++);
            int start = Math.max(jobFree[job], machineFree[visit.machine()]) + random.nextInt(2);
            jobFree[job] = start + visit.duration();
            machineFree[visit.machine()] = jobFree[job];
            starts.computeIfAbsent(visit.machine(), any -> new LinkedHashMap<>())
                    .put(visit, start);
        }
        Map<String, Json> schedule = new TreeMap<>();
        starts.forEach((machine, there) -> schedule.put(machine(machine), machine(machine, there)));
        int makespan = IntStream.of(jobFree).max().orElse(0);
        return JsonObject.of("schedule", JsonObject.copyOf(schedule)).with("makespan", Json.of(makespan));
    }

    private static JsonObject machine(int machine, Map<Visit, Integer> starts) {
        List<String> circle = new ArrayList<>(List.of(""));
        Map<String, Json> times = new TreeMap<>();
        starts.forEach((visit, start) -> {
            circle.add(job(visit.job()));
            times.put(
                    job(visit.job()),
                    JsonObject.builder()
                            .put("job", job(visit.job()))
                            .put("machine", machine(machine))
                            .put("start", start)
                            .put("end", start + visit.duration())
                            .put("lost", 0)
                            .build());
        });
        Map<String, Json> order = new TreeMap<>();
        for (int i = 0; i < circle.size(); i++) {
            order.put(
                    circle.get(i),
                    JsonObject.builder()
                            .put("job", circle.get(i))
                            .put("machine", machine(machine))
                            .put("after", circle.get((i + circle.size() - 1) % circle.size()))
                            .put("before", circle.get((i + 1) % circle.size()))
                            .build());
        }
        return JsonObject.builder()
                .put("machine", machine(machine))
                .put("order", JsonObject.copyOf(order))
                .put("times", JsonObject.copyOf(times))
                .build();
    }

    /** Whether a state that its schema allows has all operations, each where and when it can be. */
    boolean isPossible(JsonObject state) {
        JsonObject schedule = object(state, "schedule");
        int makespan = number(state, "makespan");
        if (schedule.size() != machines || makespan > DEADLINE) {
            return schedule.isEmpty() && makespan == 0;
        }
        int last = 0;
        for (int machine = 0; machine < machines; machine++) {
            if (!schedule.has(machine(machine)) || !isPossible(machine(machine), object(schedule, machine(machine)))) {
                return false;
            }
        }
        for (List<Visit> way : jobs) {
            int free = 0;
            for (Visit visit : way) {
                JsonObject time = object(object(object(schedule, machine(visit.machine())), "times"), job(visit.job()));
                int start = number(time, "start");
                int end = number(time, "end");
                if (start < free || end - start != visit.duration() || number(time, "lost") != 0) {
                    return false;
                }
                free = end;
            }
            last = Math.max(last, free);
        }
        return last == makespan;
    }

    private boolean isPossible(String name, JsonObject machine) {
        Set<String> all = new HashSet<>(
                IntStream.range(0, jobs.size()).mapToObj(Shopfloor::job).toList());
        JsonObject times = object(machine, "times");
        JsonObject order = object(machine, "order");
        if (!text(machine, "machine").equals(name) || !Set.copyOf(times.names()).equals(all)) {
            return false;
        }
        List<JsonObject> byStart = new ArrayList<>();
        for (String job : all) {
            JsonObject time = object(times, job);
            if (!text(time, "job").equals(job) || !text(time, "machine").equals(name)) {
                return false;
            }
            byStart.add(time);
        }
        byStart.sort(Comparator.comparingInt(time -> number(time, "start")));
        if (order.size() != all.size() + 1) {
            return false;
        }
        String before = "";
        int free = 0;
        for (JsonObject time : byStart) {
            String job = text(time, "job");
            if (number(time, "start") < free || !follow(order, name, before, job)) {
                return false;
            }
            free = number(time, "end");
            before = job;
        }
        return follow(order, name, before, "");
    }

    private static boolean follow(JsonObject order, String machine, String one, String other) {
        JsonObject first = object(order, one);
        JsonObject second = object(order, other);
        return text(first, "job").equals(one)
                && text(first, "machine").equals(machine)
                && text(first, "before").equals(other)
                && text(second, "after").equals(one);
    }

    private static JsonObject object(JsonObject of, String name) {
        return (JsonObject) of.get(name).orElse(JsonObject.EMPTY);
    }

    private static String text(JsonObject of, String name) {
        return of.get(name).map(text -> ((JsonString) text).value()).orElse("-");
    }

    private static int number(JsonObject of, String name) {
        return of.get(name)
                .map(number -> ((JsonNumber) number).value().intValue())
                .orElse(-1);
    }
}
