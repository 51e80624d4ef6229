package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
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
 * @param stateHash SHA-256 of the canonical JSON of {@code state}; empty while the board is absent
 * @param version number of committed state changes
 * @param sequence of the last log entry; 0 before the first
 * @param lastHash of the last log entry
 * @param created when the board began, moved forward by as long as it was paused
 * @param time of the last log entry
 * @param pausedAt present while the board is {@link Phase#PAUSED}
 * @param open invocations without an outcome, by id
 * @param waiting invocations that are to be made again
 * @param changes where the state changed, for as long as some open invocation's view is older
 * @param feedback the latest rejections of each worker, newest first
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
        List<StateChange> changes,
        Map<String, List<Rejection>> feedback,
        Spending spending) {

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
                Map.of(),
                Spending.NONE);
    }

    /** The blueprint of a board that exists. */
    public Blueprint rules() {
        return blueprint.orElseThrow(() -> new IllegalStateException("Board " + id + " has no blueprint: " + phase));
    }

    /** Whether no worker owes an answer and none is about to be asked. */
    public boolean idle() {
        return open.isEmpty() && waiting.isEmpty();
    }

    /** The earliest moment at which something is due without anybody sending anything; absent if never. */
    public Optional<Instant> nextDue() {
        if (phase != Phase.OPEN) {
            return Optional.empty();
        }
        Optional<Instant> due = expires();
        for (OpenInvocation invocation : open.values()) {
            due = earlier(due, invocation.deadline());
        }
        for (WaitingInvocation retry : waiting) {
            due = earlier(due, retry.notBefore());
        }
        return due;
    }

    /** When the board's time budget is used up; absent if it has none. */
    public Optional<Instant> expires() {
        return blueprint.flatMap(rules -> rules.budgets().duration()).map(created::plus);
    }

    private static Optional<Instant> earlier(Optional<Instant> known, Instant other) {
        return known.isPresent() && known.get().isBefore(other) ? known : Optional.of(other);
    }
}
