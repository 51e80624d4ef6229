package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonPlace;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Compiles policies: how long an answer may take, how often it is asked for again, and what comes then. */
final class PolicyCompiler {

    private final Parts parts;
    private final Collection<String> workers;

    /** @param workers names of the workers that a policy may call */
    PolicyCompiler(Parts parts, Collection<String> workers) {
        this.parts = parts;
        this.workers = workers;
    }

    /** @param kind of the worker that it is for: what is left out has the default of that kind */
    Policy compile(JsonPlace node, WorkerRole.Kind kind) {
        Policy fallback = Policy.defaultOf(kind);
        Optional<JsonPlace> retry = node.child("retry");
        Optional<JsonPlace> outage = node.child("outage");
        Optional<OnExhausted> declared = node.child("onExhausted").flatMap(this::onExhausted);
        return new Policy(
                timeout(node, fallback.timeout()),
                retry.map(part -> part.count("maxAttempts", fallback.maxAttempts()))
                        .orElse(fallback.maxAttempts()),
                backoff(retry, fallback.backoff(), Backoff.NONE),
                new Policy.Outage(
                        outage.map(part -> parts.duration(
                                        part, "patience", fallback.outage().patience()))
                                .orElse(fallback.outage().patience()),
                        backoff(
                                outage,
                                fallback.outage().backoff(),
                                fallback.outage().backoff()),
                        declared.orElse(fallback.outage().onExhausted())),
                declared.orElse(fallback.onExhausted()));
    }

    /**
     * @param unsaid where there is none
     * @param fallback what is left out of one that there is
     */
    private Backoff backoff(Optional<JsonPlace> owner, Backoff unsaid, Backoff fallback) {
        Optional<JsonPlace> declared = owner.flatMap(part -> part.child("backoff"));
        if (declared.isEmpty()) {
            return unsaid;
        }
        JsonPlace node = declared.get();
        return new Backoff(
                node.text("mode").map("exponential"::equals).orElse(fallback.exponential()),
                parts.duration(node, "base", fallback.base()),
                parts.duration(node, "cap", fallback.cap()),
                jitter(node).orElse(fallback.jitter()));
    }

    private Duration timeout(JsonPlace policy, Duration fallback) {
        Duration timeout = parts.duration(policy, "timeout", fallback);
        if (timeout.isZero()) {
            parts.problems()
                    .add(
                            policy.at().child("timeout"),
                            "Expected a timeout of a millisecond or more, but got none at all.");
        }
        return timeout;
    }

    /** In millionths; the meta-schema reports what is no fraction. */
    private static Optional<Integer> jitter(JsonPlace backoff) {
        return backoff.child("jitter")
                .filter(node -> node.value() instanceof JsonNumber)
                .map(node -> ((JsonNumber) node.value()).value())
                .filter(fraction -> fraction.signum() >= 0 && fraction.compareTo(BigDecimal.ONE) <= 0)
                .map(fraction ->
                        fraction.multiply(BigDecimal.valueOf(Backoff.WHOLE)).intValue());
    }

    private Optional<OnExhausted> onExhausted(JsonPlace node) {
        Optional<String> word = node.text();
        if (word.isPresent()) {
            return Optional.of(
                    switch (word.get()) {
                        case "halt" -> new OnExhausted.Halt();
                        case "incident" -> new OnExhausted.Incident();
                        default -> new OnExhausted.Stop();
                    });
        }
        Optional<OnExhausted> back =
                node.child("restore").flatMap(JsonPlace::text).map(OnExhausted.Restore::new);
        if (back.isPresent()) {
            return back;
        }
        Optional<JsonPlace> reference = node.child("catch");
        Optional<String> worker = reference.flatMap(JsonPlace::text);
        if (worker.isPresent() && !workers.contains(worker.get())) {
            parts.problems().add(reference.get().at(), Parts.unknown("worker", workers, worker.get()));
        }
        return worker.map(OnExhausted.Catch::new);
    }

    /** Reports workers that catch each other in a circle, which no trigger would come out of. */
    static void checkCatches(SortedMap<String, WorkerRole> workers, JsonPlace root, Problems problems) {
        for (Map.Entry<String, WorkerRole> worker : workers.entrySet()) {
            Set<String> seen = new HashSet<>();
            Optional<String> next = Optional.of(worker.getKey());
            while (next.isPresent() && seen.add(next.get())) {
                next = Optional.ofNullable(workers.get(next.get())).flatMap(WorkerRole::catcher);
            }
            if (next.filter(worker.getKey()::equals).isPresent()) {
                problems.add(
                        root.at().child("workers").child(worker.getKey()),
                        "Expected catches that come to an end, but worker \"" + worker.getKey() + "\" is caught by \""
                                + worker.getValue().catcher().orElseThrow() + "\", and that leads back to \""
                                + worker.getKey() + "\". Give one of them a policy without a catch.");
            }
        }
    }
}
