package io.patchboard.standalone.cli.preset;

import io.patchboard.gateway.preset.blackboard.BlackboardPreset;
import io.patchboard.gateway.preset.blackboard.Team;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.NewFiles;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code preset blackboard}. */
@Command(
        name = "blackboard",
        description = {
            "A team on a shared blackboard, as jeevesagent's blackboard architecture runs it: each round a coordinator picks"
                    + " who contributes, or the agents take turns; in the end a decider writes the answer.",
            "Writes blueprint.yaml, a workers.yaml with demo workers that let it run at once, and a scenario for \"test\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 written; 1 wrong usage, or files that are already there.",
            "",
            "Example:",
            "  patchboard preset blackboard --agents a,b,c --coordinator c --decider d -o team",
            "  patchboard run team --set problem=\"Why is the sky blue?\""
        })
final class BlackboardCommand implements Callable<Integer> {

    @Option(
            names = "--agents",
            paramLabel = "NAME,...",
            split = ",",
            description = "Who may contribute, in the order in which they take turns. At least one.")
    private List<String> agents = List.of();

    @Option(
            names = "--coordinator",
            paramLabel = "NAME",
            description = "Who picks the next contributor. Left out: the agents take turns until the last round.")
    private Optional<String> coordinator = Optional.empty();

    @Option(
            names = "--decider",
            paramLabel = "NAME",
            description = "Who writes the answer. Left out: the last answer on the board, else the last contribution.")
    private Optional<String> decider = Optional.empty();

    @Option(
            names = "--about",
            paramLabel = "NAME=TEXT",
            description =
                    "What an agent is told of itself. Its coordinator reads the first 120 characters. May be repeated.")
    private Map<String, String> about = Map.of();

    @Option(
            names = "--max-rounds",
            paramLabel = "N",
            defaultValue = "10",
            description = "The board is done after so many rounds, at least 1. Default: ${DEFAULT-VALUE}.")
    private int maxRounds;

    @Option(
            names = "--no-strict",
            description =
                    "Read decisions and drafts as leniently as the original. By default the kernel refuses a \"terminate\""
                            + " that is no boolean, entries are capped, and who does not answer in time uses the round up.")
    private boolean lenient;

    @Option(names = "--tokens", paramLabel = "N", description = "Budget of tokens for a board.")
    private Optional<Long> tokens = Optional.empty();

    @Option(
            names = "--cost",
            paramLabel = "AMOUNT",
            description = "Budget of cost for a board, as the workers report it.")
    private Optional<BigDecimal> cost = Optional.empty();

    @Option(
            names = "--duration",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Budget of time for a board.")
    private Optional<Duration> duration = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = "blackboard",
            description = "The folder to write to; made if it is not there. Default: ${DEFAULT-VALUE}.")
    private Path folder;

    @Option(names = "--force", description = "Replace files that are already there.")
    private boolean force;

    @Mixin
    private OutputOptions options;

    @Override
    public Integer call() {
        BlackboardPreset preset = BlackboardPreset.of(team());
        Path blueprint = folder.resolve("blueprint.yaml");
        Path workers = folder.resolve("workers.yaml");
        Path scenario = folder.resolve("completes.scenario.json");
        NewFiles.write(
                folder,
                Map.of(
                        "blueprint.yaml", preset.blueprint(),
                        "workers.yaml", preset.workers(),
                        "completes.scenario.json", DemoScenario.of(preset)),
                force);
        Output output = options.output();
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("blueprint", blueprint.toString())
                    .put("workers", workers.toString())
                    .put("scenario", scenario.toString())
                    .build());
        } else {
            output.line("Wrote " + blueprint + ", a scenario, and " + workers
                    + ", with demo workers for everybody but the referee.");
            output.line("Try it: patchboard run " + folder + " --set problem=\"...\"");
            output.line("Test it: patchboard test " + folder);
        }
        return ExitCodes.OK;
    }

    private Team team() {
        try {
            OptionalLong most = tokens.map(OptionalLong::of).orElseGet(OptionalLong::empty);
            return new Team(
                    agents, coordinator, decider, maxRounds, !lenient, new Team.Limits(most, cost, duration), about);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }
}
