package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.PathPattern;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Compiles the small parts of a blueprint, and reports what is wrong with them. */
record Parts(Problems problems) {

    /** Ten years: longer than any board, and short enough to be added to any time. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    /** Of all that would be right, as many as somebody reads. */
    private static final int MOST_NAMES = 20;

    private static final Set<String> COMPLETION_VARIABLES = Set.of("state", "version");

    Optional<PathPattern> pattern(JsonPlace node) {
        return node.text().flatMap(text -> {
            try {
                return Optional.of(PathPattern.parse(text));
            } catch (IllegalArgumentException e) {
                problems.add(node.at(), e.getMessage());
                return Optional.empty();
            }
        });
    }

    /**
     * A pattern that names values which are there, so that {@code -}, the place after the last item, makes no sense.
     */
    Optional<PathPattern> stateValues(JsonPlace node) {
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

    Optional<CelExpression> condition(JsonPlace node, Set<String> variables) {
        return cel(node, text -> CelExpression.compileCondition(text, variables));
    }

    /** An expression of any value. */
    Optional<CelExpression> expression(JsonPlace node, Set<String> variables) {
        return cel(node, text -> CelExpression.compile(text, variables));
    }

    private interface CelCompiler {

        CelExpression compile(String text) throws CelCompileException;
    }

    private Optional<CelExpression> cel(JsonPlace node, CelCompiler compiler) {
        return node.text().filter(text -> !problems.full()).flatMap(text -> {
            try {
                return Optional.of(compiler.compile(text));
            } catch (CelCompileException e) {
                problems.add(node.at(), e.getMessage());
                return Optional.empty();
            }
        });
    }

    /** A duration of at least a millisecond, which is the resolution of the log's times. */
    Optional<Duration> positiveDuration(JsonPlace node) {
        Optional<Duration> duration = duration(node);
        if (duration.isPresent() && duration.get().isZero()) {
            problems.add(node.at(), "Expected a duration of a millisecond or more, but got none at all.");
        }
        return duration;
    }

    Duration duration(JsonPlace parent, String name, Duration fallback) {
        return parent.child(name).flatMap(this::duration).orElse(fallback);
    }

    /** In milliseconds, which is what the log's times are in. */
    Optional<Duration> duration(JsonPlace node) {
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

    Optional<Invariant> invariant(JsonPlace node) {
        Optional<PathPattern> path = node.child("path").flatMap(this::stateValues);
        Optional<JsonPlace> source = node.child("rule");
        Optional<CelExpression> condition = source.flatMap(part -> condition(part, Invariant.VARIABLES));
        if (condition.isEmpty() || node.text("name").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Invariant(node.text("name").get(), path, condition.get(), node.text("message")));
    }

    Optional<Completion> completion(JsonPlace node) {
        Optional<CelExpression> when = node.child("when").flatMap(part -> condition(part, COMPLETION_VARIABLES));
        JsonPointer result = node.child("result").flatMap(this::pointer).orElse(JsonPointer.ROOT);
        return when.map(condition -> new Completion(condition, result));
    }

    private Optional<JsonPointer> pointer(JsonPlace node) {
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
