package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
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
import java.math.RoundingMode;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says which board is to be made for an invocation. Why none can be is said in its place: whoever makes boards reports
 * that, so that it ends as any worker's failure does.
 */
final class Children {

    /** Of money, a share has so many digits behind the point, or as many as the whole. */
    private static final int SHARE_DIGITS = 6;

    private Children() {}

    /** @param conditions over the state that the invocation is about */
    static Child of(Board board, WorkerRole role, BoardSpec spec, Trigger trigger, Conditions conditions) {
        long depth = board.present().parent().map(Parent::depth).orElse(0L) + 1;
        Optional<Json> input =
                spec.input().isEmpty() ? Optional.empty() : value(spec.input().get(), trigger, conditions);
        Optional<JsonPointer> path = path(spec.result(), trigger, conditions);
        Optional<BigDecimal> share = share(spec, trigger, conditions);
        Optional<String> problem = depth > Parent.MOST_DEPTH
                ? Optional.of("Expected at most " + Parent.MOST_DEPTH + " boards above one another, but board "
                        + board.id() + " has " + (depth - 1) + " above it.")
                : missing(spec, input, path, share);
        return new Child(
                spec.blueprint(),
                input,
                path.map(JsonPointer::toString).orElse(""),
                depth,
                left(BudgetKind.TOKENS, board, role, share).map(BigDecimal::longValue),
                left(BudgetKind.COST, board, role, share),
                left(BudgetKind.TOOL_CALLS, board, role, share).map(BigDecimal::longValue),
                problem);
    }

    /** All, where the blueprint says nothing of it; absent where what it says has no such value. */
    private static Optional<BigDecimal> share(BoardSpec spec, Trigger trigger, Conditions conditions) {
        return spec.share().isEmpty()
                ? Optional.of(BigDecimal.ONE)
                : value(spec.share().get(), trigger, conditions)
                        .flatMap(value ->
                                value instanceof JsonNumber number ? Optional.of(number.value()) : Optional.empty())
                        .filter(number -> number.signum() > 0 && number.compareTo(BigDecimal.ONE) <= 0);
    }

    private static Optional<String> missing(
            BoardSpec spec, Optional<Json> input, Optional<JsonPointer> path, Optional<BigDecimal> share) {
        if (share.isEmpty()) {
            return Optional.of("Expected board.share to be a number above 0, at most 1, but its value is none: \""
                    + spec.share().orElseThrow() + "\".");
        }
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

    /**
     * The share of what the board and the worker may use, and no more of it than is not used up yet, whichever is less;
     * absent where neither is bounded.
     */
    private static Optional<BigDecimal> left(
            BudgetKind kind, Board board, WorkerRole role, Optional<BigDecimal> share) {
        Stream<BigDecimal> ofBoard = board
                .budget(kind)
                .map(budget ->
                        part(budget, share).min(budget.most().subtract(BudgetWatch.used(board, budget, board.time()))))
                .stream();
        Stream<BigDecimal> ofWorker = board.budgets(Optional.of(role.name())).stream()
                .filter(budget -> budget.kind() == kind)
                .map(budget -> part(budget, share).min(left(budget, board, role)));
        return Stream.concat(ofBoard, ofWorker).map(BigDecimal.ZERO::max).min(BigDecimal::compareTo);
    }

    private static BigDecimal part(Budget budget, Optional<BigDecimal> share) {
        return share.filter(part -> part.compareTo(BigDecimal.ONE) < 0)
                .map(part -> budget.most()
                        .multiply(part)
                        .setScale(Math.max(budget.most().scale(), SHARE_DIGITS), RoundingMode.DOWN))
                .map(BigDecimal::stripTrailingZeros)
                .map(part -> part.setScale(Math.max(0, part.scale())))
                .orElse(budget.most());
    }

    private static BigDecimal left(Budget budget, Board board, WorkerRole role) {
        return budget.most().subtract(board.spending().of(role.name()).of(budget));
    }
}
