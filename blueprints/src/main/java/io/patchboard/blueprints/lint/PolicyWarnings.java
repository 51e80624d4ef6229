package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds policies that no worker names, so that what they say holds for nobody, pauses that last no time, and people who
 * have as little time as programs.
 */
final class PolicyWarnings {

    /** That of workers which name none. */
    private static final String DEFAULT = "default";

    private static final Duration LITTLE_FOR_A_PERSON = Duration.ofMinutes(10);

    private PolicyWarnings() {}

    static void check(JsonPlace root, Problems warnings) {
        Set<String> named = root.child("workers").map(JsonPlace::members).orElse(List.of()).stream()
                .flatMap(worker -> worker.text("policy").stream())
                .collect(Collectors.toSet());
        for (JsonPlace policy : root.child("policies").map(JsonPlace::members).orElse(List.of())) {
            String name = policy.at().last();
            if (!name.equals(DEFAULT) && !named.contains(name)) {
                warnings.add(
                        policy.at(),
                        "Expected a worker that names the policy \"" + name + "\", but none does. Write policy: " + name
                                + " for those that it is for, or call it " + DEFAULT
                                + " if it is for all that name none.");
            }
            policy.child("retry").ifPresent(retry -> checkPauses(retry, warnings));
        }
        root.into("policies")
                .into(DEFAULT)
                .text("timeout")
                .flatMap(Durations::parse)
                .filter(timeout -> timeout.compareTo(LITTLE_FOR_A_PERSON) < 0)
                .ifPresent(timeout -> checkPersons(root, timeout, warnings));
    }

    private static void checkPersons(JsonPlace root, Duration timeout, Problems warnings) {
        root.into("workers").members().stream()
                .filter(worker -> worker.text("kind").equals(Optional.of(WorkerRole.Kind.PERSON.word())))
                .filter(worker -> worker.child("policy").isEmpty())
                .forEach(worker -> warnings.add(
                        worker.at(),
                        "Expected a person to have some time to answer, but this one has "
                                + Durations.spoken(timeout) + " by the policy " + DEFAULT
                                + ". Give it a policy of its own; without a timeout there are 7 days."));
    }

    /** A retry, or a list of them. What an outage's backoff leaves out has defaults that last. */
    private static void checkPauses(JsonPlace retry, Problems warnings) {
        Stream.concat(Stream.of(retry), retry.items().stream())
                .flatMap(one -> one.child("backoff").stream())
                .filter(backoff -> backoff.child("base").isEmpty())
                .forEach(backoff -> warnings.add(
                        backoff.at(),
                        "Expected base, the first pause, but it is left out: it is PT0S, and nothing is waited."
                                + " Write base: PT1S, or leave out the backoff."));
    }
}
