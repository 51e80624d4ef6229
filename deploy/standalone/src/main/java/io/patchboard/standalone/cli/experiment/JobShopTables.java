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
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What came of the job shops, as tables. What is no count is of feasible schedules alone. */
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

    private static void planned(Table table, String suite, List<StaticTrial.Result> all) {
        List<StaticTrial.Result> some =
                all.stream().filter(StaticTrial.Result::feasible).toList();
        table.row(
                suite,
                all.size(),
                some.size(),
                percent(mean(
                        some,
                        result -> (result.planned() - result.shop().upper())
                                / (double) result.shop().upper())),
                percent(mean(some, StaticTrial.Result::gapToUpper)),
                percent(some.stream()
                        .mapToDouble(StaticTrial.Result::gapToUpper)
                        .max()
                        .orElse(Double.NaN)),
                percent(mean(some, StaticTrial.Result::gapToLower)),
                some.stream().filter(StaticTrial.Result::optimal).count(),
                some.stream().filter(StaticTrial.Result::provenHere).count(),
                one(mean(some, result -> result.millis() / 1000.0)));
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
        List<DisruptedTrial.Result> recomputed = feasible(of(results, Arm.RECOMPUTE));
        for (Arm arm : Arm.values()) {
            List<DisruptedTrial.Result> all = of(results, arm);
            List<DisruptedTrial.Result> some = feasible(all);
            Optional<Interval> against = against(some, recomputed);
            table.row(
                    arm.word(),
                    all.size(),
                    some.size(),
                    percent(mean(some, result -> result.after() / (double) result.before() - 1)),
                    against.map(later -> percent(later.value())).orElse("-"),
                    against.map(later -> percent(later.low()) + " to " + percent(later.high()))
                            .orElse("-"),
                    median(some, DisruptedTrial.Result::moved),
                    median(some, DisruptedTrial.Result::jobs),
                    median(some, DisruptedTrial.Result::inProgress),
                    one(mean(some, DisruptedTrial.Result::growths)),
                    some.stream()
                            .filter(result -> !result.by().equals(arm.word()))
                            .count(),
                    one(mean(some, result -> result.millis() / 1000.0)));
        }
        return table.lines();
    }

    /** What is resampled are instances, each with all of its incidents: those share one schedule. */
    private static Optional<Interval> against(
            List<DisruptedTrial.Result> some, List<DisruptedTrial.Result> recomputed) {
        Map<String, List<Double>> shops = new TreeMap<>();
        some.forEach(result -> recomputed.stream()
                .filter(other -> other.seed() == result.seed()
                        && other.shop().name().equals(result.shop().name()))
                .forEach(other -> shops.computeIfAbsent(result.shop().name(), any -> new ArrayList<>())
                        .add(result.after() / (double) other.after() - 1)));
        List<List<Double>> cases = List.copyOf(shops.values());
        return cases.isEmpty()
                ? Optional.empty()
                : Optional.of(Bootstrap.of(
                        cases.size(),
                        1,
                        drawn -> mean(
                                Arrays.stream(drawn)
                                        .mapToObj(cases::get)
                                        .flatMap(List::stream)
                                        .toList(),
                                later -> later)));
    }

    private static List<DisruptedTrial.Result> of(List<DisruptedTrial.Result> results, Arm arm) {
        return results.stream().filter(result -> result.arm() == arm).toList();
    }

    private static List<DisruptedTrial.Result> feasible(List<DisruptedTrial.Result> results) {
        return results.stream().filter(DisruptedTrial.Result::feasible).toList();
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

    /** Of nothing: no number. */
    private static <T> double mean(List<T> of, ToDoubleFunction<T> figure) {
        return of.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static <T> String median(List<T> of, ToDoubleFunction<T> figure) {
        double[] sorted = of.stream().mapToDouble(figure).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length == 0
                ? "-"
                : String.valueOf(
                        Math.round(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2));
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : one(100 * share) + " %";
    }

    private static String one(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }
}
