package io.patchboard.standalone.cli.architect;

import io.patchboard.blueprints.envelope.Envelope;
import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.screen.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file of {@code --envelope}. */
final class EnvelopeFile {

    private EnvelopeFile() {}

    /** @throws CliException if it cannot be used; every error of it has then been told */
    static Envelope load(Path file, Output output) {
        if (!Files.exists(file)) {
            throw CliException.failed("Expected an envelope at " + file + ", but there is no such file.");
        }
        List<Problem> problems;
        try {
            Envelope.Reading reading = Envelope.read(BlueprintFile.load(file).document());
            if (reading.envelope().isPresent()) {
                return reading.envelope().get();
            }
            problems = reading.problems();
        } catch (BlueprintSyntaxException e) {
            problems = List.of(new Problem("", e.getMessage()));
        }
        problems.forEach(problem -> output.progress(Text.printable(file + ": error"
                + (problem.pointer().isEmpty() ? "" : " at " + problem.pointer()) + ": " + problem.message())));
        throw CliException.failed("Expected a valid envelope, but " + file + " has " + problems.size()
                + (problems.size() == 1 ? " error." : " errors.") + " docs/architect.md describes envelopes.");
    }
}
