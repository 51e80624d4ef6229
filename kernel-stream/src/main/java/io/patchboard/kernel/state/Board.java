package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.circuit.Ring;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Rejection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A board after some entry of its log.
 *
 * @param blueprint absent while the board is {@link Phase#ABSENT}
 * @param state JSON {@code null} while the board is absent
 * @param stateHash hash of {@code state} as the log has it; empty while the board is absent
 * @param version number of committed state changes
 * @param sequence of the last log entry; 0 before the first
 * @param lastHash of the last log entry
 * @param created when the board began, moved forward by as long as it was paused
 * @param time of the last log entry
 * @param pausedAt present while the board is {@link Phase#PAUSED}
 * @param open invocations without an outcome, by id
 * @param waiting invocations that are to be made again
 * @param held rules that matched and whose invocations wait for something, in the order of their sequences
 * @param fruitless rules on quiescence whose match came to nothing, with the version of the state at which it did: at
 *     the same version it would come to nothing again
 * @param pinned former states by version, for as long as a pinned view may still show them
 * @param changes where the state changed, for as long as some open invocation's view is older
 * @param recent where the state changed last, oldest first, for views
 * @param feedback the latest rejections of each worker, newest first
 * @param circuit what the detectors of circles remember
 */
public record Board(
        String id,
        Phase phase,
        Optional<Blueprint> blueprint,
        Json state,
        String stateHash,
        long version,
        long sequence,
        String lastHash,
        Instant created,
        Instant time,
        Optional<Instant> pausedAt,
        SortedMap<String, OpenInvocation> open,
        List<WaitingInvocation> waiting,
        List<HeldTrigger> held,
        Map<String, Long> fruitless,
        Map<Long, Json> pinned,
        Ring<StateChange> changes,
        Ring<StateChange> recent,
        Map<String, List<Rejection>> feedback,
        Spending spending,
        Circuit circuit) {

    /** A board that nobody has created, with an empty log. */
    public static Board absent(String id) {
        return new Board(
                id,
                Phase.ABSENT,
                Optional.empty(),
                Json.nul(),
                "",
                0,
                0,
                LogHeader.GENESIS_HASH,
                Instant.EPOCH,
                Instant.EPOCH,
                Optional.empty(),
                new TreeMap<>(),
                List.of(),
                List.of(),
                new TreeMap<>(),
                new TreeMap<>(),
                Ring.empty(),
                Ring.empty(),
                Map.of(),
                Spending.NONE,
                Circuit.EMPTY);
    }

    /** The blueprint of a board that exists. */
    public Blueprint rules() {
        return blueprint.orElseThrow(() -> new IllegalStateException("Board " + id + " has no blueprint: " + phase));
    }

    /** Whether no worker owes an answer, none is about to be asked, and time alone will not change that. */
    public boolean idle() {
        if (!open.isEmpty() || !waiting.isEmpty()) {
            return false;
        }
        for (HeldTrigger match : held) {
            if (match.ripens()) {
                return false;
            }
        }
        return true;
    }

    /** The state at a version that is now or pinned. */
    public Json stateAt(long wanted) {
        return keptState(wanted).orElse(state);
    }

    /** The state at a version; absent if it is neither the present one nor pinned. */
    public Optional<Json> keptState(long wanted) {
        return wanted == version ? Optional.of(state) : Optional.ofNullable(pinned.get(wanted));
    }

    /** The earliest moment at which something is due without anybody sending anything; absent if never. */
    public Optional<Instant> nextDue() {
        if (phase != Phase.OPEN) {
            return Optional.empty();
        }
        Optional<Instant> due = warns().or(this::expires);
        for (OpenInvocation invocation : open.values()) {
            due = earlier(due, invocation.deadline());
        }
        for (WaitingInvocation retry : waiting) {
            due = earlier(due, retry.notBefore());
        }
        for (HeldTrigger match : held) {
            if (match.due().isPresent()) {
                due = earlier(due, match.due().get());
            }
        }
        return due;
    }

    /** When the board's time budget is used up; absent if it has none. */
    public Optional<Instant> expires() {
        return blueprint.flatMap(rules -> rules.budgets().duration()).map(created::plus);
    }

    /** When a warning is due because of the time budget; absent if it has none or the warning was written. */
    private Optional<Instant> warns() {
        return blueprint
                .flatMap(rules -> rules.budgets().duration())
                .filter(most -> !spending.warned().contains(BudgetKind.DURATION.word()))
                .map(most -> created.plus(most.multipliedBy(4).dividedBy(5)));
    }

    private static Optional<Instant> earlier(Optional<Instant> known, Instant other) {
        return known.isPresent() && known.get().isBefore(other) ? known : Optional.of(other);
    }
}
