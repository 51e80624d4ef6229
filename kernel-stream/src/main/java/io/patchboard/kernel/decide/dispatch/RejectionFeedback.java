package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Disclosure;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.BoundPattern;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.RememberedRejection;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which rejections an invocation is told of: those of the same state region, whoever proposed (section 3.5 of the
 * paper).
 *
 * <p>The region is what the worker is invoked for, and each single place that its contract lets it write then. A
 * rejection was there if its author had been invoked for a place inside or around, or if its patch named one. Of the
 * same trigger a worker is told in any case, and of its own rejections of which nobody knows where they were. An
 * invocation for no place is about the board as a whole: it is told of all its own, and of others' where it may write.
 *
 * <p>Of others' it is told as {@link Disclosure} allows, and only of those at a place that is not private to others.
 */
final class RejectionFeedback {

    /** Of more, the latest: they are to help, and not to fill the view. */
    private static final int MOST = 20;

    private static final long UNITS_OF_A_PLACE = 2;

    private final WorkerRole role;
    private final Trigger trigger;
    private final Set<JsonPointer> region;

    /** Sequences of what is remembered with the worker itself. */
    private final Set<Long> own = new HashSet<>();

    /** Whether the contract has anything to do with a place: many rejections are about few places. */
    private final Map<JsonPointer, Boolean> written = new HashMap<>();

    private final Work work;
    private final Disclosure disclosure;
    private final Set<String> authors = new HashSet<>();

    private RejectionFeedback(Board board, WorkerRole role, Trigger trigger, Work work) {
        this.disclosure = new Disclosure(board.rules());
        this.role = role;
        this.trigger = trigger;
        this.work = work;
        this.region = region(role, trigger);
    }

    /** As the worker may be told of them, newest first. */
    static List<RememberedRejection> of(Board board, WorkerRole role, Trigger trigger, Work work) {
        return new RejectionFeedback(board, role, trigger, work).of(board);
    }

    private List<RememberedRejection> of(Board board) {
        List<RememberedRejection> told = new ArrayList<>();
        for (RememberedRejection rejected : newestFirst(board)) {
            if (told.size() == MOST) {
                break;
            }
            asTold(rejected, board).ifPresent(told::add);
        }
        return told;
    }

    /** Its own, and once each of the others', who may have had them shared with each other. */
    private List<RememberedRejection> newestFirst(Board board) {
        Map<String, List<RememberedRejection>> feedback = board.memory().feedback();
        List<RememberedRejection> all = new ArrayList<>(feedback.getOrDefault(role.name(), List.of()));
        all.forEach(rejected -> own.add(rejected.sequence()));
        feedback.forEach((worker, rejections) -> rejections.stream()
                .filter(one ->
                        !worker.equals(role.name()) && one.author().equals(worker) && !own.contains(one.sequence()))
                .forEach(all::add));
        all.sort(Comparator.comparingLong(RememberedRejection::sequence).reversed());
        return all;
    }

    private Optional<RememberedRejection> asTold(RememberedRejection rejected, Board board) {
        if (own.contains(rejected.sequence())) {
            return isOwn(rejected) ? Optional.of(rejected) : Optional.empty();
        }
        return isHere(rejected)
                ? board.rules()
                        .worker(rejected.author())
                        .flatMap(author -> {
                            chargeDisclosure(author);
                            return disclosure.forBystander(rejected.rejection(), author, role);
                        })
                        .map(rejected::withRejection)
                : Optional.empty();
    }

    private boolean isOwn(RememberedRejection rejected) {
        charge(rejected);
        boolean anywhere = rejected.trigger().isEmpty() && rejected.places().isEmpty();
        return !isAtAPlace()
                || anywhere
                || isOfTheTrigger(rejected)
                || rejected.region().stream().anyMatch(this::meets);
    }

    private boolean isHere(RememberedRejection rejected) {
        charge(rejected);
        return isOfTheTrigger(rejected)
                || rejected.region().stream()
                        .filter(place -> !role.hidden().hides(place))
                        .anyMatch(isAtAPlace() ? this::meets : this::mayBeWritten);
    }

    private void charge(RememberedRejection rejected) {
        work.charge(WorkKind.VIEWS, UNITS_OF_A_PLACE * (1 + (long) rejected.weight() * Math.max(1, region.size())));
    }

    private boolean isAtAPlace() {
        return trigger.path().filter(path -> !path.isEmpty()).isPresent()
                || !trigger.paths().isEmpty();
    }

    private boolean isOfTheTrigger(RememberedRejection rejected) {
        return rejected.trigger().filter(trigger::equals).isPresent();
    }

    private boolean meets(JsonPointer place) {
        return region.stream().anyMatch(here -> here.isPrefixOf(place) || place.isPrefixOf(here));
    }

    private boolean mayBeWritten(JsonPointer place) {
        return written.computeIfAbsent(place, any -> {
            work.charge(WorkKind.VIEWS, UNITS_OF_A_PLACE * role.writes().size());
            return role.writes().stream()
                    .map(WriteGrant::path)
                    .anyMatch(path -> path.covers(place) || path.mayMatchBelow(place));
        });
    }

    /** All that an author may read and write is held against what the worker may read, once. */
    private void chargeDisclosure(WorkerRole author) {
        if (authors.add(author.name())) {
            work.charge(WorkKind.VIEWS, UNITS_OF_A_PLACE * Disclosure.comparisons(author, role));
        }
    }

    private static Set<JsonPointer> region(WorkerRole role, Trigger trigger) {
        Set<JsonPointer> region = new LinkedHashSet<>();
        trigger.path().map(JsonPointer::parse).ifPresent(region::add);
        trigger.paths().stream().map(JsonPointer::parse).forEach(region::add);
        for (WriteGrant grant : role.writes()) {
            BoundPattern bound = BoundPattern.of(grant.path(), trigger.path().map(JsonPointer::parse));
            if (bound.whole()) {
                region.add(bound.place());
            }
        }
        region.remove(JsonPointer.ROOT);
        return region;
    }
}
