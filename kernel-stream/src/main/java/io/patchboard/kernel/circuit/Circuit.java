package io.patchboard.kernel.circuit;

import io.patchboard.kernel.blueprint.CircuitPolicy;
import io.patchboard.kernel.blueprint.CircuitPolicy.Streak;
import io.patchboard.kernel.blueprint.TripAction;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CircuitTripped.Scope;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a board remembers of its recent past, for the detectors. Immutable; each log entry that matters makes the next.
 *
 * @param workers the latest answers by worker, the most recent worker last
 * @param triggers the latest answers by trigger, the most recent last; a trigger whose latest answer changed the state
 *     is forgotten
 * @param board the latest answers of all workers
 * @param states the latest states, the present one last
 * @param commits the latest commits that changed the state, oldest first
 * @param trips how often something tripped
 * @param viewPercents what is left of the view's budget of each worker that had it tightened
 * @param switches who took whose place
 */
public record Circuit(
        Ring<Track> workers,
        Ring<Track> triggers,
        Track board,
        SeenStates states,
        Links commits,
        Trips trips,
        SortedMap<String, Integer> viewPercents,
        Switches switches) {

    public static final Circuit EMPTY = new Circuit(
            Ring.empty(),
            Ring.empty(),
            Track.BOARD,
            SeenStates.NONE,
            Links.NONE,
            Trips.NONE,
            new TreeMap<>(),
            Switches.NONE);

    /** Triggers that keep failing and are watched one by one; beyond, their workers and the board still are. */
    private static final int MOST_TRIGGERS = 250;

    private static final int MOST_WORKERS = 200;

    /** Enough for every cycle that is looked for, with about four times as many commits of others in between. */
    private static final int LEAST_COMMITS = 128;

    /** A view that shrinks below a hundredth shows nothing. */
    private static final int LEAST_PERCENT = 1;

    private static final int WHOLE = 100;

    /** A board began. */
    public Circuit began(long sequence, String stateHash) {
        return new Circuit(
                workers,
                triggers,
                board,
                SeenStates.copyOf(List.of(new SeenState(sequence, Keys.number(stateHash)))),
                commits,
                trips,
                viewPercents,
                switches);
    }

    /**
     * The board went back by itself: where it stands is no circle, and what its workers got wrong, and how often
     * something tripped, still counts.
     */
    public Circuit restored(long sequence, String stateHash) {
        Circuit fresh = began(sequence, stateHash);
        return new Circuit(workers, triggers, board, fresh.states(), Links.NONE, trips, viewPercents, switches);
    }

    /** A proposal was committed. One that only asks to see more is no answer yet. */
    public Circuit committed(LogHeader header, PatchCommitted committed, Change change, CircuitPolicy policy) {
        if (!committed.expand().isEmpty() && !change.happened()) {
            return this;
        }
        String about = committed
                .trigger()
                .map(trigger -> Keys.trigger(committed.worker(), trigger))
                .orElse("");
        Outcome outcome =
                new Outcome(header.sequence(), header.version(), change.happened() ? Outcome.OK : Outcome.NO_OP, about);
        return with(committed.worker(), committed.trigger(), outcome, policy).linked(header, committed, change, policy);
    }

    private Circuit linked(LogHeader header, PatchCommitted committed, Change change, CircuitPolicy policy) {
        // Not the text of this record, so that a worker's commits have one between them.
        String author = committed.trigger().isPresent()
                ? ""
                : workers.get(workers.size() - 1).subject();
        Link link = new Link(
                header.sequence(),
                cause(committed.trigger(), author),
                change.happened() ? Keys.commit(committed, change) : Link.IDLE,
                author);
        SeenState seen = new SeenState(
                header.sequence(), Keys.number(committed.stateHash().hex()));
        return new Circuit(
                workers,
                triggers,
                board,
                change.happened() ? states.append(seen, policy.repeatedState().window() + 1) : states,
                commits.append(link, Math.max(LEAST_COMMITS, Repetition.longest(policy.cycle()) + 1)),
                trips,
                viewPercents,
                switches);
    }

    /** The commit that led to the rule's firing; of a worker that was not invited, its own commit before. */
    private long cause(Optional<Trigger> trigger, String author) {
        for (int i = commits.size() - 1; i >= 0; i--) {
            long sequence = commits.sequence(i);
            if (trigger.isPresent()
                    ? sequence <= trigger.get().sequence()
                    : commits.author(i).equals(author)) {
                return sequence;
            }
        }
        return 0;
    }

    /**
     * An answer was rejected, or there was none. Each kind of that is a signal of its own.
     *
     * @param trigger of the invocation that it answers; absent if unsolicited
     * @param contended whether a {@code test} failed because of what others did; of who proposes unasked it is
     *     remembered that it knows of that now
     */
    public Circuit rejected(
            LogHeader header,
            PatchRejected rejected,
            Optional<Trigger> trigger,
            boolean contended,
            CircuitPolicy policy) {
        Optional<String> kind = Signal.of(rejected, trigger.isEmpty(), contended);
        if (kind.isEmpty()) {
            return this;
        }
        String worker = rejected.worker().orElseThrow();
        Outcome outcome = new Outcome(
                header.sequence(),
                header.version(),
                kind.get(),
                trigger.map(known -> Keys.trigger(worker, known)).orElse(""));
        return with(worker, trigger, outcome, policy);
    }

    /** What became of a worker's latest answer, if that is remembered. */
    public Optional<Outcome> latest(String worker) {
        return worker(worker).map(Track::newest);
    }

    private Circuit with(String worker, Optional<Trigger> trigger, Outcome outcome, CircuitPolicy policy) {
        Ring<Track> nextTriggers = triggers;
        if (trigger.isPresent()) {
            nextTriggers = outcome.ok()
                    ? Tracks.without(triggers, outcome.about())
                    : Tracks.record(triggers, outcome.about(), outcome, policy.kept(Streak::trigger), MOST_TRIGGERS);
        }
        int kept = outcome.ok() ? policy.keptOfAnswers(Streak::worker) : policy.kept(Streak::worker);
        Track nextBoard = outcome.contention() ? board : board.with(outcome, policy.kept(Streak::board));
        return new Circuit(
                Tracks.record(workers, worker, outcome, kept, MOST_WORKERS),
                nextTriggers,
                outcome.ok() ? Track.BOARD : nextBoard,
                states,
                commits,
                trips,
                viewPercents,
                switches);
    }

    /**
     * The step of the escalation that a trip takes. Who took somebody's place goes on after the step that gave it.
     *
     * @param answerer whose answer it was
     */
    public TripAction action(Trip trip, String answerer, CircuitPolicy policy) {
        String rule = trip.trigger().map(Trigger::rule).orElse("");
        boolean standsIn = trip.worker().isPresent() && switches.hasPlace(answerer, rule);
        return policy.action(
                trip.detector(), standsIn ? Optional.of(answerer) : Optional.empty(), trips.nth(trip), trips.inAll());
    }

    /** Whether a trip ends its escalation, whatever the policy says. */
    public boolean isSpent(Trip trip) {
        return CircuitPolicy.isSpent(trip.detector(), trips.nth(trip), trips.inAll());
    }

    /** The step that holds since a worker's budget was used up; absent if there is none, or it went on. */
    public Optional<TripAction> budgetAction(String worker, CircuitPolicy policy) {
        Optional<String> standIn = Optional.of(worker).filter(name -> switches.hasPlace(name, ""));
        return trips.ofBudget(worker)
                .map(nth -> policy.action(Detector.BUDGET, standIn, nth, 0))
                .filter(action -> action.kind().cutsOff());
    }

    /**
     * A detector tripped: its counts begin anew, and the escalation is one step further.
     *
     * @param sequence of the log entry that says so
     */
    public Circuit tripped(long sequence, CircuitTripped trip, Iterable<String> allWorkers) {
        Circuit cleared = trip.detector().isAboutAnswers() ? without(trip) : this;
        return new Circuit(
                cleared.workers(),
                cleared.triggers(),
                cleared.board(),
                cleared.states(),
                cleared.commits(),
                trips.plus(trip),
                trip.percent()
                        .map(percent -> tightened(
                                trip.worker().<Iterable<String>>map(List::of).orElse(allWorkers),
                                (int) Math.max(LEAST_PERCENT, Math.min(percent, WHOLE))))
                        .orElse(viewPercents),
                switches.plus(sequence, trip));
    }

    /** A person has looked at what tripped: escalations begin with their first step again. */
    public Circuit lookedAt() {
        return new Circuit(workers, triggers, board, states, commits, trips.lookedAt(), viewPercents, switches);
    }

    private Circuit without(CircuitTripped trip) {
        String worker = trip.worker().orElse("");
        Ring<Track> otherTriggers = trip.trigger()
                .map(trigger -> Tracks.without(triggers, Keys.trigger(worker, trigger)))
                .orElse(triggers);
        boolean streak = trip.scope() == Scope.BOARD
                && trip.detector() != Detector.REPEATED_STATE
                && trip.detector() != Detector.CYCLE;
        return new Circuit(
                trip.detector() == Detector.REJECTION_RATE
                        ? Ring.empty()
                        : trip.scope() == Scope.BOARD ? workers : Tracks.without(workers, worker),
                otherTriggers,
                streak ? Track.BOARD : board,
                trip.detector() == Detector.REPEATED_STATE ? states.latest(1) : states,
                trip.detector() == Detector.CYCLE || trip.detector() == Detector.NO_OP_STREAK ? Links.NONE : commits,
                trips,
                viewPercents,
                switches);
    }

    private SortedMap<String, Integer> tightened(Iterable<String> names, int percent) {
        SortedMap<String, Integer> percents = new TreeMap<>(viewPercents);
        names.forEach(name -> percents.merge(name, percent, (old, by) -> Math.max(LEAST_PERCENT, old * by / WHOLE)));
        return percents;
    }

    /** What is left of the budget of a worker's views, in percent. */
    public int viewPercent(String worker) {
        return viewPercents.getOrDefault(worker, WHOLE);
    }

    /** How much is remembered here. */
    public Footprint size() {
        Footprint size = workers.total()
                .plus(triggers.total())
                .plus(board.size())
                .plus(states.total())
                .plus(commits.total())
                .plus(switches.inOrder().total());
        for (String subject : trips.counts().keySet()) {
            size = size.plus(Footprint.ofItem(subject));
        }
        for (String worker : viewPercents.keySet()) {
            size = size.plus(Footprint.ofItem(worker));
        }
        return size;
    }

    /** The latest answers of all workers, oldest first. */
    List<Outcome> latest(int window) {
        return Tracks.latest(workers, window);
    }

    Optional<Track> worker(String name) {
        return Tracks.find(workers, name);
    }

    Optional<Track> trigger(String worker, Trigger trigger) {
        return Tracks.find(triggers, Keys.trigger(worker, trigger));
    }
}
