package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.PathPattern;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Compiles the small parts of a blueprint, and reports what is wrong with them. */
record Parts(Problems problems) {

    /** Ten years: longer than any board, and short enough to be added to any time. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    /** Of all that would be right, as many as somebody reads. */
    private static final int MOST_NAMES = 20;

    private static final Set<String> RULE_VARIABLES = Set.of("state", "item", "path", "version");
    private static final Set<String> INVARIANT_VARIABLES = Set.of("self", "oldSelf", "state", "oldState");
    private static final Set<String> INVARIANT_NEW_VARIABLES = Set.of("self", "state");
    private static final Set<String> COMPLETION_VARIABLES = Set.of("state", "version");

    Optional<PathPattern> pattern(Node node) {
        return node.text().flatMap(text -> {
            try {
                return Optional.of(PathPattern.parse(text));
            } catch (IllegalArgumentException e) {
                problems.add(node.at(), e.getMessage());
                return Optional.empty();
            }
        });
    }

    /** A pattern that names values which are there, so that {@code -}, the place after the last item, makes no sense. */
    Optional<PathPattern> stateValues(Node node) {
        Optional<PathPattern> pattern = pattern(node);
        if (pattern.isPresent() && pattern.get().segments().contains(JsonPointer.END)) {
            problems.add(
                    node.at(),
                    "Expected a pattern of existing values, but \"-\" names the place after an array's last item; use"
                            + " \"*\" for any item.");
            return Optional.empty();
        }
        return pattern;
    }

    Optional<CelExpression> condition(Node node, Set<String> variables) {
        return node.text().filter(text -> !problems.full()).flatMap(text -> {
            try {
                return Optional.of(CelExpression.compileCondition(text, variables));
            } catch (CelCompileException e) {
                problems.add(node.at(), e.getMessage());
                return Optional.empty();
            }
        });
    }

    Duration duration(Node parent, String name, Duration fallback) {
        return parent.child(name).flatMap(this::duration).orElse(fallback);
    }

    /** In milliseconds, which is what the log's times are in. */
    private Optional<Duration> duration(Node node) {
        return node.text().flatMap(text -> {
            try {
                Duration duration = Duration.parse(text);
                if (duration.compareTo(LONGEST) <= 0) {
                    return Optional.of(duration.truncatedTo(ChronoUnit.MILLIS));
                }
                problems.add(
                        node.at(),
                        "Expected a duration of at most " + LONGEST.toDays() + " days, but got \"" + text + "\".");
            } catch (DateTimeException | ArithmeticException e) {
                problems.add(node.at(), "Expected an ISO 8601 duration such as PT1M30S, but got \"" + text + "\".");
            }
            return Optional.empty();
        });
    }

    private Duration timeout(Node policy, Duration fallback) {
        Duration timeout = duration(policy, "timeout", fallback);
        if (timeout.isZero()) {
            problems.add(
                    policy.at().child("timeout"), "Expected a timeout of a millisecond or more, but got none at all.");
        }
        return timeout;
    }

    Policy policy(Node node) {
        Policy fallback = Policy.DEFAULT;
        Optional<Node> retry = node.child("retry");
        Optional<Node> backoff = retry.flatMap(part -> part.child("backoff"));
        BiFunction<String, Duration, Duration> pause = (name, orElse) ->
                backoff.map(part -> duration(part, name, orElse)).orElse(orElse);
        return new Policy(
                timeout(node, fallback.timeout()),
                retry.flatMap(part -> part.integer("maxAttempts"))
                        .orElse((long) fallback.maxAttempts())
                        .intValue(),
                backoff.flatMap(part -> part.text("mode")).orElse("fixed").equals("exponential"),
                pause.apply("base", fallback.base()),
                pause.apply("cap", fallback.cap()));
    }

    Budgets budgets(Optional<Node> node) {
        return new Budgets(
                node.flatMap(part -> part.integer("invocations")).orElse(Budgets.DEFAULT_INVOCATIONS),
                node.flatMap(part -> part.integer("tokens")),
                node.flatMap(part -> part.child("duration")).flatMap(this::duration));
    }

    Optional<Rule> rule(Node node, Collection<String> workers) {
        Optional<Node> worker = node.child("invoke");
        worker.flatMap(Node::text)
                .filter(name -> !workers.contains(name))
                .ifPresent(name -> problems.add(
                        worker.get().at(),
                        "Expected the name of a worker" + known(workers) + ", but got \"" + name + "\"."));
        Optional<CelExpression> when = node.child("when").flatMap(part -> condition(part, RULE_VARIABLES));
        Optional<Rule.On> on = node.child("on").flatMap(this::on);
        if (on.isEmpty()
                || worker.flatMap(Node::text).isEmpty()
                || node.text("name").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Rule(
                node.text("name").get(),
                on.get(),
                when,
                worker.flatMap(Node::text).get()));
    }

    private Optional<Rule.On> on(Node node) {
        Optional<String> event = node.text("event");
        if (event.isPresent()) {
            return switch (event.get()) {
                case "created" -> Optional.of(new Rule.Created());
                case "quiescent" -> Optional.of(new Rule.Quiescent());
                default -> Optional.empty();
            };
        }
        return node.child("path")
                .flatMap(this::stateValues)
                .map(path -> new Rule.Change(kinds(node.items("op")), path));
    }

    private static Set<ChangeKind> kinds(List<Node> nodes) {
        Set<String> names = nodes.stream().flatMap(node -> node.text().stream()).collect(Collectors.toSet());
        if (names.isEmpty()) {
            return EnumSet.of(ChangeKind.ADD, ChangeKind.REPLACE);
        }
        Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
        for (ChangeKind kind : ChangeKind.values()) {
            if (names.contains(kind.name().toLowerCase(Locale.ROOT))) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    Optional<Invariant> invariant(Node node) {
        Optional<PathPattern> path = node.child("path").flatMap(this::stateValues);
        Optional<Node> source = node.child("rule");
        Optional<CelExpression> condition = source.flatMap(part -> condition(part, INVARIANT_VARIABLES));
        if (condition.isEmpty() || node.text("name").isEmpty()) {
            return Optional.empty();
        }
        String text = source.flatMap(Node::text).orElseThrow();
        return Optional.of(new Invariant(
                node.text("name").get(),
                path,
                condition.get(),
                text,
                !compiles(text, INVARIANT_NEW_VARIABLES),
                node.text("message")));
    }

    /** An expression that compiles with all variables but not with some speaks of the others. */
    private static boolean compiles(String text, Set<String> variables) {
        try {
            CelExpression.compileCondition(text, variables);
            return true;
        } catch (CelCompileException e) {
            return false;
        }
    }

    Optional<Completion> completion(Node node) {
        Optional<CelExpression> when = node.child("when").flatMap(part -> condition(part, COMPLETION_VARIABLES));
        JsonPointer result = node.child("result").flatMap(this::pointer).orElse(JsonPointer.ROOT);
        return when.map(condition -> new Completion(condition, result));
    }

    private Optional<JsonPointer> pointer(Node node) {
        return node.text().flatMap(text -> {
            try {
                return Optional.of(JsonPointer.parse(text));
            } catch (IllegalArgumentException e) {
                problems.add(node.at(), e.getMessage());
                return Optional.empty();
            }
        });
    }

    static String known(Collection<String> names) {
        String some = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " (one of " + some + (names.size() > MOST_NAMES ? ", ..." : "") + ")";
    }
}
