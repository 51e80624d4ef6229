package io.patchboard.client.model;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What a list tells of a board.
 *
 * @param phase {@link Phase#ABSENT} while nobody has created the board, so that its log can only hold rejections
 * @param blueprint its name
 * @param decisions how many a person has to make
 * @param sequence of the last log entry; {@code version} and {@code time} are its, too
 */
public record Summary(
        String boardId,
        Phase phase,
        Optional<String> blueprint,
        long decisions,
        long version,
        long sequence,
        Instant time) {

    static Summary absent(String boardId) {
        return new Summary(boardId, Phase.ABSENT, Optional.empty(), 0, 0, 0, Instant.EPOCH);
    }

    /**
     * After one more entry. Entries of different topics may come in any order; those that change the phase, and what a
     * person has to decide, are all of one topic, and so in order.
     */
    Summary then(News news) {
        boolean latest = news.sequence() > sequence;
        return new Summary(
                boardId,
                news.phase().orElse(phase),
                news.blueprint().or(() -> blueprint),
                news.ends() ? 0 : decisions + news.decisions(),
                latest ? news.version() : version,
                latest ? news.sequence() : sequence,
                latest ? news.time() : time);
    }

    /** What one entry says that a summary tells. */
    record News(
            String boardId,
            Optional<Phase> phase,
            Optional<String> blueprint,
            Set<String> workers,
            long decisions,
            long version,
            long sequence,
            Instant time) {

        boolean ends() {
            return phase.filter(Phase::ended).isPresent();
        }

        static News of(LogEntry entry) {
            return new News(
                    entry.boardId(),
                    phaseAfter(entry),
                    entry.event() instanceof BoardCreated created ? name(created.blueprint()) : Optional.empty(),
                    entry.event() instanceof BoardCreated created ? workers(created.blueprint()) : Set.of(),
                    entry.event() instanceof NeedsPerson ? 1 : entry.event() instanceof Decided ? -1 : 0,
                    entry.header().version(),
                    entry.sequence(),
                    entry.header().time());
        }

        private static Optional<Phase> phaseAfter(LogEntry entry) {
            if (entry.event() instanceof BoardCreated
                    || entry.event() instanceof BoardResumed
                    || entry.event() instanceof BoardReopened) {
                return Optional.of(Phase.OPEN);
            } else if (entry.event() instanceof BoardPaused) {
                return Optional.of(Phase.PAUSED);
            } else if (entry.event() instanceof EndEvent) {
                return Optional.of(
                        entry.event() instanceof BoardCompleted
                                ? Phase.COMPLETED
                                : entry.event() instanceof BoardCancelled ? Phase.CANCELLED : Phase.HALTED);
            }
            return Optional.empty();
        }

        private static Set<String> workers(Json blueprint) {
            return blueprint instanceof JsonObject object
                            && object.get("workers").orElse(Json.nul()) instanceof JsonObject workers
                    ? workers.members().keySet()
                    : Set.of();
        }

        private static Optional<String> name(Json blueprint) {
            return blueprint instanceof JsonObject object
                            && object.get("name").orElse(Json.nul()) instanceof JsonString name
                    ? Optional.of(name.value())
                    : Optional.empty();
        }
    }
}
