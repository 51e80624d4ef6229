package io.patchboard.client.model;

import io.patchboard.client.board.Labels;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a list tells of a board.
 *
 * @param phase {@link Phase#ABSENT} while nobody has created the board, so that its log can only hold rejections
 * @param blueprint its name
 * @param decisions how many a person has to make
 * @param sequence of the last log entry; {@code version} and {@code time} are its, too
 * @param tokens that its workers have used, as they say; {@code cost} alike
 * @param waitsFor workers that owe it an answer, in order, of its latest {@link Owed#LATEST} invitations; told by a
 *     list alone
 */
public record Summary(
        String boardId,
        Phase phase,
        Optional<String> blueprint,
        long decisions,
        long version,
        long sequence,
        Instant time,
        Instant created,
        long tokens,
        double cost,
        List<String> waitsFor) {

    static Summary absent(String boardId) {
        return new Summary(
                boardId, Phase.ABSENT, Optional.empty(), 0, 0, 0, Instant.EPOCH, Instant.EPOCH, 0, 0, List.of());
    }

    /**
     * After one more entry. Entries of different topics may come in any order; those that change the phase, and what a
     * person has to decide, are all of one topic, and so in order.
     */
    Summary then(News news, List<VerdictFact> facts) {
        long usedTokens = tokens;
        double usedCost = cost;
        for (VerdictFact fact : facts) {
            if (fact instanceof VerdictFact.Judged judged) {
                usedTokens += judged.tokens();
                usedCost += judged.cost();
            }
        }
        boolean latest = news.sequence() > sequence;
        return new Summary(
                boardId,
                news.phase().orElse(phase),
                news.blueprint().or(() -> blueprint),
                news.decides() ? 0 : decisions + news.decisions(),
                latest ? news.version() : version,
                latest ? news.sequence() : sequence,
                latest ? news.time() : time,
                news.creates() ? news.time() : created,
                usedTokens,
                usedCost,
                waitsFor);
    }

    Summary waitingFor(List<String> workers) {
        return new Summary(
                boardId, phase, blueprint, decisions, version, sequence, time, created, tokens, cost, workers);
    }

    /**
     * What one entry says that a summary tells.
     *
     * @param indexes whether it brings a blueprint with indexes, or with a fallback, which is found in the same way
     * @param restores whether nobody has to decide any more what was open before
     */
    record News(
            String boardId,
            Optional<Phase> phase,
            Optional<String> blueprint,
            Set<String> workers,
            Map<String, String> labels,
            boolean indexes,
            long decisions,
            boolean restores,
            long version,
            long sequence,
            Instant time) {

        /** Whether the board begins. A blueprint that comes later changes no phase. */
        boolean creates() {
            return phase.isPresent() && blueprint.isPresent();
        }

        /** Whether a person has nothing left to decide. */
        boolean decides() {
            return restores
                    || phase.filter(now -> now.ended() || now == Phase.COMPENSATING)
                            .isPresent();
        }

        static News of(LogEntry entry) {
            Json blueprint = blueprint(entry.event());
            return new News(
                    entry.boardId(),
                    phaseAfter(entry),
                    name(blueprint),
                    workers(blueprint),
                    entry.event() instanceof BoardCreated created ? Labels.of(created) : Map.of(),
                    blueprint instanceof JsonObject rules && (rules.has("indexes") || hasFallback(rules)),
                    entry.event() instanceof NeedsPerson ? 1 : entry.event() instanceof Decided ? -1 : 0,
                    entry.event() instanceof BoardRestored,
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
            } else if (entry.event() instanceof CompensationStarted) {
                return Optional.of(Phase.COMPENSATING);
            } else if (entry.event() instanceof EndEvent) {
                return Optional.of(
                        entry.event() instanceof BoardCompleted
                                ? Phase.COMPLETED
                                : entry.event() instanceof BoardCancelled ? Phase.CANCELLED : Phase.HALTED);
            }
            return Optional.empty();
        }

        /** That which the entry brings the board; null if it brings none. */
        private static Json blueprint(Event event) {
            return switch (event) {
                case BoardCreated created -> created.blueprint();
                case BlueprintAmended amended -> amended.blueprint();
                default -> Json.nul();
            };
        }

        private static boolean hasFallback(JsonObject rules) {
            return rules.get("workers").orElse(Json.nul()) instanceof JsonObject workers
                    && workers.members().values().stream()
                            .anyMatch(role -> role instanceof JsonObject object
                                    && object.get("degraded").equals(Optional.of(Json.of(true))));
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
