package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.patch.Reach;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Actions;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Trigger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Results that are there already and wait for all else of a decision. What they are wanted for is followed. */
public final class Repeats {

    private final Transcript log;
    private final Holding holding;
    private final Deque<Repeat> waiting = new ArrayDeque<>(1);
    private final StandIns standIns;
    private long version;

    Repeats(Transcript log, Holding holding) {
        this.log = log;
        this.holding = holding;
        this.standIns = new StandIns(log, holding);
    }

    /** @param now the trigger with the places that its items have by now; absent if they are gone */
    void add(String worker, Trigger trigger, Optional<Trigger> now, List<Long> releases, Actions.Done done) {
        Repeat repeat = new Repeat(worker, trigger, now.orElse(trigger), releases, done);
        if (now.isEmpty()) {
            drop(repeat);
            return;
        }
        version = log.board().version();
        waiting.add(repeat);
        holding.useUp(releases);
    }

    /** What is held for the item of an action that is gone; to be called before an invocation can hold it anew. */
    public void lookAtWhatWaits() {
        standIns.look();
    }

    /** The next one; none of those that waited when the board was led back to another state. */
    public Optional<Repeat> next() {
        if (version != log.board().version()) {
            waiting.clear();
        }
        standIns.look();
        return Optional.ofNullable(waiting.poll()).map(repeat -> repeat.withReleases(holding.now(repeat.releases())));
    }

    /** A result was bound, which changed the state. */
    public void follow(Revision revision) {
        version = log.board().version();
        if (revision.relocation().isNone()) {
            return;
        }
        Reach reach = revision.relocation().reach();
        for (int left = waiting.size(); left > 0; left--) {
            Repeat repeat = waiting.remove();
            long places = 1L + repeat.now().paths().size();
            log.work().charge(WorkKind.MATCHING, places * reach.looks());
            if (repeat.isWithin(reach)) {
                long steps = revision.relocation().size();
                log.work().charge(WorkKind.MATCHING, places * (About.UNITS_OF_A_PLACE + About.UNITS_OF_A_STEP * steps));
                repeat.after(revision, log.board().rules()).ifPresentOrElse(waiting::add, () -> drop(repeat));
            } else {
                waiting.add(repeat);
            }
        }
        standIns.look();
    }

    /** Nothing that waits for it goes on, as nothing that is held for an item that is gone. */
    private void drop(Repeat repeat) {
        if (log.board().rules().staysPut(repeat.trigger())) {
            stop(repeat, repeat.trigger(), holding.now(repeat.releases()));
            return;
        }
        if (repeat.releases().isEmpty()) {
            return;
        }
        List<HeldTrigger> all = log.board().held();
        log.work().charge(WorkKind.MATCHING, all.size());
        Set<Long> releases = Set.copyOf(holding.now(repeat.releases()));
        for (HeldTrigger held : all) {
            if (releases.contains(held.sequence())) {
                stop(repeat, held.trigger(), List.of(held.sequence()));
            }
        }
    }

    private void stop(Repeat repeat, Trigger trigger, List<Long> releases) {
        log.append(new BranchStopped(
                trigger,
                Optional.of(repeat.worker()),
                BranchStopped.Reason.REPEATED,
                "This action was done already, by entry " + repeat.done().sequence()
                        + ". What its result is wanted for is gone.",
                releases));
    }
}
