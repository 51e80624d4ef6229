package io.patchboard.faults;

import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.cycle.HonestRun;
import io.patchboard.faults.cycle.LoopFault;
import io.patchboard.faults.cycle.LoopRun;
import io.patchboard.faults.dice.Dice;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The kernel's thresholds of its circuit policy beside the paper's (arXiv 2605.29313, Table 3): the loops and the
 * honest runs of the {@linkplain FaultTable fault table}, with the same seed, under each of them.
 */
public final class CircuitTable {

    private CircuitTable() {}

    /**
     * What came of one setting.
     *
     * @param setting what it is called
     * @param runs how many loops, and how many honest runs
     * @param halted loops that a detector halted in time
     * @param medianSteps of those
     * @param tripped honest runs in which a detector found something
     * @param haltedByMistake honest runs that a detector halted
     */
    public record Row(String setting, int runs, int halted, int medianSteps, int tripped, int haltedByMistake) {

        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("circuit", setting)
                    .put("loops", runs)
                    .put("halted", halted)
                    .put("medianSteps", medianSteps)
                    .put("honestRuns", runs)
                    .put("tripped", tripped)
                    .put("haltedByMistake", haltedByMistake)
                    .build();
        }
    }

    /**
     * @param runs how many loops, and how many honest runs, for each setting; at least 1
     * @param progress is told what is being done
     */
    public static List<Row> run(int runs, long seed, Progress progress) {
        List<Row> rows = new ArrayList<>();
        for (CircuitSetting setting : CircuitSetting.values()) {
            progress.begins("Running " + runs + " loops and " + runs + " honest workflows: " + setting.label() + "...");
            rows.add(row(setting, runs, seed, progress));
        }
        return rows;
    }

    private static Row row(CircuitSetting setting, int runs, long seed, Progress progress) {
        Kernel kernel = setting.kernel();
        List<Integer> steps = new ArrayList<>();
        int tripped = 0;
        int mistakes = 0;
        for (int i = 0; i < runs; i++) {
            LoopFault loop = LoopFault.draw(Dice.of(seed, "cycle", i));
            LoopRun.Outcome stopped = new LoopRun(loop, Dice.of(seed, "loop", i)).on(kernel, "loop-" + i);
            if (stopped.halted()) {
                steps.add(stopped.steps());
            }
            HonestRun.Outcome honest = HonestRun.go(kernel, "honest-" + i, Dice.of(seed, "honest", i));
            tripped += honest.tripped() ? 1 : 0;
            mistakes += honest.haltedByMistake() ? 1 : 0;
            progress.done(i + 1);
        }
        steps.sort(null);
        int median = steps.isEmpty() ? 0 : steps.get(steps.size() / 2);
        return new Row(setting.label(), runs, steps.size(), median, tripped, mistakes);
    }

    /** For people. */
    public static List<String> lines(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(line("CIRCUIT", "LOOPS HALTED", "MEDIAN STEPS", "HONEST TRIPPED", "HONEST HALTED"));
        rows.forEach(row -> lines.add(line(
                row.setting(),
                row.halted() + "/" + row.runs(),
                row.medianSteps(),
                row.tripped() + "/" + row.runs(),
                row.haltedByMistake() + "/" + row.runs())));
        return lines;
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, "%-20s %12s %13s %15s %14s", cells);
    }
}
