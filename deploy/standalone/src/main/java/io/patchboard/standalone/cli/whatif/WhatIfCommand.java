package io.patchboard.standalone.cli.whatif;

import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.replay.whatif.WhatIf;
import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.screen.Text;
import io.patchboard.standalone.whatif.ChosenBoards;
import io.patchboard.standalone.whatif.Comparison;
import io.patchboard.standalone.whatif.OtherCourse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code what-if}. */
@Command(
        name = "what-if",
        description = {
            "Judges past proposals again under another blueprint, without calling a worker or touching a board.",
            "It tells which verdicts flip, by clause of the blueprint; which invocations there would have been, and which"
                    + " not; and what that would have saved or cost in tokens."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 nothing flips, or only what --golden accepts; 8 something flips; 3 unknown board;",
            "6 invalid blueprint; 1 there is no log, or it could not be read.",
            "",
            "Examples:",
            "  patchboard what-if review-7 --blueprint stricter.yaml",
            "  patchboard what-if --blueprint-name evidence-review --blueprint stricter.yaml --golden accepted.json",
            "  patchboard what-if --all --blueprint stricter.yaml --mode onward --json"
        })
public final class WhatIfCommand implements Callable<Integer> {

    @Mixin
    private ChosenLogs logs;

    @Mixin
    private OutputOptions options;

    @Option(
            names = "--blueprint",
            paramLabel = "FILE",
            required = true,
            description = "The other blueprint: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Option(
            names = "--mode",
            paramLabel = "each|onward",
            description = {
                "each (the default): every proposal on the state that it met then.",
                "onward: on the state to which the new verdicts lead, until workers would have been invited otherwise."
            })
    private WhatIf.Mode mode = WhatIf.Mode.EACH;

    @Option(
            names = "--golden",
            paramLabel = "FILE",
            description =
                    "Flips that are accepted. Where there is no such file, it is written with all that flip now, which"
                            + " are accepted from the next time on.")
    private Optional<Path> goldenFile = Optional.empty();

    @Override
    public Integer call() {
        ChosenBoards chosen = logs.chosen();
        Blueprint other = compiled();
        Optional<Golden> golden = goldenFile.map(Golden::new);
        Output output = options.output();
        OtherCourse course = new OtherCourse(other, mode, chosen);
        List<Comparison.Told> all = new ArrayList<>();
        Comparison comparison = new Comparison(mode, other.source(), told -> {
            golden.ifPresent(kept -> all.add(told));
            return golden.filter(kept -> kept.accepts(told)).isPresent();
        });
        logs.read(chosen, "Judging", output, course::accept, () -> course.end(comparison));
        golden.filter(kept -> course.damaged().isEmpty() && kept.writeIfNew(all))
                .ifPresent(kept -> output.progress("Written to " + goldenFile.get() + ": "
                        + Text.counted(all.size(), "flip, which is accepted", "flips, which are accepted")
                        + " from the next time on."));
        new WhatIfReport(comparison, course.damaged()).print(output);
        course.damaged()
                .forEach((board, why) ->
                        output.progress(Text.printable("Board " + board + " cannot be judged. " + why)));
        if (!course.damaged().isEmpty()) {
            return ExitCodes.FAILED;
        }
        return comparison.flips() ? ExitCodes.FLIPS : ExitCodes.OK;
    }

    private Blueprint compiled() {
        try {
            CompileResult result =
                    new Blueprints().compile(BlueprintFile.load(file).document());
            if (result instanceof CompileResult.Valid valid) {
                return valid.blueprint();
            }
            Problem first = ((CompileResult.Invalid) result).problems().get(0);
            throw new CliException(
                    ExitCodes.INVALID,
                    file + " at " + (first.pointer().isEmpty() ? "the root" : first.pointer()) + ": " + first.message()
                            + " \"patchboard blueprint validate\" has all that is wrong.");
        } catch (BlueprintSyntaxException e) {
            throw new CliException(ExitCodes.INVALID, file + ": " + e.getMessage());
        }
    }
}
