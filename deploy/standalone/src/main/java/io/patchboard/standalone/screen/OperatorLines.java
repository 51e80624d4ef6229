package io.patchboard.standalone.screen;

import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.CommandOutcome;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Entries that operators asked for. */
final class OperatorLines {

    private final Margin margin;
    private final PatchLines patches;

    OperatorLines(Margin margin, PatchLines patches) {
        this.margin = margin;
        this.patches = patches;
    }

    /** One that only says that it was done. */
    Line done(LogEntry entry, CommandOutcome outcome, Style style, String sign, String what) {
        return asked(head(entry, style, sign, what), Optional.of(outcome.requested()));
    }

    Line marked(LogEntry entry, BoardMarked marked) {
        return asked(
                head(entry, Style.CHANGED, "⚑", "marked").add("  " + marked.name()), Optional.of(marked.requested()));
    }

    List<Line> edited(LogEntry entry, BoardEdited edited) {
        Line first = asked(
                head(entry, Style.CHANGED, "✓", "edited")
                        .add(Style.BOLD, "  v" + entry.header().version()),
                Optional.of(edited.requested()));
        return with(first, patches.of(edited.patch(), margin.below(), 0));
    }

    List<Line> restored(LogEntry entry, BoardRestored restored) {
        Line first = head(entry, Style.CHANGED, "↶", "restored")
                .add(Style.BOLD, "  v" + entry.header().version())
                .add(" as " + restored.mark().map(name -> "marked " + name).orElse("v" + restored.restoredVersion()));
        superseded(first, restored.superseded());
        return with(asked(first, restored.requested()), patches.of(restored.patch(), margin.below(), 0));
    }

    Line amended(LogEntry entry, BlueprintAmended amended) {
        Line line = head(entry, Style.CHANGED, "▸", "amended")
                .add("  to blueprint " + PatchLines.member(amended.blueprint(), "name") + " ")
                .add(Style.DIM, EntryPrinter.shortHash(amended.blueprintHash()));
        superseded(line, amended.superseded());
        return asked(line, Optional.of(amended.requested()));
    }

    private static List<Line> with(Line first, List<Line> more) {
        List<Line> lines = new ArrayList<>(List.of(first));
        lines.addAll(more);
        return lines;
    }

    private Line head(LogEntry entry, Style style, String sign, String what) {
        return margin.head(entry, style, sign, EntryPrinter.BOARD).add(Style.BOLD, what);
    }

    private static void superseded(Line line, List<String> open) {
        if (!open.isEmpty()) {
            line.add(Style.DIM, ", " + open.size() + " open superseded");
        }
    }

    private static Line asked(Line line, Optional<Requested> requested) {
        requested
                .flatMap(Requested::by)
                .ifPresent(who -> line.add(Style.DIM, "  by ").add(Text.printable(who)));
        requested.flatMap(Requested::reason).ifPresent(why -> line.add("  ").add(Text.printable(why)));
        return line;
    }
}
