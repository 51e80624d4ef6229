package io.patchboard.standalone.cli.experiment;

import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.FileTrouble;
import io.patchboard.trials.EpisodeFile;
import io.patchboard.trials.report.FaultRows;
import io.patchboard.trials.report.Report;
import io.patchboard.trials.report.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code experiment report}. */
@Command(
        name = "report",
        description = {
            "Makes one page of results that experiments and faults have written with --out: tables, intervals, plots, and what they were"
                    + " run with, as report.html and report.md."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard experiment report results -o results"})
final class ReportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders of results, in the order of the page.")
    private List<Path> folders = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Where the page is written to (default: here).")
    private Path target = Path.of(".");

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Override
    public Integer call() {
        List<Result> results = folders.stream().map(ReportCommand::read).toList();
        List<Path> written = new ArrayList<>();
        try {
            Files.createDirectories(target);
            written.add(Files.writeString(target.resolve("report.html"), Report.html(results)));
            written.add(Files.writeString(target.resolve("report.md"), Report.markdown(results)));
        } catch (IOException e) {
            throw CliException.failed("Expected a folder to write to at -o, but " + FileTrouble.of(e) + ".");
        }
        written.forEach(file -> options.output().line("Wrote " + file + "."));
        return ExitCodes.OK;
    }

    private static Result read(Path folder) {
        String name = folder.toAbsolutePath().normalize().getFileName().toString();
        try {
            if (FaultRows.isIn(folder)) {
                return FaultRows.read(folder, name);
            }
            EpisodeFile file = EpisodeFile.read(folder);
            if (file.known().isEmpty()) {
                throw CliException.failed("Expected episodes in " + folder + ", but there are none yet."
                        + " Run patchboard experiment alfworld --out " + folder + " first.");
            }
            return new Result(name, file.configuration(), file.known());
        } catch (IOException e) {
            throw CliException.failed("Expected results of an experiment in " + folder + ", but " + FileTrouble.of(e)
                    + "." + " They are what patchboard experiment alfworld --out " + folder + " writes.");
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }
}
