package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What is still to be done on a board.
 *
 * @param open invocations without an outcome, by id
 * @param waiting invocations that are to be made again
 * @param held rules that matched and whose invocations wait for something, in the order of their sequences
 * @param fruitless rules on quiescence whose match came to nothing, with the version of the state at which it did: at
 *     the same version it would come to nothing again
 * @param abandoned what would be done if the board were reopened, or a person wanted it
 * @param incidents what waits for a person, oldest first
 * @param gated patches that gates hold, oldest first; each has an incident of its own
 */
public record BoardWork(
        SortedMap<String, OpenInvocation> open,
        List<WaitingInvocation> waiting,
        List<HeldTrigger> held,
        Map<String, Long> fruitless,
        List<Abandoned> abandoned,
        List<Incident> incidents,
        List<HeldPatch> gated) {

    static final BoardWork NONE =
            new BoardWork(new TreeMap<>(), List.of(), List.of(), new TreeMap<>(), List.of(), List.of(), List.of());

    /** How much there is of it, of all kinds. */
    public int size() {
        return open.size() + waiting.size() + held.size() + abandoned.size() + incidents.size() + gated.size();
    }

    /** An invocation without an outcome: it is open, or a gate holds its answer. */
    public Optional<OpenInvocation> unended(String invocationId) {
        return Optional.ofNullable(open.get(invocationId))
                .or(() -> gated.stream()
                        .flatMap(patch -> patch.invocation().stream())
                        .filter(answered -> answered.id().equals(invocationId))
                        .findFirst());
    }

    /** The patch that the entry with this sequence says to be held. */
    public Optional<HeldPatch> heldPatch(long sequence) {
        return gated.stream().filter(patch -> patch.sequence() == sequence).findFirst();
    }

    /** Whether nobody invokes the worker until a person has decided something. */
    public boolean suspends(String worker) {
        for (Incident incident : incidents) {
            if (incident.suspends(worker)) {
                return true;
            }
        }
        return false;
    }

    /** What a person has to decide before anybody invokes the worker. */
    public List<Incident> suspending(String worker) {
        return incidents.stream().filter(incident -> incident.suspends(worker)).toList();
    }

    /** What a decision about it is about: what its worker was given up for, and what no other incident names. */
    public List<Abandoned> givenUp(Incident incident) {
        return abandoned.stream()
                .filter(one -> incident.isAbout(one)
                        && incidents.stream()
                                .noneMatch(other -> other.sequence() != incident.sequence()
                                        && other.trigger().isPresent()
                                        && other.isAbout(one)))
                .toList();
    }

    /** Whether a person has such a thing to decide already. */
    public boolean waitsFor(BoardHalted.Reason reason, String detail) {
        return incidents.stream()
                .anyMatch(incident ->
                        incident.reason() == reason && incident.detail().equals(detail));
    }

    /**
     * Whether no worker owes an answer, none is about to be asked, nobody has to decide anything, and time alone will
     * not change that.
     */
    boolean idle() {
        if (!open.isEmpty() || !waiting.isEmpty() || !incidents.isEmpty()) {
            return false;
        }
        for (HeldTrigger match : held) {
            if (match.ripens()) {
                return false;
            }
        }
        return true;
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put(
                        "open",
                        JsonArray.copyOf(open.values().stream()
                                .map(OpenInvocation::toJson)
                                .toList()))
                .put(
                        "waiting",
                        JsonArray.copyOf(
                                waiting.stream().map(WaitingInvocation::toJson).toList()))
                .put(
                        "held",
                        JsonArray.copyOf(held.stream().map(HeldTrigger::toJson).toList()))
                .put(
                        "fruitless",
                        JsonArray.copyOf(fruitless.entrySet().stream()
                                .map(entry -> JsonObject.builder()
                                        .put("rule", entry.getKey())
                                        .put("version", entry.getValue())
                                        .build())
                                .toList()))
                .putIfPresent("abandoned", json(abandoned, Abandoned::toJson))
                .putIfPresent("incidents", json(incidents, Incident::toJson))
                .putIfPresent("gated", json(gated, HeldPatch::toJson))
                .build();
    }

    /** Absent where there is nothing. */
    private static <T> Optional<Json> json(List<T> items, Function<T, JsonObject> write) {
        return items.isEmpty()
                ? Optional.empty()
                : Optional.of(JsonArray.copyOf(items.stream().map(write).toList()));
    }

    static BoardWork read(Fields fields, Function<String, Blueprint> blueprints) {
        SortedMap<String, OpenInvocation> open = new TreeMap<>();
        fields.records("open", item -> OpenInvocation.read(item, blueprints))
                .forEach(invocation -> open.put(invocation.id(), invocation));
        Map<String, Long> fruitless = new TreeMap<>();
        fields.records("fruitless", item -> fruitless.put(item.string("rule"), item.integer("version")) == null);
        return new BoardWork(
                open,
                fields.records("waiting", WaitingInvocation::read),
                fields.records("held", HeldTrigger::read),
                fruitless,
                fields.records("abandoned", Abandoned::read),
                fields.records("incidents", Incident::read),
                fields.records("gated", item -> HeldPatch.read(item, blueprints)));
    }

    void measure(BoardSize size) {
        open.values().forEach(invocation -> invocation.measure(size));
        waiting.forEach(next -> next.measure(size));
        held.forEach(match -> match.measure(size));
        fruitless.keySet().forEach(size::item);
        abandoned.forEach(one -> one.measure(size));
        incidents.forEach(one -> one.measure(size));
        gated.forEach(one -> one.measure(size));
    }
}
