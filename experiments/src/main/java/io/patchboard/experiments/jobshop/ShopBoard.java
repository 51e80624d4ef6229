package io.patchboard.experiments.jobshop;

import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Plays job shops on boards of one blueprint, on the real decision core, with the workers of {@link Role}. */
final class ShopBoard {

    private final Blueprints compiled = new Blueprints();
    private final JsonObject blueprint;

    ShopBoard(Json blueprint) {
        this.blueprint = (JsonObject) blueprint;
    }

    /** The same without the invariants. */
    ShopBoard withoutInvariants() {
        return new ShopBoard(blueprint.without("invariants"));
    }

    /** The same with another worker that mends first. */
    ShopBoard mendedBy(Arm arm) {
        JsonArray rules = ShopState.array(blueprint, "rules");
        List<Json> others = rules.stream()
                .map(rule -> (JsonObject) rule)
                .<Json>map(rule ->
                        ShopState.text(rule, "name").equals("mend") ? rule.with("invoke", Json.of(arm.word())) : rule)
                .toList();
        return new ShopBoard(blueprint.with("rules", JsonArray.copyOf(others)));
    }

    /**
     * Plays one to its end.
     *
     * @param special what some answer in place of their role; empty for what the role says
     */
    MemoryBoard play(JsonObject input, Special special) {
        return MemoryBoard.play(compiled, blueprint, input, invitation -> answer(invitation, special));
    }

    /** Answers in place of a role. */
    @FunctionalInterface
    interface Special {

        Special NONE = (role, view) -> Optional.empty();

        Optional<JsonArray> answer(Role role, ShopView view);

        /** A first plan that everybody is content with: what is compared begins with the same schedule. */
        static Special begunWith(Schedule schedule) {
            return (role, view) -> switch (role) {
                case PLANNER -> Optional.of(Replanned.whole(view.situation(), schedule, role.plan(schedule, "given")));
                case OPTIMIZER ->
                    Optional.of(Replanned.machines(view.situation(), schedule, role.plan(schedule, "given")));
                default -> Optional.empty();
            };
        }
    }

    private static Optional<Json> answer(LogEntry invitation, Special special) {
        WorkerInvoked invoked = (WorkerInvoked) invitation.event();
        Role role = Role.valueOf(invoked.worker().toUpperCase(Locale.ROOT));
        ShopView view = ShopView.of((JsonObject) invoked.view());
        Optional<JsonArray> instead = special.answer(role, view);
        if (instead.isPresent()) {
            return Optional.of(instead.get());
        }
        try {
            return switch (role.answer(view)) {
                case Reply.Patch said -> Optional.of(said.patch());
                case Reply.Unable unable -> Optional.empty();
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Expected time for an answer, but was interrupted.", e);
        }
    }

    static boolean completed(MemoryBoard board) {
        return board.log().getLast().event() instanceof BoardCompleted;
    }

    static Situation situation(MemoryBoard board) {
        return ShopState.read((JsonObject) board.board().state());
    }

    static List<WorkerInvoked> invited(MemoryBoard board, Role role) {
        return events(board, WorkerInvoked.class)
                .filter(invoked -> invoked.worker().equals(role.word()))
                .toList();
    }

    static List<PatchRejected> rejected(MemoryBoard board, Role role) {
        return events(board, PatchRejected.class)
                .filter(rejected -> rejected.worker().equals(Optional.of(role.word())))
                .toList();
    }

    static List<PatchCommitted> committed(MemoryBoard board, Role role) {
        return events(board, PatchCommitted.class)
                .filter(committed -> committed.worker().equals(role.word()))
                .toList();
    }

    /** Who made the plan that is in force. */
    static String by(MemoryBoard board) {
        JsonArray plans = ShopState.array((JsonObject) board.board().state(), "plans");
        return plans.isEmpty() ? "" : ShopState.text((JsonObject) plans.get(plans.size() - 1), "by");
    }

    private static <T> Stream<T> events(MemoryBoard board, Class<T> type) {
        return board.log().stream()
                .map(LogEntry::event)
                .filter(type::isInstance)
                .map(type::cast);
    }
}
