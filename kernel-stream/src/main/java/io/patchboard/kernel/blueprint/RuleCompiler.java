package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.PathPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compiles one workflow rule. */
record RuleCompiler(Parts parts, Collection<String> workers) {

    private static final Set<String> VARIABLES =
            Set.of("state", "item", "items", "path", "version", CelExpression.DEGRADED);
    private static final Set<String> KEY_VARIABLES = Set.of("state", "item", "path", "version");

    /** Empty if something that the rule cannot do without is wrong; it has been reported. */
    Optional<Rule> compile(JsonPlace node) {
        Optional<CelExpression> when = node.child("when").flatMap(part -> parts.condition(part, VARIABLES));
        Optional<Rule.On> on = node.child("on").flatMap(this::on);
        Optional<Rule.Target> invoke = node.child("invoke").flatMap(this::target);
        Optional<PathPattern> forEach = node.child("forEach").flatMap(parts::stateValues);
        Optional<Duration> delay = node.child("delay").flatMap(parts::positiveDuration);
        Optional<Rule.Batch> batch = node.child("batch").map(this::batch);
        if (on.isEmpty() || invoke.isEmpty() || node.text("name").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Rule(
                node.text("name").get(),
                on.get(),
                when,
                invoke.get(),
                forEach,
                delay,
                batch,
                node.integer("priority").orElse(0L),
                node.integer("maxConcurrent").map(Long::intValue),
                node.flag("pin"),
                node.flag("overlap"),
                loopGuards(node.child("loopGuards"), node.text("name").get())));
    }

    /** One, or a list. */
    static Stream<JsonPlace> guards(JsonPlace node) {
        return node.value() instanceof JsonArray ? node.items().stream() : Stream.of(node);
    }

    private List<LoopGuard> loopGuards(Optional<JsonPlace> node, String rule) {
        return node.stream()
                .flatMap(RuleCompiler::guards)
                .map(guard -> new LoopGuard(
                        guard.text("loop").orElse(rule),
                        guard.integer("maxIters"),
                        guard.child("timeBudget").flatMap(parts::positiveDuration),
                        guard.child("predicate").flatMap(part -> parts.condition(part, VARIABLES))))
                .toList();
    }

    private Optional<Rule.Target> target(JsonPlace node) {
        Optional<JsonPlace> choice = node.child("choose");
        if (choice.isEmpty()) {
            return known(node).map(Rule.Fixed::new);
        }
        List<String> among = new ArrayList<>();
        node.items("among").forEach(name -> known(name).ifPresent(among::add));
        return parts.expression(choice.get(), VARIABLES)
                .map(expression -> new Rule.Chosen(
                        expression, List.copyOf(node.child("among").isPresent() ? among : workers)));
    }

    private Optional<String> known(JsonPlace node) {
        node.text()
                .filter(name -> !workers.contains(name))
                .ifPresent(
                        name -> parts.problems().add(node.at(), parts.problems().unknown("worker", workers, name)));
        return node.text();
    }

    private Optional<Rule.On> on(JsonPlace node) {
        Optional<String> event = node.text("event");
        if (event.isPresent()) {
            return switch (event.get()) {
                case "created" -> Optional.of(new Rule.Created());
                case "quiescent" -> Optional.of(new Rule.Quiescent());
                default -> Optional.empty();
            };
        }
        if (node.child("path").isPresent()) {
            return change(node).map(change -> change);
        }
        return join(node).map(join -> join);
    }

    private Optional<Rule.Change> change(JsonPlace node) {
        return node.child("path")
                .flatMap(parts::stateValues)
                .map(path -> new Rule.Change(kinds(node.items("op")), path));
    }

    private Optional<Rule.Join> join(JsonPlace node) {
        List<Rule.Change> all = changes(node, "all");
        List<Rule.Change> any = changes(node, "any");
        List<Rule.Change> of = changes(node, "of");
        Optional<CelExpression> correlate =
                node.child("correlate").flatMap(part -> parts.expression(part, KEY_VARIABLES));
        Optional<Duration> within = node.child("within").flatMap(parts::positiveDuration);
        if (!all.isEmpty()) {
            return Optional.of(new Rule.Join(all, all.size(), true, correlate, within));
        } else if (!any.isEmpty()) {
            return Optional.of(new Rule.Join(any, 1, false, correlate, within));
        }
        Optional<Integer> count = node.integer("count").map(Long::intValue);
        return of.isEmpty() || count.isEmpty()
                ? Optional.empty()
                : Optional.of(new Rule.Join(of, count.get(), false, correlate, within));
    }

    private List<Rule.Change> changes(JsonPlace node, String name) {
        return node.items(name).stream().flatMap(part -> change(part).stream()).toList();
    }

    private Rule.Batch batch(JsonPlace node) {
        return new Rule.Batch(
                node.integer("size").map(Long::intValue), node.child("age").flatMap(parts::positiveDuration));
    }

    static Set<ChangeKind> kinds(List<JsonPlace> nodes) {
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
}
