package io.patchboard.standalone.again;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Usage;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A past invocation, answered again.
 *
 * @param outcome what the kernel would have made of it
 * @param took from the question to the answer
 */
public record Asked(PastInvocation past, LogEntry outcome, Optional<Usage> usage, Duration took) {

    public Verdict now() {
        return Verdict.of(outcome).orElseThrow();
    }

    /** Whether the answer is committed now as then; what follows is asked of such only. */
    boolean isCommittedTwice() {
        return now().commits() && past.verdict().filter(Verdict::commits).isPresent();
    }

    /** Whether both lead to the same state. */
    boolean leadsToTheSame() {
        return committed(outcome)
                .stateHash()
                .equals(committed(past.outcome().orElseThrow()).stateHash());
    }

    /** Whether both change the same places, if not in the same way. */
    boolean changesTheSamePlaces() {
        return places(outcome).equals(places(past.outcome().orElseThrow()));
    }

    private static PatchCommitted committed(LogEntry entry) {
        return (PatchCommitted) entry.event();
    }

    private static Set<Json> places(LogEntry commit) {
        return committed(commit).patch() instanceof JsonArray operations
                ? operations.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(operation -> ((JsonObject) operation).get("path").orElse(Json.nul()))
                        .collect(Collectors.toSet())
                : Set.of();
    }

    /** Board, entry, both verdicts, the reason of a rejection, and what it took. */
    public JsonObject json() {
        JsonObject.Builder json = JsonObject.builder()
                .put("board", past.entry().boardId())
                .put("sequence", past.entry().sequence())
                .put("attempt", past.invoked().attempt())
                .put("then", past.verdict().map(Verdict::toString).orElse(Tally.NO_ANSWER))
                .put("now", now().toString())
                .putStringIfPresent("message", now().rejection().map(why -> why.message()));
        if (isCommittedTwice()) {
            json.put("sameState", leadsToTheSame()).put("samePlaces", changesTheSamePlaces());
        }
        return json.putIfPresent("usage", usage.map(Usage::toJson))
                .put("millis", took.toMillis())
                .build();
    }
}
