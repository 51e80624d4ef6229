package io.patchboard.standalone.cli.experiment;

import io.patchboard.examples.jobshop.JobShop;
import io.patchboard.experiments.jobshop.DisruptedTrial;
import io.patchboard.experiments.jobshop.EditTrial;
import io.patchboard.experiments.jobshop.FaultTrial;
import io.patchboard.experiments.jobshop.Shop;
import io.patchboard.experiments.jobshop.StaticTrial;
import io.patchboard.json.Json;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code experiment job-shop}. */
@Command(
        name = "job-shop",
        description = {
            "Plans job shops on boards whose invariants are their constraints, and compares with the best known bounds.",
            "With --disrupted, machines break down and operations take longer, and three ways to mend the schedule are"
                    + " compared. With --faults, planners answer with schedules that are wrong, and it is counted who finds"
                    + " out. With --edits, single edits are timed. With --input, prints the input of a board for an instance. No language model is used."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 every schedule is feasible; 2 not; 1 no such instances.",
            "",
            "Examples:",
            "  patchboard experiment job-shop --time 2s",
            "  patchboard experiment job-shop --disrupted 3 --only ft10 --time 2s"
        })
final class JobShopCommand implements Callable<Integer> {

    private static final Duration LONGEST = Duration.ofHours(1);

    /** Jobs and machines. */
    private static final int[][] SIZES = {{10, 5}, {20, 10}, {50, 15}, {100, 5}, {100, 20}};

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "A folder with bounds.csv and the instances that it names, in the standard form. Default: three"
                            + " instances that come along.")
    private Optional<Path> data = Optional.empty();

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "Of these instances, or suites, alone.")
    private List<String> only = List.of();

    @Option(
            names = "--time",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "How long to search for a better schedule, with two threads. Default: ${DEFAULT-VALUE}")
    private Duration time = Duration.ofSeconds(10);

    @ArgGroup
    private Part part = new Part();

    @Mixin
    private OutputOptions options = new OutputOptions();

    /** What is done with the instances; nothing given: they are planned. */
    static final class Part {

        @Option(
                names = "--disrupted",
                paramLabel = "N",
                description = "Has so many things go wrong with each instance.")
        private Optional<Integer> disrupted = Optional.empty();

        @Option(
                names = "--faults",
                paramLabel = "N",
                description = "Has planners be wrong so often in each of four ways, with each instance.")
        private Optional<Integer> faults = Optional.empty();

        @Option(
                names = "--edits",
                paramLabel = "N",
                description =
                        "Measures single edits of schedules from 10 jobs on 5 machines to 100 on 20, so many of each.")
        private Optional<Integer> edits = Optional.empty();

        @Option(
                names = "--input",
                description = "Prints a board's input for the one instance that there is, or --only names.")
        private boolean input;
    }

    @Override
    public Integer call() throws InterruptedException {
        Output output = options.output();
        if (!time.equals(Duration.ofSeconds(time.toSeconds())) || time.compareTo(LONGEST) > 0) {
            throw CliException.failed("Expected whole seconds, from 1s to 1h, at --time, but got " + time + ".");
        }
        try {
            if (part.edits.isPresent()) {
                return edits(Math.max(part.edits.get(), 1), output);
            }
            List<Shop> shops = shops();
            if (part.input) {
                return input(shops, output);
            } else if (part.disrupted.isPresent()) {
                return disrupted(shops, EpisodeOptions.atLeastOne("--disrupted", part.disrupted.get()), output);
            } else if (part.faults.isPresent()) {
                return faults(shops, EpisodeOptions.atLeastOne("--faults", part.faults.get()), output);
            }
            return planned(shops, output);
        } catch (UncheckedIOException e) {
            throw CliException.failed(e.getMessage());
        } catch (IllegalArgumentException e) {
            throw CliException.failed("Expected job shops, but: " + e.getMessage());
        }
    }

    private int seconds() {
        return (int) time.toSeconds();
    }

    private List<Shop> shops() {
        List<Shop> all = data.map(Shop::in).orElseGet(JobShop::samples);
        for (String name : only) {
            if (all.stream().noneMatch(shop -> isCalled(shop, name))) {
                throw CliException.failed("Expected instances or suites at --only, but there is no \"" + name
                        + "\"; there are "
                        + all.stream().map(Shop::name).limit(10).toList() + ".");
            }
        }
        return all.stream()
                .filter(shop -> only.isEmpty() || only.stream().anyMatch(name -> isCalled(shop, name)))
                .toList();
    }

    private static boolean isCalled(Shop shop, String name) {
        return shop.name().equals(name) || shop.suite().equals(name);
    }

    private int input(List<Shop> shops, Output output) {
        if (shops.size() != 1) {
            throw CliException.failed("Expected one instance for --input, but there are "
                    + shops.stream().map(Shop::name).toList() + ". Name one with --only.");
        }
        output.document(shops.get(0).input(seconds()));
        return ExitCodes.OK;
    }

    private int planned(List<Shop> shops, Output output) {
        Json blueprint = JobShop.blueprint();
        List<StaticTrial.Result> results = new ArrayList<>();
        for (Shop shop : shops) {
            StaticTrial.Result result = StaticTrial.of(blueprint, shop, seconds());
            results.add(result);
            told(output, result.json(), shop.name() + ": " + result.makespan() + ", best known " + shop.upper());
        }
        JobShopTables.planned(results).forEach(output::line);
        return results.stream().allMatch(StaticTrial.Result::feasible) ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
    }

    private int disrupted(List<Shop> shops, int incidents, Output output) throws InterruptedException {
        Json blueprint = JobShop.blueprint();
        List<DisruptedTrial.Result> results = new ArrayList<>();
        List<Long> seeds = LongStream.rangeClosed(1, incidents).boxed().toList();
        for (Shop shop : shops) {
            for (DisruptedTrial.Result result : DisruptedTrial.of(blueprint, shop, seconds(), seeds)) {
                results.add(result);
                told(
                        output,
                        result.json(),
                        shop.name() + " incident " + result.seed() + " "
                                + result.arm().word() + ": " + result.before() + " to " + result.after() + ", "
                                + result.moved() + " moved");
            }
        }
        JobShopTables.mended(results).forEach(output::line);
        return results.stream().allMatch(DisruptedTrial.Result::feasible) ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
    }

    private int faults(List<Shop> shops, int count, Output output) {
        Json blueprint = JobShop.blueprint();
        List<FaultTrial.Result> results = new ArrayList<>();
        for (Shop shop : shops) {
            output.progress(shop.name() + " …");
            List<FaultTrial.Result> some = FaultTrial.of(blueprint, shop.instance(), 1, count, 1);
            results.addAll(some);
            if (output.isJson()) {
                some.forEach(result -> output.item(result.json().with("instance", Json.of(shop.name()))));
            }
        }
        JobShopTables.guarded(results).forEach(output::line);
        return results.stream().allMatch(FaultTrial.Result::asGuarded) ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
    }

    private static int edits(int count, Output output) {
        Json blueprint = JobShop.blueprint();
        List<EditTrial.Result> results = new ArrayList<>();
        for (int[] size : SIZES) {
            EditTrial.Result result = EditTrial.of(blueprint, size[0], size[1], count, 1);
            results.add(result);
            told(output, result.json(), size[0] + " jobs on " + size[1] + " machines: " + result.middle() + " µs");
        }
        JobShopTables.edited(results).forEach(output::line);
        return ExitCodes.OK;
    }

    private static void told(Output output, Json row, String line) {
        if (output.isJson()) {
            output.item(row);
        } else {
            output.progress(line);
        }
    }
}
