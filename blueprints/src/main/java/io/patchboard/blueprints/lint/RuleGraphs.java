package io.patchboard.blueprints.lint;

import io.patchboard.blueprints.lint.RuleGraph.Node;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaPlaces;
import io.patchboard.kernel.schema.WorkBudget;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the {@link RuleGraph} of a blueprint: the one place that knows what triggers a rule, whom a rule invokes, and
 * what bounds either.
 */
public final class RuleGraphs {

    /** Comparisons of a contract with a rule: all of them for any blueprint that people write. */
    private static final long MOST_STEPS = 5_000_000;

    /** The board began, with its first state. */
    public static final Node CREATED = Node.event("board created", true);

    /** No invocation is open or waiting. */
    public static final Node QUIESCENT = Node.event("nothing left to do", true);

    private static final Set<ChangeKind> ADDED = Set.of(ChangeKind.ADD);

    private final Blueprint blueprint;
    private final SchemaPlaces places;
    private final WorkBudget work;
    private final RuleGraph graph = new RuleGraph();
    private final Map<String, JsonPointer> rulePlaces = new HashMap<>();
    private final Map<PathPattern, Boolean> filling = new HashMap<>();

    private RuleGraphs(Blueprint blueprint, WorkBudget work) {
        this.blueprint = blueprint;
        this.places = blueprint.stateSchema().places();
        this.work = work;
    }

    public static RuleGraph of(Blueprint blueprint) {
        return of(blueprint, new WorkBudget(MOST_STEPS));
    }

    /** @param work if it does not suffice, edges are missing */
    static RuleGraph of(Blueprint blueprint, WorkBudget work) {
        RuleGraphs graphs = new RuleGraphs(blueprint, work);
        JsonPlace.of(blueprint.source())
                .items("rules")
                .forEach(rule -> rule.text("name").ifPresent(name -> graphs.rulePlaces.put(name, rule.at())));
        blueprint.workers().values().forEach(role -> graphs.graph.add(worker(role)));
        blueprint.rules().forEach(graphs::add);
        graphs.addSubstitutes();
        return graphs.graph;
    }

    /**
     * Who takes over from whom, or undoes what he did. Nobody takes over again in a chain that began with himself, but
     * what one of them writes may invoke the first one anew; all else is bounded, so no circle through it is endless.
     */
    private void addSubstitutes() {
        for (WorkerRole role : blueprint.workers().values()) {
            role.catchers().stream()
                    .flatMap(catcher -> blueprint.worker(catcher).stream())
                    .forEach(catcher -> graph.lead(worker(role), worker(catcher), false));
            role.handler()
                    .flatMap(blueprint::worker)
                    .ifPresent(handler -> graph.lead(worker(role), worker(handler), true));
            blueprint.circuit().actions().stream()
                    .flatMap(action -> action.worker().flatMap(blueprint::worker).stream())
                    .forEach(target -> graph.lead(worker(role), worker(target), true));
        }
    }

    private static Node worker(WorkerRole role) {
        return Node.worker(role.name(), new JsonPointer(List.of("workers", role.name())), role.unsolicited());
    }

    /** A rule for quiescence is silent once the board is complete, which is a condition too. */
    private Node rule(Rule rule) {
        boolean ends =
                rule.on() instanceof Rule.Quiescent && blueprint.completion().isPresent();
        return Node.rule(
                rule.name(),
                rulePlaces.get(rule.name()),
                rule.when().isPresent() || !rule.loopGuards().isEmpty() || ends);
    }

    private void add(Rule rule) {
        Node node = graph.add(rule(rule));
        switch (rule.on()) {
            case Rule.Created event -> graph.lead(CREATED, node, false);
            case Rule.Quiescent event -> quiescent(node);
            case Rule.Change change -> change(change, node);
            case Rule.Join join -> join.parts().forEach(change -> change(change, node));
        }
        rule.invoke().candidates().stream()
                .flatMap(name -> blueprint.worker(name).stream())
                .forEach(role -> graph.lead(node, worker(role), false));
    }

    /** Whoever acts leaves nothing to do in the end. */
    private void quiescent(Node rule) {
        if (graph.nodes().stream().noneMatch(QUIESCENT::equals)) {
            blueprint.workers().values().forEach(role -> graph.lead(worker(role), QUIESCENT, false));
        }
        graph.lead(QUIESCENT, rule, false);
    }

    private void change(Rule.Change change, Node rule) {
        if (change.kinds().contains(ChangeKind.ADD) && blueprint.initial().mayHold(change.path(), work)) {
            graph.lead(CREATED, rule, false);
        }
        Map<Node, Boolean> writers = new LinkedHashMap<>();
        for (WorkerRole role : blueprint.workers().values()) {
            Node worker = worker(role);
            for (WriteGrant grant : role.writes()) {
                if (!Collections.disjoint(changes(grant, change.path()), change.kinds())) {
                    writers.merge(worker, fillsArray(grant), Boolean::logicalAnd);
                }
            }
        }
        boolean once = change.kinds().equals(ADDED) && isOnePlace(change.path()) && isKept(change.path());
        writers.forEach((worker, bounded) -> graph.lead(worker, rule, once || bounded));
    }

    private Set<ChangeKind> changes(WriteGrant grant, PathPattern watched) {
        long steps =
                1L + Math.min(grant.path().segments().size(), watched.segments().size());
        return work.spend(steps) ? Reach.changes(grant.operations(), grant.path(), watched) : Set.of();
    }

    /** Whether nobody may take away what is at the places of a pattern. */
    private boolean isKept(PathPattern path) {
        return blueprint.workers().values().stream()
                .flatMap(role -> role.writes().stream())
                .noneMatch(grant -> changes(grant, path).contains(ChangeKind.REMOVE));
    }

    private static boolean isOnePlace(PathPattern path) {
        return !path.isDeep()
                && path.segments().stream()
                        .noneMatch(segment -> segment.equals("*")
                                || JsonPointer.arrayIndex(segment).isPresent());
    }

    /** Whether all that a grant allows is to fill arrays of a bounded length, out of which nobody takes anything. */
    private boolean fillsArray(WriteGrant grant) {
        List<String> segments = grant.path().segments();
        boolean appends = !grant.path().isDeep()
                && !segments.isEmpty()
                && segments.get(segments.size() - 1).equals(JsonPointer.END)
                && Set.of("add", "create", "copy", "test").containsAll(grant.operations());
        if (!appends) {
            return false;
        }
        Boolean known = filling.get(grant.path());
        if (known == null) {
            JsonPointer array = new JsonPointer(segments).parent();
            known = places.areBoundedArrays(PathPattern.parse(array.toString()), work)
                    && isKept(PathPattern.parse(array.child("*").toString()));
            filling.put(grant.path(), known);
        }
        return known;
    }
}
