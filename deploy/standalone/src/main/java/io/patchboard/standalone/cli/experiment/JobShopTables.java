package io.patchboard.standalone.cli.experiment;

import io.patchboard.experiments.jobshop.Arm;
import io.patchboard.experiments.jobshop.DisruptedTrial;
import io.patchboard.experiments.jobshop.EditTrial;
import io.patchboard.experiments.jobshop.FaultTrial;
import io.patchboard.experiments.jobshop.StaticTrial;
import io.patchboard.experiments.stats.Bootstrap;
import io.patchboard.experiments.stats.Interval;
import io.patchboard.standalone.screen.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What came of the job shops, as tables. */
final class JobShopTables {

    private JobShopTables() {}

    /** A row for each size. */
    static List<String> edited(List<EditTrial.Result> results) {
        Table table = new Table("jobs#", "machines#", "operations#", "edits#", "median µs#", "95 of 100 µs#", "steps#");
        results.forEach(result -> table.row(
                result.jobs(),
                result.machines(),
                result.jobs() * result.machines(),
                result.edits(),
                result.middle(),
                result.most(),
                result.steps()));
        return table.lines();
    }

    /** A row for each suite, and one for all. */
    static List<String> planned(List<StaticTrial.Result> results) {
        Map<String, List<StaticTrial.Result>> suites = new TreeMap<>();
        results.forEach(result -> suites.computeIfAbsent(result.shop().suite(), any -> new ArrayList<>())
                .add(result));
        Table table = new Table(
                "suite",
                "instances#",
                "feasible#",
                "first plan#",
                "mean gap#",
                "largest#",
                "to the bound#",
                "optimal#",
                "proven here#",
                "seconds#");
        suites.forEach((suite, some) -> planned(table, suite, some));
        if (suites.size() > 1) {
            planned(table, "all", results);
        }
        return table.lines();
    }

    private static void planned(Table table, String suite, List<StaticTrial.Result> some) {
        table.row(
                suite,
                some.size(),
                some.stream().filter(StaticTrial.Result::feasible).count(),
                percent(mean(
                        some,
                        result -> (result.planned() - result.shop().upper())
                                / (double) result.shop().upper())),
                percent(mean(some, StaticTrial.Result::gapToUpper)),
                percent(some.stream()
                        .mapToDouble(StaticTrial.Result::gapToUpper)
                        .max()
                        .orElse(0)),
                percent(mean(some, StaticTrial.Result::gapToLower)),
                some.stream().filter(StaticTrial.Result::optimal).count(),
                some.stream().filter(StaticTrial.Result::provenHere).count(),
                String.format(Locale.ROOT, "%.1f", mean(some, result -> result.millis() / 1000.0)));
    }

    /** A row for each arm; each arm had the same schedules and the same incidents. */
    static List<String> mended(List<DisruptedTrial.Result> results) {
        Table table = new Table(
                "mended by",
                "incidents#",
                "feasible#",
                "later#",
                "against recompute#",
                "95 % of it#",
                "moved#",
                "jobs#",
                "in progress#",
                "growths#",
                "by others#",
                "seconds#");
        List<DisruptedTrial.Result> recomputed = of(results, Arm.RECOMPUTE);
        for (Arm arm : Arm.values()) {
            List<DisruptedTrial.Result> some = of(results, arm);
            Interval against = against(some, recomputed);
            table.row(
                    arm.word(),
                    some.size(),
                    some.stream().filter(DisruptedTrial.Result::feasible).count(),
                    percent(mean(some, result -> result.after() / (double) result.before() - 1)),
                    percent(against.value()),
                    percent(against.low()) + " to " + percent(against.high()),
                    median(some, DisruptedTrial.Result::moved),
                    median(some, DisruptedTrial.Result::jobs),
                    median(some, DisruptedTrial.Result::inProgress),
                    String.format(Locale.ROOT, "%.1f", mean(some, DisruptedTrial.Result::growths)),
                    some.stream()
                            .filter(result -> !result.by().equals(arm.word()))
                            .count(),
                    String.format(Locale.ROOT, "%.1f", mean(some, result -> result.millis() / 1000.0)));
        }
        return table.lines();
    }

    /** What is resampled are instances, each with all of its incidents: those share one schedule. */
    private static Interval against(List<DisruptedTrial.Result> some, List<DisruptedTrial.Result> recomputed) {
        Map<String, List<Double>> shops = new TreeMap<>();
        for (int i = 0; i < some.size(); i++) {
            shops.computeIfAbsent(some.get(i).shop().name(), any -> new ArrayList<>())
                    .add(some.get(i).after() / (double) recomputed.get(i).after() - 1);
        }
        List<List<Double>> cases = List.copyOf(shops.values());
        return Bootstrap.of(
                cases.size(),
                1,
                drawn -> mean(
                        Arrays.stream(drawn)
                                .mapToObj(cases::get)
                                .flatMap(List::stream)
                                .toList(),
                        later -> later));
    }

    private static List<DisruptedTrial.Result> of(List<DisruptedTrial.Result> results, Arm arm) {
        return results.stream().filter(result -> result.arm() == arm).toList();
    }

    /** A row for each guard and kind of fault. */
    static List<String> guarded(List<FaultTrial.Result> results) {
        Table table = new Table(
                "guard",
                "fault",
                "injected#",
                "kept off the board#",
                "seen by the validator#",
                "found#",
                "ended sound#");
        results.forEach(result -> table.row(
                result.guard().words(),
                result.fault().words(),
                result.injected(),
                result.kept(),
                result.seen(),
                result.found(),
                result.sound()));
        return table.lines();
    }

    private static <T> double mean(List<T> of, ToDoubleFunction<T> figure) {
        return of.stream().mapToDouble(figure).average().orElse(0);
    }

    private static <T> long median(List<T> of, ToDoubleFunction<T> figure) {
        double[] sorted = of.stream().mapToDouble(figure).sorted().toArray();
        int half = sorted.length / 2;
        return Math.round(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
