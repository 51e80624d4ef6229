package io.patchboard.standalone.cli.board;

import io.patchboard.record.Event;
import io.patchboard.record.EventKinds;
import io.patchboard.record.LogEntry;
import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of {@code board log} that leave entries out; they mean what the parameters of the HTTP API mean. */
final class LogFilter implements Predicate<LogEntry> {

    @Option(names = "--from", paramLabel = "SEQUENCE", description = "The first sequence. Default: 1")
    private Optional<Long> from = Optional.empty();

    @Option(names = "--to", paramLabel = "SEQUENCE", description = "The last sequence; not with --follow.")
    private Optional<Long> to = Optional.empty();

    @Option(names = "--kind", paramLabel = "TYPE", description = "Only entries of this type, as PatchCommitted.")
    private Optional<String> kind = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** @throws ParameterException if no entry could ever pass */
    void check(boolean follow) {
        if (follow && to.isPresent()) {
            throw bad("Expected no --to with --follow, which goes on until the board ends, but got one.");
        }
        if (from.orElse(1L) < 1 || to.orElse(Long.MAX_VALUE) < from.orElse(1L)) {
            throw bad("Expected sequences from 1, the one in --to not before that in --from, but got "
                    + from.map(first -> "--from " + first).orElse("no --from") + " and "
                    + to.map(last -> "--to " + last).orElse("no --to") + ".");
        }
        List<String> kinds = EventKinds.types(Event.class);
        kind.filter(name -> !kinds.contains(name)).ifPresent(name -> {
            throw bad("Expected in --kind one of " + String.join(", ", kinds) + ", but got \"" + name + "\"."
                    + Spelling.question(name, kinds));
        });
    }

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    @Override
    public boolean test(LogEntry entry) {
        return entry.sequence() >= from.orElse(1L)
                && entry.sequence() <= to.orElse(Long.MAX_VALUE)
                && (kind.isEmpty() || kind.get().equals(entry.type()));
    }
}
