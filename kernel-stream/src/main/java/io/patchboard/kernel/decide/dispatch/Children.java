package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.blueprint.BoardSpec;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.decide.ending.BudgetWatch;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Child;
import io.patchboard.record.Parent;
import io.patchboard.record.Trigger;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says which board is to be made for an invocation. Why none can be is said in its place: whoever makes boards reports
 * that, so that it ends as any worker's failure does.
 */
final class Children {

    private Children() {}

    /** @param conditions over the state that the invocation is about */
    static Child of(Board board, WorkerRole role, BoardSpec spec, Trigger trigger, Conditions conditions) {
        long depth = board.present().parent().map(Parent::depth).orElse(0L) + 1;
        Optional<Json> input =
                spec.input().isEmpty() ? Optional.empty() : value(spec.input().get(), trigger, conditions);
        Optional<JsonPointer> path = path(spec.result(), trigger, conditions);
        Optional<String> problem = depth > Parent.MOST_DEPTH
                ? Optional.of("Expected at most " + Parent.MOST_DEPTH + " boards above one another, but board "
                        + board.id() + " has " + (depth - 1) + " above it.")
                : missing(spec, input, path);
        return new Child(
                spec.blueprint(),
                input,
                path.map(JsonPointer::toString).orElse(""),
                depth,
                left(BudgetKind.TOKENS, board, role).map(BigDecimal::longValue),
                left(BudgetKind.COST, board, role),
                left(BudgetKind.TOOL_CALLS, board, role).map(BigDecimal::longValue),
                problem);
    }

    private static Optional<String> missing(BoardSpec spec, Optional<Json> input, Optional<JsonPointer> path) {
        if (spec.input().isPresent() && input.isEmpty()) {
            return Optional.of("Expected board.input to have a value, but it has none: \""
                    + spec.input().get() + "\".");
        }
        return path.isPresent()
                ? Optional.empty()
                : Optional.of("Expected board.result to be a JSON Pointer, but its value is none: \""
                        + ((BoardSpec.Computed) spec.result()).pointer() + "\".");
    }

    private static Optional<JsonPointer> path(BoardSpec.Place result, Trigger trigger, Conditions conditions) {
        return switch (result) {
            case BoardSpec.Fixed fixed -> Optional.of(fixed.pointer());
            case BoardSpec.Computed computed ->
                value(computed.pointer(), trigger, conditions).flatMap(Children::pointer);
        };
    }

    private static Optional<JsonPointer> pointer(Json value) {
        try {
            return value instanceof JsonString text ? Optional.of(JsonPointer.parse(text.value())) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Json> value(CelExpression expression, Trigger trigger, Conditions conditions) {
        return conditions.outcome(expression, trigger) instanceof CelOutcome.Value value
                ? Optional.of(value.value())
                : Optional.empty();
    }

    /** What neither the board nor the worker has used up yet, whichever is less; absent where neither is bounded. */
    private static Optional<BigDecimal> left(BudgetKind kind, Board board, WorkerRole role) {
        Stream<BigDecimal> ofBoard = board
                .budget(kind)
                .map(budget -> budget.most().subtract(BudgetWatch.used(board, budget, board.time())))
                .stream();
        Stream<BigDecimal> ofWorker = board.budgets(Optional.of(role.name())).stream()
                .filter(budget -> budget.kind() == kind)
                .map(budget -> left(budget, board, role));
        return Stream.concat(ofBoard, ofWorker).map(BigDecimal.ZERO::max).min(BigDecimal::compareTo);
    }

    private static BigDecimal left(Budget budget, Board board, WorkerRole role) {
        return budget.most().subtract(board.spending().of(role.name()).of(budget));
    }
}
