package io.patchboard.experiments.jobshop;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A job shop as it stands on a board: read from a state or a view, and written into an input or a patch. */
final class ShopState {

    private ShopState() {}

    /**
     * A board's input.
     *
     * @param upcoming what is going to go wrong, in the order of time
     * @param deadline when everything has to be done
     * @param seconds to search for better schedules
     */
    static JsonObject input(Instance instance, List<Incident> upcoming, int deadline, int seconds) {
        return JsonObject.builder()
                .put("operations", operations(instance))
                .put(
                        "upcoming",
                        JsonArray.copyOf(
                                upcoming.stream().map(ShopState::incident).toList()))
                .put("deadline", deadline)
                .put("seconds", seconds)
                .build();
    }

    private static JsonObject operations(Instance instance) {
        Map<String, Map<String, Json>> byMachine = new TreeMap<>();
        for (int machine = 0; machine < instance.machines(); machine++) {
            byMachine.put(Names.machine(machine), new TreeMap<>());
        }
        for (Op op : instance.ops()) {
            List<Instance.Step> steps = instance.jobs().get(op.job());
            boolean last = op.step() + 1 == steps.size();
            byMachine
                    .get(Names.machine(instance.step(op).machine()))
                    .put(
                            Names.job(op.job()),
                            JsonObject.builder()
                                    .put("duration", instance.step(op).duration())
                                    .put(
                                            "previous",
                                            op.step() == 0
                                                    ? ""
                                                    : Names.machine(steps.get(op.step() - 1)
                                                            .machine()))
                                    .put(
                                            "next",
                                            last
                                                    ? ""
                                                    : Names.machine(steps.get(op.step() + 1)
                                                            .machine()))
                                    .build());
        }
        Map<String, Json> operations = new TreeMap<>();
        byMachine.forEach((machine, jobs) -> operations.put(machine, JsonObject.copyOf(jobs)));
        return JsonObject.copyOf(operations);
    }

    private static JsonObject incident(Incident incident) {
        return JsonObject.builder()
                .put("kind", incident.kind() == Incident.Kind.BREAKDOWN ? "breakdown" : "delay")
                .put("machine", Names.machine(incident.machine()))
                .put("at", incident.at())
                .put("units", incident.units())
                .build();
    }

    /** What a machine does, as it stands under {@code /schedule}. */
    static JsonObject machine(Instance instance, Schedule schedule, int machine) {
        List<Op> ops = schedule.on(instance, machine);
        Map<String, Json> times = new TreeMap<>();
        ops.forEach(op -> times.put(
                Names.job(op.job()), time(instance, op, schedule.slots().get(op))));
        return JsonObject.builder()
                .put("machine", Names.machine(machine))
                .put("order", order(machine, ops))
                .put("times", JsonObject.copyOf(times))
                .build();
    }

    /** What is done on a machine, as a circle: each has who comes before and after it, and "" stands for both ends. */
    static JsonObject order(int machine, List<Op> ops) {
        List<String> circle = new ArrayList<>(List.of(""));
        ops.forEach(op -> circle.add(Names.job(op.job())));
        JsonObject.Builder order = JsonObject.builder();
        for (int i = 0; i < circle.size(); i++) {
            order.put(
                    circle.get(i),
                    JsonObject.builder()
                            .put("job", circle.get(i))
                            .put("machine", Names.machine(machine))
                            .put("after", circle.get(Math.floorMod(i - 1, circle.size())))
                            .put("before", circle.get((i + 1) % circle.size()))
                            .build());
        }
        return order.build();
    }

    static JsonObject time(Instance instance, Op op, Slot slot) {
        return JsonObject.builder()
                .put("job", Names.job(op.job()))
                .put("machine", Names.machine(instance.step(op).machine()))
                .put("start", slot.start())
                .put("end", slot.end())
                .put("lost", slot.lost())
                .build();
    }

    static JsonObject disruption(Disruption met) {
        return JsonObject.builder()
                .put("machine", Names.machine(met.machine()))
                .put("from", met.from())
                .put("to", met.to())
                .put("job", met.job().map(Names::job).orElse(""))
                .put("lost", met.lost())
                .build();
    }

    /**
     * Reads what there is to plan with from the members of a state; those that are not there count as empty.
     *
     * @throws IllegalArgumentException if the operations are none of a job shop
     */
    static Situation read(JsonObject state) {
        Instance instance = instance(object(state, "operations"));
        Map<Op, Slot> slots = new HashMap<>();
        Map<String, Op> byPlace = new HashMap<>();
        instance.ops().forEach(op -> byPlace.put(place(instance, op), op));
        for (Map.Entry<String, Json> machine :
                object(state, "schedule").members().entrySet()) {
            for (Map.Entry<String, Json> time :
                    object((JsonObject) machine.getValue(), "times").members().entrySet()) {
                Op op = byPlace.get(machine.getKey() + " " + time.getKey());
                if (op != null && time.getValue() instanceof JsonObject slot) {
                    slots.put(op, new Slot(number(slot, "start"), number(slot, "end"), number(slot, "lost")));
                }
            }
        }
        List<Disruption> disruptions = array(state, "disruptions").stream()
                .map(each -> disruption((JsonObject) each))
                .toList();
        return new Situation(instance, new Schedule(slots), disruptions, number(state, "now"));
    }

    private static String place(Instance instance, Op op) {
        return Names.machine(instance.step(op).machine()) + " " + Names.job(op.job());
    }

    private static Instance instance(JsonObject operations) {
        SortedMap<Integer, Map<String, JsonObject>> byJob = new TreeMap<>();
        operations
                .members()
                .forEach((machine, jobs) -> ((JsonObject) jobs)
                        .members()
                        .forEach((job, operation) -> byJob.computeIfAbsent(Names.number(job), any -> new TreeMap<>())
                                .put(machine, (JsonObject) operation)));
        int machines = operations.names().stream().mapToInt(Names::number).max().orElse(-1) + 1;
        if (!byJob.isEmpty() && (machines > operations.size() || byJob.lastKey() >= byJob.size())) {
            throw new IllegalArgumentException("Expected jobs and machines to be numbered without gaps, but of "
                    + byJob.size() + " jobs and " + operations.size() + " machines the last are "
                    + Names.job(byJob.lastKey()) + " and " + Names.machine(machines - 1) + ".");
        }
        List<List<Instance.Step>> jobs = new ArrayList<>();
        byJob.values().forEach(visits -> jobs.add(steps(visits)));
        return new Instance(jobs, machines);
    }

    private static List<Instance.Step> steps(Map<String, JsonObject> visits) {
        List<Instance.Step> steps = new ArrayList<>();
        Optional<String> at = visits.keySet().stream()
                .filter(machine -> text(visits.get(machine), "previous").isEmpty())
                .findFirst();
        while (at.isPresent() && steps.size() < visits.size()) {
            JsonObject operation = visits.get(at.get());
            if (operation == null) {
                throw new IllegalArgumentException("Expected an operation on " + at.get() + ", but there is none.");
            }
            steps.add(new Instance.Step(Names.number(at.get()), number(operation, "duration")));
            at = Optional.of(text(operation, "next")).filter(next -> !next.isEmpty());
        }
        if (at.isPresent() || steps.size() < visits.size()) {
            throw new IllegalArgumentException(
                    "Expected the steps of a job to follow each other to the last, but those on " + visits.keySet()
                            + " do not.");
        }
        return steps;
    }

    private static Disruption disruption(JsonObject met) {
        return new Disruption(
                Names.number(text(met, "machine")),
                number(met, "from"),
                number(met, "to"),
                Optional.of(text(met, "job")).filter(job -> !job.isEmpty()).map(Names::number),
                number(met, "lost"));
    }

    static Incident incident(JsonObject told) {
        return new Incident(
                text(told, "kind").equals("breakdown") ? Incident.Kind.BREAKDOWN : Incident.Kind.DELAY,
                Names.number(text(told, "machine")),
                number(told, "at"),
                number(told, "units"));
    }

    static JsonObject object(JsonObject of, String name) {
        return of.get(name).orElse(null) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    static JsonArray array(JsonObject of, String name) {
        return of.get(name).orElse(null) instanceof JsonArray array ? array : JsonArray.EMPTY;
    }

    static String text(JsonObject of, String name) {
        return of.get(name).orElse(null) instanceof JsonString text ? text.value() : "";
    }

    /** @throws IllegalArgumentException if it is none that fits */
    static int number(JsonObject of, String name) {
        try {
            return of.get(name).orElse(null) instanceof JsonNumber number
                    ? number.value().intValueExact()
                    : 0;
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("Expected a whole number up to " + Integer.MAX_VALUE + " at " + name
                    + ", but got " + JsonWriter.compact(of.get(name).orElseThrow()) + ".");
        }
    }
}
