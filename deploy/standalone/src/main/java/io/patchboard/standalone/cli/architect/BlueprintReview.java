package io.patchboard.standalone.cli.architect;

import io.patchboard.blueprints.envelope.Envelope;
import io.patchboard.blueprints.lint.Linter;
import io.patchboard.gateway.architect.BlueprintCheck;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a blueprint as {@code blueprint validate} and {@code CreateBoard} do, and holds it against the envelope. */
final class BlueprintReview implements BlueprintCheck {

    private static final Path AS_YAML = Path.of("blueprint.yaml");

    private final Optional<Envelope> envelope;
    private final Optional<Set<String>> served;

    /** @param served workers that somebody serves; absent if nothing is known of that */
    BlueprintReview(Optional<Envelope> envelope, Optional<Set<String>> served) {
        this.envelope = envelope;
        this.served = served;
    }

    @Override
    public List<Problem> problems(String text) {
        CompileResult result = lint(text).result();
        if (result instanceof CompileResult.Invalid invalid) {
            return invalid.problems();
        }
        Blueprint blueprint = ((CompileResult.Valid) result).blueprint();
        List<Problem> problems = new ArrayList<>();
        envelope.ifPresent(bounds -> problems.addAll(bounds.violations(blueprint)));
        served.ifPresent(names -> blueprint.workers().keySet().stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> problems.add(new Problem(
                        "/workers/" + name,
                        "Expected one of the workers that somebody serves (" + String.join(", ", names)
                                + ") at /workers/" + name + ", but nobody serves \"" + name + "\"."))));
        return problems;
    }

    Linter.Linted lint(String text) {
        try {
            return Linter.lint(BlueprintFile.parse(text, AS_YAML).document());
        } catch (BlueprintSyntaxException e) {
            String where = e.line().map(line -> " (line " + line + ")").orElse("");
            return new Linter.Linted(
                    new CompileResult.Invalid(List.of(new Problem("", e.getMessage() + where))), List.of());
        }
    }
}
