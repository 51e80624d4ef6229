package io.patchboard.blueprints.envelope;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The bounds of a blueprint.
 *
 * @param source as it was written
 * @param all what every worker may be granted
 * @param workers what each may be granted beside; {@value #ANYBODY} for those that are not listed
 * @param budgets of each, what a board may have at most
 * @param secrets who may see a path that is private
 * @param outside what it has to say of the world outside; absent where nothing is demanded
 */
public record Envelope(
        Json source,
        Allowance all,
        Map<String, Allowance> workers,
        List<Budget> budgets,
        List<Secrecy> secrets,
        Optional<Outside> outside) {

    static final String ANYBODY = "*";

    public Envelope {
        workers = Collections.unmodifiableMap(new LinkedHashMap<>(workers));
        budgets = List.copyOf(budgets);
        secrets = List.copyOf(secrets);
    }

    /**
     * What a worker may be granted.
     *
     * @param boards blueprints whose boards may answer for it, as NAME or with a version
     */
    record Allowance(
            Set<String> queues, List<PathPattern> reads, List<Grant> writes, Set<String> boards, boolean unsolicited) {

        Allowance {
            queues = Set.copyOf(queues);
            reads = List.copyOf(reads);
            writes = List.copyOf(writes);
            boards = Set.copyOf(boards);
        }

        /** @param blueprint NAME@VERSION, or NAME */
        boolean allowsBoardsOf(String blueprint) {
            return boards.contains(blueprint) || boards.contains(blueprint.split("@", 2)[0]);
        }
    }

    /** These operations at these paths. */
    record Grant(Set<String> operations, PathPattern path, boolean overwrite) {

        boolean allows(String operation, PathPattern granted, boolean overwrites) {
            boolean allowed =
                    operations.contains(operation) || operation.equals("create") && operations.contains("add");
            return allowed && path.includes(granted) && (overwrite || !overwrites);
        }
    }

    /** Only these workers may see what is at the path. */
    record Secrecy(PathPattern path, Set<String> to) {}

    /** What an envelope file came to: an envelope, or problems. */
    public record Reading(Optional<Envelope> envelope, List<Problem> problems) {}

    public static Reading read(Json document) {
        return new EnvelopeReader().read(document);
    }

    /** Absent if a blueprint may not have a worker of this name. */
    Optional<Allowance> allowance(String worker) {
        return Optional.ofNullable(workers.get(worker)).or(() -> Optional.ofNullable(workers.get(ANYBODY)));
    }

    /**
     * Every way in which a blueprint goes beyond, with the place of the blueprint that does; in the order of the
     * places.
     */
    public List<Problem> violations(Blueprint blueprint) {
        List<Problem> found = new ArrayList<>();
        blueprint.workers().values().forEach(role -> new WorkerCheck(this, role, found).check());
        budgets.forEach(bound -> check(bound, blueprint, found));
        secrets.forEach(secrecy -> check(secrecy, blueprint, found));
        outside.ifPresent(demands -> demands.check(blueprint, found));
        return found.stream().sorted(Comparator.comparing(Problem::pointer)).toList();
    }

    private static void check(Budget bound, Blueprint blueprint, List<Problem> found) {
        Optional<Budget> budget = blueprint.budgets().list().stream()
                .filter(candidate -> candidate.kind() == bound.kind())
                .findFirst();
        if (budget.isEmpty() || budget.get().most().compareTo(bound.most()) > 0) {
            found.add(new Problem(
                    "/budgets/" + bound.kind().word(),
                    "Expected a budget of at most " + bound.words(bound.most()) + " at /budgets/"
                            + bound.kind().word()
                            + ", but got "
                            + budget.map(given -> given.words(given.most())).orElse("none") + "."));
        }
    }

    private static void check(Secrecy secrecy, Blueprint blueprint, List<Problem> found) {
        Set<String> others = blueprint.workers().values().stream()
                .filter(role -> !secrecy.to().contains(role.name()))
                .filter(role -> role.hidden().patterns().stream().noneMatch(hidden -> hidden.coversAll(secrecy.path())))
                .map(role -> role.name())
                .collect(Collectors.toSet());
        if (!others.isEmpty()) {
            found.add(new Problem(
                    "/private",
                    "Expected " + secrecy.path() + " to stay private to " + sorted(secrecy.to())
                            + " at /private, but it is not kept from " + sorted(others) + "."));
        }
    }

    static String sorted(Set<String> names) {
        return names.stream().sorted().collect(Collectors.joining(", "));
    }
}
