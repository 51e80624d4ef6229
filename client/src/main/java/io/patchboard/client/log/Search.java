package io.patchboard.client.log;

import io.patchboard.record.LogEntry;
import java.util.Optional;
import java.util.function.Predicate;

/** Stops at the first entry that is wanted. */
final class Search implements LogListener {

    private final Predicate<LogEntry> wanted;
    private Optional<LogEntry> found = Optional.empty();

    Search(Predicate<LogEntry> wanted) {
        this.wanted = wanted;
    }

    @Override
    public boolean entry(LogRecord next) {
        if (wanted.test(next.entry())) {
            found = Optional.of(next.entry());
        }
        return found.isEmpty();
    }

    @Override
    public void problem(LogProblem problem) {
        problem.requireNoRegistry();
    }

    Optional<LogEntry> found() {
        return found;
    }
}
