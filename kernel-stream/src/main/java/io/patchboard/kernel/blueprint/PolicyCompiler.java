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

    Policy compile(JsonPlace node) {
        Policy fallback = Policy.DEFAULT;
        Optional<JsonPlace> retry = node.child("retry");
        Optional<JsonPlace> backoff = retry.flatMap(part -> part.child("backoff"));
        return new Policy(
                timeout(node, fallback.timeout()),
                retry.map(part -> part.count("maxAttempts", fallback.maxAttempts()))
                        .orElse(fallback.maxAttempts()),
                backoff.flatMap(part -> part.text("mode")).orElse("fixed").equals("exponential"),
                pause(backoff, "base", fallback.base()),
                pause(backoff, "cap", fallback.cap()),
                backoff.map(PolicyCompiler::jitter).orElse(fallback.jitter()),
                node.child("onExhausted").flatMap(this::onExhausted).orElse(fallback.onExhausted()));
    }

    private Duration pause(Optional<JsonPlace> backoff, String name, Duration fallback) {
        return backoff.map(part -> parts.duration(part, name, fallback)).orElse(fallback);
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
    private static int jitter(JsonPlace backoff) {
        return backoff.child("jitter")
                .filter(node -> node.value() instanceof JsonNumber)
                .map(node -> ((JsonNumber) node.value()).value())
                .filter(fraction -> fraction.signum() >= 0 && fraction.compareTo(BigDecimal.ONE) <= 0)
                .map(fraction ->
                        fraction.multiply(BigDecimal.valueOf(Policy.WHOLE)).intValue())
                .orElse(0);
    }

    private Optional<OnExhausted> onExhausted(JsonPlace node) {
        Optional<String> word = node.text();
        if (word.isPresent()) {
            return Optional.of(word.get().equals("halt") ? new OnExhausted.Halt() : new OnExhausted.Stop());
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
