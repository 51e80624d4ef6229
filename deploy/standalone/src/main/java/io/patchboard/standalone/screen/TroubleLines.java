package io.patchboard.standalone.screen;

import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.Raise;
import io.patchboard.record.Requested;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines of what does not go on, and of what a person decides about it. */
final class TroubleLines {

    private final Margin margin;

    TroubleLines(Margin margin) {
        this.margin = margin;
    }

    List<Line> warned(LogEntry entry, BudgetWarning warning) {
        return margin.explained(
                margin.head(entry, Style.CHANGED, "!", warning.worker().orElse(EntryPrinter.BOARD))
                        .add(Style.BOLD, "budget ")
                        .add(warning.budget().word()),
                warning.message());
    }

    Line compensating(LogEntry entry, CompensationStarted started) {
        Line line = margin.head(entry, Style.CHANGED, "↺", EntryPrinter.BOARD)
                .add(Style.BOLD, "compensating")
                .add(Style.DIM, ", undoes ")
                .add(started.undoes().stream().map(String::valueOf).collect(Collectors.joining(", ")))
                .add(Style.DIM, started.halt().isPresent() ? ", then it is halted" : ", then it is cancelled");
        started.requested().flatMap(Requested::by).ifPresent(by -> line.add(Style.DIM, " for " + by));
        return line;
    }

    List<Line> tripped(LogEntry entry, CircuitTripped trip) {
        Line line = margin.head(entry, Style.BAD, "!", trip.worker().orElse(EntryPrinter.BOARD))
                .add(Style.BOLD, trip.detector().word())
                .add(Style.DIM, ", so: ")
                .add(Style.CHANGED, trip.action().word());
        trip.target().ifPresent(target -> line.add(" " + target));
        return margin.explained(line, trip.message());
    }

    List<Line> stopped(LogEntry entry, BranchStopped stopped) {
        Line line = margin.head(entry, Style.BAD, "×", stopped.worker().orElse(EntryPrinter.BOARD));
        EntryPrinter.trigger(line, "rule ", stopped.trigger())
                .add(Style.DIM, " is not followed any further: ")
                .add(stopped.reason().word());
        return margin.explained(line, stopped.message());
    }

    Line held(LogEntry entry, TriggerHeld held) {
        Line line = margin.head(entry, Style.DIM, "…", held.worker().orElse(EntryPrinter.BOARD));
        EntryPrinter.trigger(line, "rule ", held.trigger())
                .add(Style.DIM, " waits: ")
                .add(held.reason().word());
        held.due()
                .ifPresent(at -> line.add(
                        Style.DIM,
                        ", " + Margin.seconds(Duration.between(entry.header().time(), at)) + " s at most"));
        return line;
    }

    List<Line> needsPerson(LogEntry entry, NeedsPerson item) {
        Line line = margin.head(entry, Style.BAD, "?", item.worker().orElse(EntryPrinter.BOARD))
                .add(Style.BOLD, "needs a person  ")
                .add(Style.BAD, item.reason().word());
        if (!item.detail().isEmpty()) {
            line.add(Style.DIM, " (" + item.detail() + ")");
        }
        line.add(Style.DIM, ", who may decide: ")
                .add(item.options().stream().map(Word::word).collect(Collectors.joining(", ")));
        return margin.explained(line, item.message());
    }

    Line decided(LogEntry entry, Decided decided) {
        Line line = margin.head(entry, Style.CHANGED, "▸", EntryPrinter.BOARD)
                .add(Style.BOLD, "decided  ")
                .add(decided.option().word());
        decided.worker().ifPresent(worker -> line.add(" " + worker));
        for (Raise raise : decided.raised()) {
            line.add(" " + raise.budget() + "=" + raise.most().toPlainString());
        }
        return line.add(Style.DIM, ", by ")
                .add(decided.requested()
                        .map(asked -> asked.by().orElse("?"))
                        .orElse(
                                decided.option() == NeedsPerson.Option.RAISE
                                        ? "the amended blueprint"
                                        : "the end of its time"))
                .add(Style.DIM, ", about " + decided.item() + "  ")
                .add(decided.requested().flatMap(Requested::reason).orElse(""));
    }

    /** A patch that waits for a person, with what he reads of it. */
    List<Line> held(LogEntry entry, PatchHeld held) {
        Line line = margin.head(entry, Style.CHANGED, "‖", held.worker())
                .add(Style.BOLD, "held  ")
                .add(held.card().title());
        held.modifiedBy()
                .ifPresent(by -> line.add(Style.DIM, ", as modified by ").add(by));
        List<Line> lines = new ArrayList<>(List.of(line));
        Stream.of(
                        held.card().changes().stream(),
                        held.card().shown().stream(),
                        held.card().reverse().map(how -> "to undo: " + how).stream())
                .flatMap(sentences -> sentences)
                .forEach(sentence -> lines.add(margin.below().add(Text.printable(sentence))));
        return lines;
    }
}
