package io.patchboard.standalone.cli;

import io.patchboard.faults.CircuitTable;
import io.patchboard.faults.FaultReport;
import io.patchboard.faults.FaultTable;
import io.patchboard.faults.FaultText;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.experiment.Commit;
import io.patchboard.text.FileTrouble;
import io.patchboard.trials.report.FaultRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code faults}. */
@Command(
        name = "faults",
        description = {
            "Injects generated faults into two other blackboards and this kernel, and counts what they contaminate.",
            "With --bootstrap-server, or its variable, the kernel is one that runs there, and has its faults through"
                    + " Kafka; loops and honest runs stay in memory, as all does with neither."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "With --json, one object for each row, then one about the honest runs. The same seed",
            "gives the same table. docs/faults.md says what is injected and who judges.",
            "",
            "Example:",
            "  patchboard faults --per-type 200 --seed 1",
            "  patchboard faults --per-type 1000 --bootstrap-server localhost:9092"
        })
final class FaultsCommand implements Callable<Integer> {

    private static final int MOST_PER_TYPE = 100_000;

    @Option(
            names = "--per-type",
            paramLabel = "N",
            defaultValue = "200",
            description = "Faults of each type, and honest runs (default: ${DEFAULT-VALUE}).")
    private int perType;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "What all faults are drawn from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--circuits",
            description = "Instead, the loops and honest runs alone: under the default circuit policy and the paper's.")
    private boolean circuits;

    @Option(names = "--out", paramLabel = "DIR", description = "Also writes the rows there, for experiment report.")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOptions options;

    @Override
    public Integer call() {
        if (perType < 1 || perType > MOST_PER_TYPE) {
            throw CliException.failed("Expected --per-type from 1 to " + MOST_PER_TYPE + ", but got " + perType + ".");
        }
        Output output = options.output();
        if (circuits) {
            if (out.isPresent() || connection.givenServers().isPresent()) {
                throw CliException.failed("Expected --circuits without --out and --bootstrap-server: experiment report"
                        + " does not read its table, and all of it is in memory.");
            }
            List<CircuitTable.Row> rows;
            try (FaultsProgress progress = new FaultsProgress(output.errors(), perType)) {
                rows = CircuitTable.run(perType, seed, progress);
            }
            if (output.isJson()) {
                rows.forEach(row -> output.item(row.toJson()));
            } else {
                CircuitTable.lines(rows).forEach(output::line);
            }
            return ExitCodes.OK;
        }
        FaultReport report;
        try (FaultsProgress progress = new FaultsProgress(output.errors(), perType)) {
            report = connection.chosenServers().isPresent()
                    ? throughKafka(progress)
                    : FaultTable.run(perType, seed, progress);
        }
        out.ifPresent(folder -> write(folder, report));
        if (output.isJson()) {
            report.toJson().forEach(output::item);
        } else {
            FaultText.lines(report).forEach(output::line);
            connection
                    .chosenServers()
                    .ifPresent(servers -> output.line("patchboard: the kernel at " + servers
                            + ", through Kafka; cycles and honest runs: the same kernel's code, in memory."));
        }
        return ExitCodes.OK;
    }

    private void write(Path folder, FaultReport report) {
        JsonObject configuration = JsonObject.builder()
                .put("experiment", FaultRows.EXPERIMENT)
                .putStringIfPresent("commit", Commit.of(Path.of("")))
                .put("faults of each kind", perType)
                .put("seed", seed)
                .put(
                        "kernel",
                        connection.chosenServers().isPresent()
                                ? "a running service, through Kafka; for loops and honest runs the decision core in memory"
                                : "the decision core in memory, from the bytes of a record on")
                .build();
        try {
            FaultRows.write(folder, configuration, report.toJson());
        } catch (IOException e) {
            throw CliException.failed("Expected a folder to write to at --out, but " + FileTrouble.of(e) + ".");
        }
    }

    private FaultReport throughKafka(FaultsProgress progress) {
        try (Cluster cluster = Cluster.connect(connection);
                ServiceUnderTest service = new ServiceUnderTest(cluster.connection())) {
            return FaultTable.run(perType, seed, service, progress);
        } catch (CompletionException e) {
            throw CliException.failed(
                    "Expected a kernel at " + connection.chosenServers().orElse("")
                            + " that takes all of it, but: " + e.getCause().getMessage()
                            + " Is it this version, and does it take JSON?");
        }
    }
}
