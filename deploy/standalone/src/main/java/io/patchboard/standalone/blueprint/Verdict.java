package io.patchboard.standalone.blueprint;

import io.patchboard.blueprints.lint.ConditionCost;
import io.patchboard.blueprints.lint.Destruction;
import io.patchboard.blueprints.lint.Linter;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What there is to say about a blueprint, as {@code blueprint validate --json} tells it.
 *
 * @param blueprint present if it is valid
 * @param errors empty if it is valid
 * @param conditions when each condition of a valid blueprint is evaluated, and what that costs
 */
public record Verdict(
        Optional<Blueprint> blueprint,
        List<Remark> errors,
        List<Remark> warnings,
        List<Condition> conditions,
        List<Destroys> destructions) {

    /** @param remark what to tell people about it */
    public record Condition(ConditionCost cost, Remark remark) {

        JsonObject json() {
            JsonObject json = cost.json();
            return remark.line()
                    .map(number -> json.with("line", Json.of((long) number)))
                    .orElse(json);
        }
    }

    /** @param remark what to tell people about it */
    public record Destroys(Destruction destruction, Remark remark) {}

    /**
     * An error or a warning.
     *
     * @param line absent where it is not known
     */
    public record Remark(String pointer, Optional<Integer> line, String message) {

        JsonObject json() {
            JsonObject.Builder json =
                    JsonObject.builder().put("pointer", pointer).put("message", message);
            line.ifPresent(number -> json.put("line", number));
            return json.build();
        }
    }

    /** One that is larger than a kernel takes is not looked at any further. */
    public static Verdict of(BlueprintText text) {
        Optional<String> tooLarge = Limits.tooLarge("blueprint", text.document(), Limits.DEFAULT.blueprintBytes());
        if (tooLarge.isPresent()) {
            return refused(new Remark("", text.line(""), tooLarge.get()));
        }
        Linter.Linted linted = Linter.lint(text.document());
        if (linted.result() instanceof CompileResult.Valid valid) {
            return new Verdict(
                    Optional.of(valid.blueprint()),
                    List.of(),
                    remarks(linted.warnings(), text),
                    conditions(valid.blueprint(), text),
                    destructions(valid.blueprint(), text));
        }
        CompileResult.Invalid invalid = (CompileResult.Invalid) linted.result();
        return new Verdict(
                Optional.empty(),
                remarks(invalid.problems(), text),
                remarks(linted.warnings(), text),
                List.of(),
                List.of());
    }

    /** Of a text that could not be read. */
    public static Verdict of(BlueprintSyntaxException failure) {
        return refused(new Remark("", failure.line(), failure.getMessage()));
    }

    private static Verdict refused(Remark error) {
        return new Verdict(Optional.empty(), List.of(error), List.of(), List.of(), List.of());
    }

    private static List<Remark> remarks(List<Problem> problems, BlueprintText text) {
        return problems.stream()
                .map(problem -> new Remark(problem.pointer(), text.line(problem.pointer()), problem.message()))
                .toList();
    }

    private static List<Condition> conditions(Blueprint blueprint, BlueprintText text) {
        return ConditionCost.of(blueprint).stream()
                .map(cost -> {
                    String pointer = cost.pointer().toString();
                    return new Condition(cost, new Remark(pointer, text.line(pointer), cost.message()));
                })
                .toList();
    }

    private static List<Destroys> destructions(Blueprint blueprint, BlueprintText text) {
        return Destruction.of(blueprint).stream()
                .map(found -> {
                    String pointer = found.pointer().toString();
                    return new Destroys(found, new Remark(pointer, text.line(pointer), found.message()));
                })
                .toList();
    }

    public boolean valid() {
        return blueprint.isPresent();
    }

    /** Whether it is valid, and everything else, each with its place. */
    public JsonObject json() {
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
}
