package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.Abandoned;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What nobody follows any further, unless a person wants it or the board is reopened, in the making. */
final class GivenUp {

    /** As many as there may be open invocations. Of more, the latest are remembered. */
    private static final int MOST = 5_000;

    private final Contract contract;
    private final EditedList<Abandoned> all;

    GivenUp(List<Abandoned> before, Contract contract) {
        this.contract = contract;
        all = new EditedList<>(before);
    }

    /**
     * One more, or one again, which keeps what it was to show.
     *
     * @param version that a view of it showed, which a pinned one shows again
     */
    void add(String worker, Trigger trigger, long version) {
        Optional<Abandoned> known =
                all.items().stream().filter(one -> one.is(worker, trigger)).findFirst();
        Optional<Long> shown =
                known.flatMap(Abandoned::shown).or(() -> Optional.of(version)).filter(any -> contract.pins(trigger));
        Abandoned next = new Abandoned(worker, trigger, shown);
        known.ifPresent(one -> {
            all.removeFirst(one::equals);
            all.removeFirst(next::equals);
        });
        all.addNew(next, MOST);
    }

    /** More, unless an amendment has taken it out of the blueprint while a gate held the answer. */
    void addAll(List<Abandoned> more) {
        Amendment amendment = new Amendment(contract.blueprint().orElseThrow());
        all.renewAll(
                more.stream()
                        .filter(one -> amendment.has(one.worker(), one.trigger()))
                        .toList(),
                MOST);
    }

    /** Somebody is asked for it now. */
    void asked(WorkerInvoked invoked) {
        all.removeIf(one -> one.is(invoked.worker(), invoked.trigger()));
        all.removeIf(SecondLook.abandoned(invoked, contract));
    }

    /** Somebody else is to be asked for it, and is given up instead should the board end before that. */
    void handedOver(String worker, String other, Trigger trigger) {
        all.items().stream().filter(one -> one.is(worker, trigger)).findFirst().ifPresent(one -> {
            all.removeFirst(one::equals);
            all.renewAll(List.of(new Abandoned(other, trigger, one.shown())), MOST);
        });
    }

    /** It was done under its key. */
    void settled(String worker, Trigger trigger) {
        all.removeIf(one -> one.is(worker, trigger));
    }

    void settle(List<Abandoned> done) {
        all.removeIf(new HashSet<>(done)::contains);
    }

    void follow(Moves moves) {
        all.replaceAll(one -> moves.of(one.trigger()).map(one::withTrigger));
    }

    void amend(Amendment amendment) {
        all.removeIf(one -> !amendment.has(one.worker(), one.trigger()));
    }

    /** Versions that pinned views would show again; the latest given up is last. */
    List<Long> versions() {
        Set<Long> versions = new LinkedHashSet<>();
        for (Abandoned one : all.items()) {
            one.shown().ifPresent(versions::add);
        }
        return List.copyOf(versions);
    }

    List<Abandoned> items() {
        return all.items();
    }

    void clear() {
        all.clear();
    }

    List<Abandoned> done() {
        return all.done();
    }
}
