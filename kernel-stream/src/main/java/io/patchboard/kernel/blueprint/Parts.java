package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.record.Problem;
import io.patchboard.text.Durations;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compiles the small parts of a blueprint, and reports what is wrong with them.
 *
 * @param expressions those that were compiled, by their place
 */
record Parts(Problems problems, Map<JsonPointer, CelExpression> expressions) {

    /** Ten years: longer than any board, and short enough to be added to any time. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    /** Of all that would be right, as many as somebody reads. */
    private static final int MOST_NAMES = 20;

    private static final Set<String> COMPLETION_VARIABLES = Set.of("state", "version", CelExpression.DEGRADED);

    Parts(Problems problems) {
        this(problems, new HashMap<>());
    }

    Optional<JsonSchema> schema(JsonPlace node) {
        try {
            return Optional.of(JsonSchema.compile(node.value()));
        } catch (SchemaCompileException e) {
            for (Problem problem : e.problems()) {
                problems.add(node.at() + problem.pointer(), problem.message());
            }
            return Optional.empty();
        }
    }

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

    /** A change that somebody watches. He wants to know of what is removed there, so that is the default, too. */
    Optional<Rule.Change> watched(JsonPlace node) {
        return node.child("path")
                .flatMap(this::stateValues)
                .map(path -> new Rule.Change(
                        node.child("op").isPresent()
                                ? RuleCompiler.kinds(node.items("op"))
                                : EnumSet.allOf(ChangeKind.class),
                        path));
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
                CelExpression expression = compiler.compile(text);
                expressions.put(node.at(), expression);
                return Optional.of(expression);
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
            Optional<Duration> duration = Durations.parse(text);
            if (duration.isEmpty() || duration.get().isNegative()) {
                problems.add(
                        node.at(), "Expected a duration such as " + Durations.EXAMPLES + ", but got \"" + text + "\".");
                return Optional.empty();
            } else if (duration.get().compareTo(LONGEST) > 0) {
                problems.add(
                        node.at(),
                        "Expected a duration of at most " + LONGEST.toDays() + " days, but got \"" + text + "\".");
                return Optional.empty();
            }
            return duration.map(given -> given.truncatedTo(ChronoUnit.MILLIS));
        });
    }

    Optional<Invariant> invariant(JsonPlace node) {
        Optional<PathPattern> path = node.child("path").flatMap(this::stateValues);
        Optional<JsonPlace> source = node.child("rule");
        Optional<CelExpression> condition = source.flatMap(part -> condition(part, Invariant.VARIABLES));
        if (condition.isEmpty() || node.text("name").isEmpty()) {
            return Optional.empty();
        }
        boolean symmetric = node.flag("symmetric");
        if (symmetric && path.filter(pattern -> !pattern.isLiteral()).isEmpty()) {
            problems.add(
                    node.at().child("symmetric"),
                    "Expected a path with a wildcard, since a symmetric rule is about pairs of the places of its path,"
                            + " but got "
                            + path.map(pattern -> "\"" + pattern + "\"").orElse("none") + ".");
        }
        return Optional.of(
                new Invariant(node.text("name").get(), path, symmetric, condition.get(), node.text("message")));
    }

    Optional<Completion> completion(JsonPlace node) {
        Optional<CelExpression> when = node.child("when").flatMap(part -> condition(part, COMPLETION_VARIABLES));
        JsonPointer result = node.child("result").flatMap(this::pointer).orElse(JsonPointer.ROOT);
        return when.map(condition -> new Completion(condition, result));
    }

    Optional<JsonPointer> pointer(JsonPlace node) {
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
        return names.isEmpty() ? "" : " (one of " + list(names) + ")";
    }

    static String list(Collection<String> names) {
        String some = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return names.size() > MOST_NAMES ? some + ", ..." : some;
    }
}
