package io.patchboard.standalone.cli.blueprint;

import io.patchboard.blueprints.lint.ConditionCost;
import io.patchboard.blueprints.lint.Destruction;
import io.patchboard.blueprints.lint.Linter;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import io.patchboard.standalone.screen.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What there is to say about a blueprint file.
 *
 * @param blueprint present if the file is valid
 * @param errors empty if the file is valid
 * @param conditions when each condition of a valid blueprint is evaluated, and what that costs
 */
record Verdict(
        Path file,
        Optional<Blueprint> blueprint,
        List<Remark> errors,
        List<Remark> warnings,
        List<Condition> conditions,
        List<Destroys> destructions) {

    /** @param remark what to tell people about it */
    record Condition(ConditionCost cost, Remark remark) {

        JsonObject json() {
            JsonObject json = cost.json();
            return remark.line()
                    .map(number -> json.with("line", Json.of((long) number)))
                    .orElse(json);
        }
    }

    /** @param remark what to tell people about it */
    record Destroys(Destruction destruction, Remark remark) {}

    /**
     * An error or a warning.
     *
     * @param line absent where it is not known
     */
    record Remark(String pointer, Optional<Integer> line, String message) {

        JsonObject json() {
            JsonObject.Builder json =
                    JsonObject.builder().put("pointer", pointer).put("message", message);
            line.ifPresent(number -> json.put("line", number));
            return json.build();
        }
    }

    static Verdict of(Path file) {
        try {
            BlueprintFile loaded = BlueprintFile.load(file);
            Linter.Linted linted = Linter.lint(loaded.document());
            if (linted.result() instanceof CompileResult.Valid valid) {
                return new Verdict(
                        file,
                        Optional.of(valid.blueprint()),
                        List.of(),
                        remarks(linted.warnings(), loaded),
                        conditions(valid.blueprint(), loaded),
                        destructions(valid.blueprint(), loaded));
            }
            CompileResult.Invalid invalid = (CompileResult.Invalid) linted.result();
            return new Verdict(
                    file,
                    Optional.empty(),
                    remarks(invalid.problems(), loaded),
                    remarks(linted.warnings(), loaded),
                    List.of(),
                    List.of());
        } catch (BlueprintSyntaxException e) {
            return new Verdict(
                    file,
                    Optional.empty(),
                    List.of(new Remark("", e.line(), e.getMessage())),
                    List.of(),
                    List.of(),
                    List.of());
        }
    }

    private static List<Remark> remarks(List<Problem> problems, BlueprintFile loaded) {
        return problems.stream()
                .map(problem -> new Remark(problem.pointer(), loaded.line(problem.pointer()), problem.message()))
                .toList();
    }

    private static List<Condition> conditions(Blueprint blueprint, BlueprintFile loaded) {
        return ConditionCost.of(blueprint).stream()
                .map(cost -> {
                    String pointer = cost.pointer().toString();
                    return new Condition(cost, new Remark(pointer, loaded.line(pointer), cost.message()));
                })
                .toList();
    }

    private static List<Destroys> destructions(Blueprint blueprint, BlueprintFile loaded) {
        return Destruction.of(blueprint).stream()
                .map(found -> {
                    String pointer = found.pointer().toString();
                    return new Destroys(found, new Remark(pointer, loaded.line(pointer), found.message()));
                })
                .toList();
    }

    boolean valid() {
        return blueprint.isPresent();
    }

    JsonObject json() {
        return JsonObject.builder()
                .put("valid", valid())
                .put("errors", array(errors))
                .put("warnings", array(warnings))
                .put(
                        "conditions",
                        JsonArray.copyOf(
                                conditions.stream().map(Condition::json).toList()))
                .put(
                        "destructive",
                        JsonArray.copyOf(destructions.stream()
                                .map(found -> found.destruction().toJson())
                                .toList()))
                .build();
    }

    private static JsonArray array(List<Remark> remarks) {
        return JsonArray.copyOf(remarks.stream().map(Remark::json).toList());
    }

    /** The remark as compilers print theirs, so that editors find the place. */
    String line(Remark remark, String kind) {
        String where = file + remark.line().map(number -> ":" + number).orElse("");
        String pointer = remark.pointer().isEmpty() ? "" : " at " + remark.pointer();
        return Text.printable(where + ": " + kind + pointer + ": " + remark.message());
    }
}
