package io.patchboard.standalone.scenario;

import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who answers what, in one play: a scenario's answers in their order, and the faults in between. */
final class Script {

    private final Map<String, List<Scenario.Answer>> answers;
    private final Optional<InjectedFaults> faults;
    private final Map<String, Integer> asked = new HashMap<>();
    private final Map<Place, Scenario.Answer> owed = new HashMap<>();

    /** Whom an answer is expected of, and for what. */
    private record Place(String worker, Trigger trigger) {}

    Script(Scenario scenario, Optional<InjectedFaults> faults) {
        this.answers = scenario.answers();
        this.faults = faults;
    }

    /**
     * What is answered, after how long; empty for silence. A fault comes before the scenario's answer and not in its
     * place: the worker gives that when it is asked again for the same.
     */
    Optional<Scenario.Answer> answer(WorkerInvoked invoked) {
        List<Scenario.Answer> all = answers.getOrDefault(invoked.worker(), List.of());
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Place place = new Place(invoked.worker(), invoked.trigger());
        Scenario.Answer right = Optional.ofNullable(owed.remove(place)).orElseGet(() -> {
            int number = asked.merge(invoked.worker(), 1, Integer::sum);
            return all.get(Math.min(number, all.size()) - 1);
        });
        Optional<Scenario.Answer> wrong = faults.flatMap(some -> some.before(right, invoked));
        wrong.ifPresent(any -> owed.put(place, right));
        return Optional.of(wrong.orElse(right)).filter(answer -> !answer.isSilent());
    }
}
