package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to come of a scenario. What is left out is not looked at.
 *
 * @param phase of the board when nothing goes on any more
 * @param needsPerson whether it then waits for somebody's decision
 * @param state values by JSON Pointer; absent for a place where nothing shall be
 * @param rejections each of which there has to be
 * @param commits how many
 * @param rejected how many
 * @param invocations how many at most
 */
public record Expected(
        Optional<String> phase,
        Optional<Boolean> needsPerson,
        Map<JsonPointer, Optional<Json>> state,
        Optional<Json> result,
        List<Refusal> rejections,
        Optional<Long> commits,
        Optional<Long> rejected,
        Optional<Long> invocations) {

    /**
     * A rejection, as far as it is said.
     *
     * @param rule the clause of the blueprint
     * @param times how often exactly; at least once where absent
     */
    public record Refusal(
            Optional<String> worker,
            Optional<Stage> stage,
            Optional<String> code,
            Optional<String> rule,
            Optional<Long> times) {

        private boolean matches(PatchRejected entry) {
            return (worker.isEmpty() || worker.equals(entry.worker()))
                    && stage.map(entry.rejection().stage()::equals).orElse(true)
                    && code.map(entry.rejection().code()::equals).orElse(true)
                    && (rule.isEmpty() || rule.equals(entry.rejection().rule()));
        }

        @Override
        public String toString() {
            return "a rejection" + worker.map(name -> " of " + name).orElse("")
                    + stage.map(name -> " at " + name).orElse("")
                    + code.map(name -> " " + name).orElse("")
                    + rule.map(name -> " by " + name).orElse("");
        }
    }

    /** All but how often things happen, which is otherwise where some go wrong. */
    Expected whateverGoesWrong() {
        return new Expected(
                phase,
                needsPerson,
                state,
                result,
                rejections.stream()
                        .filter(refusal -> refusal.times().map(most -> most > 0).orElse(true))
                        .map(refusal -> new Refusal(
                                refusal.worker(), refusal.stage(), refusal.code(), refusal.rule(), Optional.empty()))
                        .toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** What is otherwise, a sentence each. */
    List<String> missed(Board board, List<LogEntry> log) {
        List<String> missed = new ArrayList<>();
        phase.filter(word -> !word.equals(board.phase().word()))
                .ifPresent(word -> missed.add("Expected the board to be " + word + ", but it is "
                        + board.phase().word() + "."));
        boolean waits = board.waitsForPersonAlone();
        needsPerson
                .filter(wanted -> wanted != waits)
                .ifPresent(wanted -> missed.add("Expected the board " + (wanted ? "" : "not ")
                        + "to wait for a person, but it " + (waits ? "does." : "does not.")));
        state.forEach((place, value) -> {
            Optional<Json> found = place.resolve(board.state());
            if (!found.equals(value)) {
                missed.add("Expected " + shown(value) + " at " + place + ", but got " + shown(found) + ".");
            }
        });
        result.ifPresent(wanted -> result(wanted, log, missed));
        List<PatchRejected> refused = of(PatchRejected.class, log);
        for (Refusal refusal : rejections) {
            long times = refused.stream().filter(refusal::matches).count();
            if (refusal.times().map(wanted -> wanted != times).orElse(times == 0)) {
                missed.add("Expected " + refusal
                        + refusal.times().map(wanted -> " " + wanted + " times").orElse("") + ", but there "
                        + (times == 0 ? "is none" : "are " + times) + " among " + refused.size() + ".");
            }
        }
        count("commits", commits, of(PatchCommitted.class, log).size(), missed);
        count("rejections", rejected, refused.size(), missed);
        int made = of(WorkerInvoked.class, log).size();
        invocations
                .filter(most -> made > most)
                .ifPresent(
                        most -> missed.add("Expected at most " + most + " invocations, but there are " + made + "."));
        return missed;
    }

    private static void result(Json wanted, List<LogEntry> log, List<String> missed) {
        Optional<Json> found = of(BoardCompleted.class, log).stream()
                .map(BoardCompleted::result)
                .findFirst();
        if (!found.equals(Optional.of(wanted))) {
            missed.add("Expected the result " + wanted + ", but got " + shown(found) + ".");
        }
    }

    private static void count(String what, Optional<Long> wanted, long found, List<String> missed) {
        wanted.filter(number -> number != found)
                .ifPresent(number -> missed.add("Expected " + number + " " + what + ", but there are " + found + "."));
    }

    private static String shown(Optional<Json> value) {
        return value.map(Json::toString).orElse("nothing");
    }

    static <T> List<T> of(Class<T> type, List<LogEntry> log) {
        return log.stream()
                .map(LogEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
