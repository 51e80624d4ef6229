package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Failure;
import io.patchboard.record.Word;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Compiles policies: how long an answer may take, how often it is asked for again, and what comes then. */
final class PolicyCompiler {

    private static final String ON_ERROR = "onError";

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
        Optional<JsonPlace> outage = node.child("outage");
        List<Policy.Retry> retries =
                node.child("retry").map(part -> retries(part, fallback)).orElse(fallback.retries());
        return new Policy(
                timeout(node, fallback.timeout()),
                retries,
                new Policy.Outage(
                        outage.map(part -> parts.duration(
                                        part, "patience", fallback.outage().patience()))
                                .orElse(fallback.outage().patience()),
                        backoff(
                                outage,
                                fallback.outage().backoff(),
                                fallback.outage().backoff())),
                node.child("onExhausted").map(this::handlers).orElse(List.of()));
    }

    private List<Policy.Retry> retries(JsonPlace node, Policy fallback) {
        Policy.Retry unsaid = fallback.retries().get(0);
        List<JsonPlace> forms = forms(node);
        endsWithRest(forms, "retryOn");
        return forms.stream()
                .map(form -> new Policy.Retry(
                        errors(form.child("retryOn")),
                        form.count("maxAttempts", unsaid.maxAttempts()),
                        backoff(Optional.of(form), unsaid.backoff(), Backoff.NONE)))
                .toList();
    }

    private List<Policy.Handler> handlers(JsonPlace node) {
        List<JsonPlace> forms = forms(node);
        endsWithRest(forms, ON_ERROR);
        return forms.stream()
                .flatMap(form -> onExhausted(form.child("do").orElse(form))
                        .map(step -> new Policy.Handler(errors(form.child(ON_ERROR)), step))
                        .stream())
                .toList();
    }

    /** One, or a list of which the first that fits counts. */
    private static List<JsonPlace> forms(JsonPlace node) {
        return node.value() instanceof JsonArray ? node.items() : List.of(node);
    }

    /** Reports what comes behind one that is about all errors, and so is never asked. */
    private void endsWithRest(List<JsonPlace> forms, String classes) {
        for (int i = 0; i < forms.size() - 1; i++) {
            if (!forms.get(i).has(classes)) {
                parts.problems()
                        .add(
                                forms.get(i + 1).at(),
                                "Expected what is about all errors to be the last of its list, but this stands behind"
                                        + " one without " + classes + ", and would never count.");
                return;
            }
        }
    }

    /** The meta-schema reports what is no class. */
    private static Set<Failure.Kind> errors(Optional<JsonPlace> classes) {
        Set<Failure.Kind> kinds = EnumSet.noneOf(Failure.Kind.class);
        classes.map(JsonPlace::items).orElse(List.of()).stream()
                .flatMap(item -> item.text().stream())
                .flatMap(word -> Word.find(Failure.Kind.class, word).stream())
                .forEach(kinds::add);
        return kinds;
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
        Duration base = parts.duration(node, "base", fallback.base());
        return new Backoff(
                node.text("mode").map("exponential"::equals).orElse(fallback.exponential()),
                base,
                parts.duration(node, "cap", Collections.max(List.of(base, fallback.cap()))),
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
            parts.problems().add(reference.get().at(), parts.problems().unknown("worker", workers, worker.get()));
        }
        return worker.map(OnExhausted.Catch::new);
    }

    /** Reports workers that catch each other in a circle, which no trigger would come out of. */
    static void checkCatches(SortedMap<String, WorkerRole> workers, JsonPlace root, Problems problems) {
        for (WorkerRole worker : workers.values()) {
            worker.catchers().stream()
                    .filter(first -> leadsTo(worker.name(), first, workers))
                    .findFirst()
                    .ifPresent(first -> problems.add(
                            root.at().child("workers").child(worker.name()),
                            "Expected catches that come to an end, but worker \"" + worker.name()
                                    + "\" is caught by \"" + first + "\", and that leads back to \"" + worker.name()
                                    + "\". Give one of them a policy without a catch."));
        }
    }

    private static boolean leadsTo(String goal, String from, SortedMap<String, WorkerRole> workers) {
        Set<String> seen = new HashSet<>(Set.of(from));
        Deque<String> next = new ArrayDeque<>(seen);
        while (!next.isEmpty() && !seen.contains(goal)) {
            Optional.ofNullable(workers.get(next.remove())).map(WorkerRole::catchers).orElse(List.of()).stream()
                    .filter(seen::add)
                    .forEach(next::add);
        }
        return seen.contains(goal);
    }
}
