package io.patchboard.kernel.decide;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.decide.dispatch.Holding;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.TriggerHeld;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What waits to be joined is known by the number of its part, which another one may have in the next blueprint. */
final class JoinedParts {

    private JoinedParts() {}

    /**
     * Each waits on as the part that it is; one whose part is no more is dropped.
     *
     * @param before the board under the blueprint that it had
     */
    static void renumber(Board before, Transcript log) {
        Blueprint next = log.board().rules();
        Set<Long> held = new Holding(log).sequences();
        for (HeldTrigger match : before.held()) {
            Optional<Rule.Change> was =
                    join(before.rules(), match).flatMap(join -> match.part().flatMap(join::part));
            Optional<Rule.Join> join = join(next, match);
            if (match.reason() != TriggerHeld.Reason.JOIN || was.isEmpty() || join.isEmpty()) {
                continue;
            }
            int part = Math.toIntExact(match.part().get());
            Optional<Integer> now = number(was.get(), part, match, join.get().parts());
            boolean isHeld = held.contains(match.sequence());
            List<Long> releases = isHeld ? List.of(match.sequence()) : List.of();
            if (now.isPresent() && now.get() != part) {
                log.append(new TriggerHeld(
                        match.trigger(),
                        Optional.empty(),
                        match.reason(),
                        match.key(),
                        now.map(Integer::longValue),
                        match.due(),
                        releases));
            } else if (now.isEmpty() && isHeld) {
                log.append(new BranchStopped(
                        match.trigger(),
                        Optional.empty(),
                        BranchStopped.Reason.CONDITION,
                        "Expected rule \"" + match.trigger().rule() + "\" to join what was waiting for it, but in the"
                                + " board's blueprint of now it does not.",
                        releases));
            }
        }
    }

    private static Optional<Rule.Join> join(Blueprint rules, HeldTrigger match) {
        return rules.rule(match.trigger().rule()).flatMap(Rule::join);
    }

    /** The same part, or else one that names the place: that of the same number, or the first. */
    private static Optional<Integer> number(Rule.Change was, int part, HeldTrigger match, List<Rule.Change> parts) {
        Optional<JsonPointer> place = match.trigger().path().map(JsonPointer::parse);
        Predicate<Integer> isSame = number -> parts.get(number).equals(was);
        Predicate<Integer> names =
                number -> place.filter(parts.get(number).path()::matches).isPresent();
        return Stream.of(isSame, names)
                .flatMap(fits -> Stream.concat(
                                Stream.of(part),
                                IntStream.range(0, parts.size()).boxed())
                        .filter(number -> number < parts.size())
                        .filter(fits))
                .findFirst();
    }
}
