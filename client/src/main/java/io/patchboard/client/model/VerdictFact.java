package io.patchboard.client.model;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Cause;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What one entry tells of verdicts, for who asks where the rejections go. */
sealed interface VerdictFact {

    /**
     * A proposal had its outcome, or an invocation ended without one.
     *
     * @param path of the state, with {@code *} for each index; empty where none is known
     * @param stage empty for a commit, as are code and rule
     */
    record Judged(
            long sequence,
            long time,
            String worker,
            String model,
            String invocation,
            String path,
            String stage,
            String code,
            String rule,
            long tokens)
            implements VerdictFact {}

    /** @param cause sequence of the entry that made it necessary beside its rule; 0 if none did */
    record Invited(String invocation, long time, long attempt, long cause) implements VerdictFact {}

    /** Which blueprint a board has. */
    record Ruled(String hash, String name, String json) implements VerdictFact {}

    /** A gate asks for a person. */
    record Asked(long item, long time, String gate) implements VerdictFact {}

    /** @param timed whether nobody decided in time */
    record Decision(long item, long time, String option, boolean timed) implements VerdictFact {}

    static Optional<VerdictFact> of(LogEntry entry) {
        long time = entry.header().time().toEpochMilli();
        return switch (entry.event()) {
            case BoardCreated created ->
                Optional.of(new Ruled(
                        created.blueprintHash(),
                        name(created.blueprint()),
                        created.blueprint().toString()));
            case BlueprintAmended amended ->
                Optional.of(new Ruled(
                        amended.blueprintHash(),
                        name(amended.blueprint()),
                        amended.blueprint().toString()));
            case NeedsPerson needed
            when needed.gate().isPresent() -> Optional.of(new Asked(entry.sequence(), time, needed.detail()));
            case Decided decided ->
                Optional.of(new Decision(
                        decided.item(),
                        time,
                        decided.option().name(),
                        decided.requested().isEmpty()));
            case WorkerInvoked invoked ->
                Optional.of(new Invited(
                        invoked.invocationId(),
                        time,
                        invoked.attempt(),
                        invoked.cause().map(Cause::sequence).orElse(0L)));
            case PatchCommitted committed ->
                Optional.of(new Judged(
                        entry.sequence(),
                        time,
                        committed.worker(),
                        committed.usage().flatMap(Usage::model).orElse(""),
                        committed.invocationId().orElse(""),
                        "",
                        "",
                        "",
                        "",
                        tokens(committed.usage())));
            case PatchRejected rejected ->
                Optional.of(new Judged(
                        entry.sequence(),
                        time,
                        rejected.worker().orElse(""),
                        rejected.usage().flatMap(Usage::model).orElse(""),
                        rejected.invocationId().orElse(""),
                        path(rejected),
                        rejected.stage().name(),
                        rejected.rejection().code(),
                        rejected.rejection().rule().orElse(""),
                        tokens(rejected.usage())));
            default -> Optional.empty();
        };
    }

    private static long tokens(Optional<Usage> usage) {
        return usage.map(used -> used.inputTokens() + used.outputTokens()).orElse(0L);
    }

    private static String name(Json blueprint) {
        return blueprint instanceof JsonObject object
                        && object.get("name").orElse(Json.nul()) instanceof JsonString name
                ? name.value()
                : "";
    }

    /** Before stage APPLICATION a pointer leads into what was sent, which names the place. */
    private static String path(PatchRejected rejected) {
        Optional<JsonPointer> spot = pointer(rejected.rejection().pointer());
        boolean ofState = rejected.stage().compareTo(Stage.APPLICATION) >= 0
                && rejected.stage().compareTo(Stage.BUDGET) <= 0;
        return (ofState ? spot : spot.flatMap(place -> sent(place, rejected)))
                .map(VerdictFact::pattern)
                .orElse("");
    }

    private static Optional<JsonPointer> sent(JsonPointer place, PatchRejected rejected) {
        List<String> tokens = place.tokens();
        if (tokens.size() < 2 || !tokens.get(0).equals("patch")) {
            return Optional.empty();
        }
        return rejected.proposal()
                .flatMap(proposal -> new JsonPointer(tokens.subList(0, 2)).resolve(proposal))
                .filter(JsonObject.class::isInstance)
                .flatMap(operation -> ((JsonObject) operation).get("path"))
                .filter(JsonString.class::isInstance)
                .flatMap(path -> pointer(((JsonString) path).value()));
    }

    private static Optional<JsonPointer> pointer(String text) {
        try {
            return Optional.of(JsonPointer.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String pattern(JsonPointer place) {
        return place.tokens().stream()
                .map(token -> token.equals(JsonPointer.END)
                                || JsonPointer.arrayIndex(token).isPresent()
                        ? "*"
                        : JsonPointer.escape(token))
                .map(token -> "/" + token)
                .collect(Collectors.joining());
    }
}
