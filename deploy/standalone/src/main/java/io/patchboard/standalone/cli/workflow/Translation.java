package io.patchboard.standalone.cli.workflow;

import io.patchboard.record.Problem;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Text;
import java.nio.file.Path;
import java.util.List;

/** What is said of a translation beside its result. */
final class Translation {

    private Translation() {}

    /** A line for each on stderr, as compilers print theirs. */
    static void print(Path file, String kind, List<Problem> problems, Output output) {
        problems.forEach(problem -> output.progress(Text.printable(file + ": " + kind
                + (problem.pointer().isEmpty() ? "" : " at " + problem.pointer()) + ": " + problem.message())));
    }
}
