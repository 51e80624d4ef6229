package io.patchboard.gateway.inject;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Failure;
import io.patchboard.record.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The faults of a file, and the seed that shares of them are drawn with.
 *
 * @param faults the first that strikes counts
 */
public record InjectedFaults(long seed, List<InjectedFault> faults) {

    private static final Set<String> KINDS = Set.of("timeout", "failure", "violation");
    private static final Set<String> FIELDS =
            Set.of("label", "worker", "kind", "class", "message", "value", "share", "attempts");

    public InjectedFaults {
        faults = List.copyOf(faults);
    }

    /** @throws IllegalArgumentException naming the first mistake and its place */
    public static InjectedFaults read(Json document) {
        JsonPlace file = JsonPlace.of(document);
        List<InjectedFault> faults = new ArrayList<>();
        for (JsonPlace fault : file.items("faults")) {
            faults.add(fault(fault));
        }
        require(!faults.isEmpty(), file.into("faults"), "a list of faults");
        return new InjectedFaults(file.integer("seed").orElse(0L), faults);
    }

    private static InjectedFault fault(JsonPlace fault) {
        fault.members()
                .forEach(member -> require(
                        FIELDS.contains(member.name()),
                        member,
                        "one of " + FIELDS.stream().sorted().toList()));
        String kind = fault.text("kind").orElse("");
        require(
                KINDS.contains(kind),
                fault.into("kind"),
                "one of " + KINDS.stream().sorted().toList());
        String label = fault.text("label").orElse("");
        require(!label.isEmpty(), fault.into("label"), "a text");
        require(fault.text("worker").isPresent(), fault.into("worker"), "the name of a worker");
        String word = kind.equals("timeout") ? kind : fault.text("class").orElse("refused");
        Optional<Failure.Kind> error = Word.find(Failure.Kind.class, word);
        require(error.isPresent(), fault.into("class"), "a class of failures");
        double share = fault.child("share")
                .map(place -> place.value() instanceof JsonNumber number
                        ? number.value().doubleValue()
                        : -1.0)
                .orElse(1.0);
        require(share >= 0 && share <= 1, fault.into("share"), "a number from 0 to 1");
        return new InjectedFault(
                label,
                fault.text("worker").orElseThrow(),
                Failure.of(error.orElseThrow(), fault.text("message").orElse("Injected: " + label)),
                kind.equals("violation"),
                fault.into("value").value(),
                share,
                fault.integer("attempts").orElse(1L));
    }

    private static void require(boolean holds, JsonPlace place, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "Expected " + expected + " at " + place.at() + ", but got " + place.value() + ".");
        }
    }

    /** What goes wrong with an invocation. */
    public Optional<InjectedFault> of(Invocation invocation) {
        return faults.stream().filter(fault -> fault.strikes(invocation, seed)).findFirst();
    }
}
