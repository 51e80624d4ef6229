package io.patchboard.kernel.decide.ending;

import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Holds;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * What a board's policies do not mend is told to a person, and what hangs on it waits for his decision. Where the
 * blueprint says so, the board is halted instead.
 */
public final class Incidents {

    private static final List<Option> ALL = List.of(Option.RETRY, Option.WORKER, Option.SKIP, Option.HALT);

    private Incidents() {}

    /** A budget of the board's or of a worker's is used up. Who was told already is not told again. */
    static void budget(String budget, Optional<String> worker, String message, Transcript log) {
        Holds holds = worker.isPresent() ? Holds.WORKER : Holds.BOARD;
        once(
                BoardHalted.Reason.BUDGET_EXHAUSTED,
                budget,
                holds,
                worker,
                message,
                List.of(Option.RAISE, Option.HALT),
                log);
    }

    /** A worker's attempts at something are spent. What it is given up for next joins what waits already. */
    static void failed(String worker, String message, Transcript log) {
        once(BoardHalted.Reason.FAILED, worker, Holds.TRIGGER, Optional.of(worker), message, ALL, log);
    }

    /** A worker stays away. What else it is to be invoked for would only fail as well. */
    static void outage(String worker, String message, Transcript log) {
        once(BoardHalted.Reason.OUTAGE, worker, Holds.WORKER, Optional.of(worker), message, ALL, log);
    }

    /** A worker would be shown more than it may be. */
    public static void trifecta(String worker, String message, Transcript log) {
        once(BoardHalted.Reason.TRIFECTA, worker, Holds.TRIGGER, Optional.of(worker), message, ALL, log);
    }

    /** Nothing is left to do, and the goal is not reached. */
    public static void stuck(String message, Transcript log) {
        boolean givenUp = !log.board().work().abandoned().isEmpty();
        once(
                BoardHalted.Reason.STUCK,
                "",
                Holds.TRIGGER,
                Optional.empty(),
                message,
                givenUp ? ALL : List.of(Option.WORKER, Option.HALT),
                log);
    }

    /**
     * A detector found that the board, or a part of it, runs in circles.
     *
     * @param worker whose answer it tripped at
     * @param trigger what the worker is to be invoked for again if somebody wants that; absent if it is gone
     */
    public static void circuit(
            String detector, Holds holds, String worker, Optional<Trigger> trigger, String message, Transcript log) {
        boolean held = holds == Holds.BOARD && log.board().work().waitsFor(BoardHalted.Reason.CIRCUIT, detector);
        if (!held) {
            raise(BoardHalted.Reason.CIRCUIT, detector, holds, Optional.of(worker), trigger, message, ALL, log);
        }
    }

    /** A detector found what somebody wants to look at before the board goes on. Who was told is not told again. */
    static void look(String detector, Optional<String> worker, String message, Transcript log) {
        once(
                BoardHalted.Reason.CIRCUIT,
                detector,
                Holds.BOARD,
                worker,
                message,
                List.of(Option.RESUME, Option.HALT),
                log);
    }

    private static void once(
            BoardHalted.Reason reason,
            String detail,
            Holds holds,
            Optional<String> worker,
            String message,
            List<Option> options,
            Transcript log) {
        if (!log.board().work().waitsFor(reason, detail)) {
            raise(reason, detail, holds, worker, Optional.empty(), message, options, log);
        }
    }

    private static void raise(
            BoardHalted.Reason reason,
            String detail,
            Holds holds,
            Optional<String> worker,
            Optional<Trigger> trigger,
            String message,
            List<Option> options,
            Transcript log) {
        if (log.board().rules().haltsOnIncident()) {
            Endings.halt(log, reason, detail, message);
        } else {
            log.append(new NeedsPerson(reason, detail, holds, worker, trigger, message, options));
        }
    }
}
