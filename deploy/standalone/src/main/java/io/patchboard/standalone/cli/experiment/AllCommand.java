package io.patchboard.standalone.cli.experiment;

import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code experiment all}. */
@Command(
        name = "all",
        description = {
            "Runs all of the paper's experiments without a language model, one command after the other, each of which is"
                    + " shown and can be run alone, and makes the page of docs/experiments from what came of them.",
            "A run that was ended goes on where it was."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 done; 1 one of the commands failed.",
            "",
            "Examples:",
            "  patchboard experiment all --quick",
            "  patchboard experiment all --alfworld json_games --hotpotqa questions.json --seed 6 --out results"
        })
final class AllCommand implements Callable<Integer> {

    private static final String SYSTEMS = "patchboard,generated,plain,structured,messages";
    private static final String ABLATIONS =
            "patchboard,no-patches,no-contracts,no-views,no-circuit,no-feedback,tokens-1k,tokens-2k,"
                    + "tokens-4k,views-1k,views-2k,views-4k";

    @Option(names = "--quick", description = "Few cases of each.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "experiments-out",
            description = "Where results and the page are written to (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("experiments-out");

    @Option(names = "--alfworld", paramLabel = "DIR", description = "Other games, as alfworld --data has them.")
    private Optional<Path> games = Optional.empty();

    @Option(names = "--hotpotqa", paramLabel = "FILE", description = "Other questions, as hotpotqa --data has them.")
    private Optional<Path> questions = Optional.empty();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "The first seed of all of them (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Spec
    private CommandSpec spec;

    /**
     * One of the commands.
     *
     * @param data what it is to take in place of what comes along
     */
    private record Part(String folder, Optional<Path> data, String command) {}

    private List<Part> parts() {
        String alfworld = "experiment alfworld --seed " + seed + (quick ? " --quick" : "");
        String hotpotqa = "experiment hotpotqa --seed " + seed + (quick ? " --quick" : " --seeds 3");
        String few = quick ? "" : " --per-type 5 --seeds 1";
        return List.of(
                new Part("compare", games, alfworld + " --arms " + SYSTEMS + " --rates 0.05"),
                new Part("sweep", games, alfworld + few + " --arms " + SYSTEMS + " --rates 0,0.02,0.05,0.1,0.2"),
                new Part(
                        "each",
                        games,
                        alfworld + few + " --arms " + SYSTEMS + ",no-contracts --mistakes each --rates 0.1"),
                new Part(
                        "ablations",
                        games,
                        alfworld + (quick ? "" : " --seeds 1") + " --arms " + ABLATIONS + " --rates 0.05"),
                new Part("hotpotqa", questions, hotpotqa + " --rates 0,0.05,0.1"),
                new Part("faults", Optional.empty(), "faults --seed " + seed + " --per-type " + (quick ? 20 : 200)));
    }

    @Override
    public Integer call() {
        Output output = options.output();
        List<String> report = new ArrayList<>(List.of("experiment", "report"));
        for (Part part : parts()) {
            List<String> command = new ArrayList<>(List.of(part.command().split(" ")));
            part.data().ifPresent(data -> command.addAll(List.of("--data", data.toString())));
            command.addAll(List.of("--out", out.resolve(part.folder()).toString()));
            if (run(command, output) != ExitCodes.OK) {
                return ExitCodes.FAILED;
            }
            report.add(out.resolve(part.folder()).toString());
        }
        report.addAll(List.of("-o", out.toString()));
        return run(report, output) == ExitCodes.OK ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private int run(List<String> command, Output output) {
        output.line("patchboard " + String.join(" ", command));
        output.line("");
        return spec.root().commandLine().execute(command.toArray(String[]::new));
    }
}
