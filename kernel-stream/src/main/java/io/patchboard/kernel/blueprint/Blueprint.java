package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.record.Trigger;
import io.patchboard.sign.AuthorKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A compiled blueprint.
 *
 * <p>Workers, rules, invariants and gates are in the order of their names, so that the order in which a blueprint lists
 * them changes no decision.
 *
 * @param hash SHA-256 of the canonical JSON of {@code source}
 * @param source the blueprint as it came
 * @param input what the input must satisfy; absent if any will do
 * @param stateSchema what every state must satisfy
 * @param initial the template of the first state
 * @param indexes places of the state by whose values boards are found, by name
 * @param operators who may give commands to a board, with the keys that they sign with; none where nobody has to sign
 * @param rulesByName the same rules, to be found
 * @param neighbours what is next to what, for workers with a {@link Reach}
 * @param taint what taints the values of some places, whoever wrote them there
 * @param haltsOnIncident whether what a person would have to mend ends the board instead
 * @param reopens whether it may go on after it was halted or cancelled
 * @param completion absent if the board never completes by itself
 */
public record Blueprint(
        String hash,
        Json source,
        String name,
        Optional<JsonSchema> input,
        JsonSchema stateSchema,
        InitialState initial,
        SortedMap<String, Index> indexes,
        SortedMap<String, WorkerRole> workers,
        SortedMap<String, List<AuthorKey>> operators,
        List<Rule> rules,
        Map<String, Rule> rulesByName,
        List<Invariant> invariants,
        List<Gate> gates,
        List<Neighbours> neighbours,
        Budgets budgets,
        CircuitPolicy circuit,
        TaintLabels taint,
        boolean haltsOnIncident,
        boolean reopens,
        Optional<Completion> completion) {

    /** The index by which one board alone is found; there is at most one. */
    public Optional<Index> uniqueIndex() {
        for (Index index : indexes.values()) {
            if (index.isUnique()) {
                return Optional.of(index);
            }
        }
        return Optional.empty();
    }

    public Optional<WorkerRole> worker(String workerName) {
        return Optional.ofNullable(workers.get(workerName));
    }

    /** The rule of this name; {@link Rule#CIRCUIT} names one that no blueprint declares. */
    public Optional<Rule> rule(String ruleName) {
        if (ruleName.equals(Rule.COMPENSATION)) {
            return Optional.of(Rule.OF_COMPENSATION);
        }
        return ruleName.equals(Rule.CIRCUIT)
                ? Optional.of(Rule.OF_CIRCUIT)
                : Optional.ofNullable(rulesByName.get(ruleName));
    }

    /** Whether the trigger's rule shows all of its invocations the state of the match. */
    public boolean pins(Trigger trigger) {
        return rule(trigger.rule()).filter(Rule::pin).isPresent();
    }

    /**
     * Whether a trigger names places for good: a pinned view shows its item where it was, and what was removed is
     * nowhere.
     */
    public boolean staysPut(Trigger trigger) {
        return rule(trigger.rule())
                .filter(rule -> rule.pin() || rule.onlyRemovals())
                .isPresent();
    }

    /** Whether a worker has to prove that what it proposes is its own. */
    public boolean asksForSignatures(String workerName) {
        return worker(workerName).filter(role -> !role.keys().isEmpty()).isPresent();
    }

    /** Whether somebody may propose without having been invoked. */
    public boolean hasUnsolicitedWorkers() {
        for (WorkerRole worker : workers.values()) {
            if (worker.unsolicited()) {
                return true;
            }
        }
        return false;
    }
}
