package io.patchboard.standalone.cli.scenario;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.FieldException;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.scenario.InjectedFaults;
import io.patchboard.standalone.scenario.Played;
import io.patchboard.standalone.scenario.Player;
import io.patchboard.standalone.scenario.Scenario;
import io.patchboard.standalone.scenario.ScenarioReader;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code patchboard test}. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = {
            "Plays scenarios: boards whose workers' answers, and what shall come of them, are written down.",
            "The kernel's own decisions, in memory, by a clock that jumps to whatever is due next: no Kafka, no workers.",
            "Exit code 0: all as expected; 7: one is not; 6: a file is no scenario, and the others are played."
        },
        footer = {
            "",
            "Examples:",
            "  patchboard test examples/hello-summary",
            "  patchboard test examples --junit scenarios.xml",
            "  patchboard test examples/hello-summary --faults 0.3 --runs 1000"
        })
public final class TestCommand implements Callable<Integer> {

    private static final String FILES = ".*\\.scenario\\.(ya?ml|json)";
    private static final int RUNS = 100;

    @Mixin
    private OutputOptions options;

    @Parameters(
            arity = "1..*",
            paramLabel = "PLACE",
            description = "A scenario, or a directory: all files *.scenario.yaml in it and below.")
    private List<Path> places = List.of();

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the outcome as JUnit XML, too.")
    private Optional<Path> junit = Optional.empty();

    @Option(names = "--log", description = "Print the log of each board that is not as expected.")
    private boolean showLog;

    @Option(
            names = "--faults",
            paramLabel = "SHARE",
            description = {
                "Play each scenario while things go wrong: this share of first attempts, from 0 to 1, is late, silent, out of"
                        + " reach, broken, no patch, of wrong types or hostile before the worker answers as the scenario says.",
                "What is expected still has to come, but for how often things happen."
            })
    private Optional<Double> share = Optional.empty();

    @Option(names = "--runs", paramLabel = "N", description = "With --faults: plays of each; " + RUNS + " if left out.")
    private Optional<Integer> runsGiven = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "With --faults: of the first run, the next one has the next. 1 if left out.")
    private Optional<Long> seedGiven = Optional.empty();

    private int runs;
    private long seed;

    @Override
    public Integer call() {
        check();
        Output output = options.output();
        List<Path> files = files();
        List<Scenario> scenarios = new ArrayList<>();
        Map<Path, CliException> unusable = new LinkedHashMap<>();
        for (Path file : files) {
            try {
                scenarios.add(read(file));
            } catch (CliException e) {
                unusable.put(file, e);
                output.progress(Text.printable(e.getMessage()));
            }
        }
        List<Played> all = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Played played = share.map(some -> underFaults(scenario, some)).orElseGet(() -> Player.play(scenario));
            all.add(played);
            show(played, output);
        }
        junit.ifPresent(file -> write(file, all, unusable));
        long failed = all.stream().filter(one -> !one.isAsExpected()).count();
        if (!all.isEmpty()) {
            output.line(Text.counted(all.size(), "scenario", "scenarios") + ", "
                    + (failed == 0 ? "all as expected" : failed + " not as expected")
                    + (unusable.isEmpty()
                            ? ""
                            : "; " + Text.counted(unusable.size(), "file was", "files were") + " not played"));
        }
        return unusable.values().stream()
                .map(CliException::exitCode)
                .findFirst()
                .orElse(failed == 0 ? ExitCodes.OK : ExitCodes.CHECK_FAILED);
    }

    private void check() {
        if (share.filter(some -> !(some >= 0 && some <= 1)).isPresent()) {
            throw CliException.failed("Expected as --faults a share from 0 to 1, but got " + share.get() + ".");
        }
        if (share.isEmpty() && (runsGiven.isPresent() || seedGiven.isPresent())) {
            throw CliException.failed(
                    "Expected --faults with --" + (runsGiven.isPresent() ? "runs" : "seed") + ", but it is missing.");
        }
        runs = runsGiven.orElse(RUNS);
        seed = seedGiven.orElse(1L);
        if (runs < 1) {
            throw CliException.failed("Expected as --runs at least 1, but got " + runs + ".");
        }
    }

    /** The first run that is not as expected, else the last. */
    private Played underFaults(Scenario scenario, double some) {
        Blueprints blueprints = new Blueprints();
        Played played = Player.play(scenario, blueprints, new InjectedFaults(seed, some));
        for (int run = 1; run < runs && played.isAsExpected(); run++) {
            played = Player.play(scenario, blueprints, new InjectedFaults(seed + run, some));
            if (!played.isAsExpected()) {
                return played.after("With --faults " + some + " --runs 1 --seed " + (seed + run) + ":");
            }
        }
        return played.isAsExpected()
                ? played
                : played.after("With --faults " + some + " --runs 1 --seed " + seed + ":");
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (Path place : places) {
            if (Files.isDirectory(place)) {
                try (Stream<Path> below = Files.walk(place)) {
                    below.filter(file -> file.getFileName().toString().matches(FILES))
                            .sorted()
                            .forEach(files::add);
                } catch (IOException e) {
                    throw CliException.failed(
                            "Expected a readable directory at " + place + ", but " + FileTrouble.of(e) + ".");
                }
            } else {
                files.add(place);
            }
        }
        if (files.isEmpty()) {
            throw CliException.failed("Expected scenarios, files whose names end in .scenario.yaml, in " + places.get(0)
                    + ", but there are none.");
        }
        return files;
    }

    private static Scenario read(Path file) {
        BlueprintText text;
        try {
            text = BlueprintFile.load(file, "scenario");
        } catch (BlueprintSyntaxException e) {
            throw new CliException(ExitCodes.INVALID, file + ": " + e.getMessage());
        }
        try {
            if (!(text.document() instanceof JsonObject object)) {
                throw new FieldException(
                        "", "Expected a scenario, but got " + text.document().typeName() + ".");
            }
            String name = file.getFileName().toString().replaceAll("\\.scenario\\.\\w+$", "");
            return ScenarioReader.read(
                    object, name, blueprint -> BlueprintFile.document(file.resolveSibling(blueprint)));
        } catch (FieldException e) {
            String line = text.line(e.pointer()).map(number -> ":" + number).orElse("");
            String at = e.pointer().isEmpty() ? "" : " at " + e.pointer();
            throw new CliException(ExitCodes.INVALID, Text.printable(file + line + at + ": " + e.getMessage()));
        }
    }

    private void show(Played played, Output output) {
        String name = Text.printable(played.scenario().name());
        if (output.isJson()) {
            output.item(JsonObject.builder()
                    .put("name", played.scenario().name())
                    .put("asExpected", Json.of(played.isAsExpected()))
                    .put("commits", played.commits())
                    .put("rejections", played.rejections())
                    .put("missed", JsonArray.ofStrings(played.missed()))
                    .build());
        }
        String counts = (share.isPresent() && played.isAsExpected() ? runs + " runs with faults; the last has " : "")
                + played.commits() + " commits, " + played.rejections() + " rejections, "
                + played.lasted().toString() + " by the board's clock";
        output.line((played.isAsExpected()
                        ? output.look().paint(Style.GOOD, "ok  ")
                        : output.look().paint(Style.BAD, "fail"))
                + "  " + name + ": " + counts);
        played.missed().forEach(sentence -> output.line("      " + Text.printable(sentence)));
        if (showLog && !played.isAsExpected()) {
            EntryPrinter printer = new EntryPrinter(output.look(), EntryPrinter.Time.ELAPSED);
            played.log().forEach(entry -> printer.lines(entry).forEach(output::line));
        }
    }

    private static void write(Path file, List<Played> all, Map<Path, CliException> unusable) {
        try {
            JUnitXml.write(file, all, unusable);
        } catch (IOException e) {
            throw CliException.failed("Expected to write " + file + ", but " + FileTrouble.of(e) + ".");
        }
    }
}
