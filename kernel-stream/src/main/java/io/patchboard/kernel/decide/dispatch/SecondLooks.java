package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Trigger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whom an invocation shows an item needs no second look at it, so what waited for him there is held no more. */
final class SecondLooks {

    private SecondLooks() {}

    /**
     * What is held no more although it waits because of another rule, for another action or of another removal is held
     * once more.
     *
     * @param before what was held before the invocation
     */
    static void holdAnew(List<HeldTrigger> before, Call invoked, Holding holding, Transcript log) {
        if (log.board().held().size() == before.size() - invoked.releases().size()) {
            return;
        }
        log.work().charge(WorkKind.MATCHING, before.size());
        Set<Long> gone = before.stream().map(HeldTrigger::sequence).collect(Collectors.toCollection(HashSet::new));
        gone.removeAll(holding.sequences());
        invoked.releases().forEach(gone::remove);
        Blueprint rules = log.board().rules();
        before.stream()
                .filter(match -> gone.contains(match.sequence()))
                .filter(match -> !isSame(match.trigger(), invoked.trigger(), rules))
                .takeWhile(match -> log.isOpen())
                .forEach(holding::holdAnew);
    }

    private static boolean isSame(Trigger held, Trigger invoked, Blueprint rules) {
        return held.rule().equals(invoked.rule())
                && held.actionId().equals(invoked.actionId())
                && About.of(held, rules).equals(About.of(invoked, rules));
    }
}
