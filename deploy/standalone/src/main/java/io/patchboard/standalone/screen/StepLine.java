package io.patchboard.standalone.screen;

import io.patchboard.client.board.StateDiff;
import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.patch.Operation;
import java.util.Optional;

/** A step of a difference, for people. */
public final class StepLine {

    private static final int VALUE_LENGTH = 100;

    private StepLine() {}

    /** One line. */
    public static String of(StateDiff.Step step, Look look) {
        Operation operation = step.operation();
        String path = operation.path().isRoot()
                ? "(the whole)"
                : Text.printable(operation.path().toString());
        return switch (operation) {
            case Operation.Add add -> look.paint(Style.GOOD, "+ " + path + " " + brief(add.value()));
            case Operation.Remove remove -> look.paint(Style.BAD, "- " + path + old(step.old()));
            case Operation.Replace replace ->
                look.paint(Style.CHANGED, "~ " + path + old(step.old()) + " -> " + brief(replace.value()));
            case Operation.Move move ->
                look.paint(Style.CHANGED, "~ " + Text.printable(move.from().toString()) + " moved to " + path);
            case Operation.Copy copy ->
                look.paint(
                        Style.GOOD,
                        "+ " + path + " as " + Text.printable(copy.from().toString()));
            case Operation.Test test -> "  " + path + " is tested";
        };
    }

    private static String old(Optional<Json> value) {
        return value.map(some -> " " + brief(some)).orElse("");
    }

    private static String brief(Json value) {
        return Text.brief(JsonWriter.compact(value), VALUE_LENGTH);
    }
}
