package io.patchboard.client.model;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.History.InvocationEnd;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.Cause;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandOutcome;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Requested;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one entry tells of verdicts, for who asks where the rejections go. */
sealed interface VerdictFact {

    /** What a role says of itself that a person is to serve. */
    Json PERSON = Json.of("person");

    /** Workers report whatever they like; sums of this still are numbers. */
    double MOST_COST = 1e12;

    /**
     * A proposal had its outcome, or an invocation ended without one.
     *
     * @param version of the worker; empty where it has none
     * @param path of the state, with {@code *} for each index; empty where none is known
     * @param stage empty for a commit, as are code and rule
     */
    record Judged(
            long sequence,
            long time,
            String worker,
            String model,
            String version,
            String invocation,
            String path,
            String stage,
            String code,
            String rule,
            long tokens,
            double cost)
            implements VerdictFact {}

    /** @param cause sequence of the entry that made it necessary beside its rule; 0 if none did */
    record Invited(long sequence, String invocation, String worker, long time, long attempt, long cause)
            implements VerdictFact {}

    /**
     * Invocations have ended, and no proposal's outcome says so.
     *
     * @param how as a {@link History} has it, which knows nothing of what was abandoned
     */
    record Ended(List<String> invocations, InvocationEnd how) implements VerdictFact {}

    /**
     * Which blueprint a board has from an entry on.
     *
     * @param people workers of it that are persons
     */
    record Ruled(long since, String hash, String name, Json source, List<String> people) implements VerdictFact {}

    /** A gate asks for a person. */
    record Asked(long item, long time, String gate) implements VerdictFact {}

    /** @param worker that it is about; empty for the board as a whole */
    record Tripped(long sequence, long time, String detector, String worker) implements VerdictFact {}

    /** @param timed whether nobody decided in time */
    record Decision(long item, long time, String option, boolean timed) implements VerdictFact {}

    /**
     * Somebody did something to a board by hand.
     *
     * @param by empty where he did not say, as is the reason
     * @param option what he decided; empty for anything else
     */
    record Acted(long sequence, long time, String type, String by, String reason, String option)
            implements VerdictFact {}

    static List<VerdictFact> of(LogEntry entry) {
        return Stream.concat(told(entry).stream(), acted(entry).stream()).toList();
    }

    private static Optional<VerdictFact> acted(LogEntry entry) {
        Optional<Requested> requested = switch (entry.event()) {
            case CompensationStarted started -> started.requested();
            case BoardCancelled cancelled when cancelled.compensation().isPresent() -> Optional.empty();
            case CommandOutcome outcome -> Optional.of(outcome.requested());
            case Decided decided -> decided.requested();
            case BoardRestored restored -> restored.requested();
            default -> Optional.empty();
        };
        return requested.map(asked -> new Acted(
                entry.sequence(),
                entry.header().time().toEpochMilli(),
                entry.event().type(),
                asked.by().orElse(""),
                asked.reason().orElse(""),
                entry.event() instanceof Decided decided ? decided.option().word() : ""));
    }

    private static List<VerdictFact> told(LogEntry entry) {
        long time = entry.header().time().toEpochMilli();
        return switch (entry.event()) {
            case BoardCreated created -> List.of(ruled(entry, created.blueprintHash(), created.blueprint()));
            case BlueprintAmended amended ->
                List.of(
                        ruled(entry, amended.blueprintHash(), amended.blueprint()),
                        new Ended(amended.superseded(), InvocationEnd.SUPERSEDED));
            case NeedsPerson needed
            when needed.gate().isPresent() -> List.of(new Asked(entry.sequence(), time, needed.detail()));
            case Decided decided ->
                List.of(new Decision(
                        decided.item(),
                        time,
                        decided.option().name(),
                        decided.requested().isEmpty()));
            case WorkerInvoked invoked ->
                List.of(new Invited(
                        entry.sequence(),
                        invoked.invocationId(),
                        invoked.worker(),
                        time,
                        invoked.attempt(),
                        invoked.cause().map(Cause::sequence).orElse(0L)));
            case PatchCommitted committed when committed.repeats().isPresent() -> List.of();
            case PatchCommitted committed ->
                List.of(new Judged(
                        entry.sequence(),
                        time,
                        committed.worker(),
                        committed.usage().flatMap(Usage::model).orElse(""),
                        version(committed.usage()),
                        committed.invocationId().orElse(""),
                        "",
                        "",
                        "",
                        "",
                        tokens(committed.usage()),
                        cost(committed.usage())));
            case PatchRejected rejected ->
                List.of(new Judged(
                        entry.sequence(),
                        time,
                        rejected.worker().orElse(""),
                        rejected.usage().flatMap(Usage::model).orElse(""),
                        version(rejected.usage()),
                        rejected.invocationId().orElse(""),
                        path(rejected),
                        rejected.stage().name(),
                        rejected.rejection().code(),
                        rejected.rejection().rule().orElse(""),
                        tokens(rejected.usage()),
                        cost(rejected.usage())));
            case PatchHeld held ->
                held.invocationId()
                        .<List<VerdictFact>>map(id -> List.of(new Ended(List.of(id), InvocationEnd.ANSWERED)))
                        .orElse(List.of());
            case CircuitTripped tripped ->
                List.of(new Tripped(
                        entry.sequence(),
                        time,
                        tripped.detector().word(),
                        tripped.worker().orElse("")));
            case BoardRestored restored -> List.of(new Ended(restored.superseded(), InvocationEnd.SUPERSEDED));
            case CompensationStarted started -> List.of(new Ended(started.abandonedInvocations(), InvocationEnd.NONE));
            case EndEvent end -> List.of(new Ended(end.abandonedInvocations(), InvocationEnd.NONE));
            default -> List.of();
        };
    }

    private static Ruled ruled(LogEntry entry, String hash, Json blueprint) {
        return new Ruled(entry.sequence(), hash, name(blueprint), blueprint, people(blueprint));
    }

    /** A blueprint of a log is valid, but a log may be anybody's. */
    private static List<String> people(Json blueprint) {
        Json workers = member(blueprint, "workers");
        return workers instanceof JsonObject roles
                ? roles.names().stream()
                        .filter(name -> member(member(roles, name), "kind").equals(PERSON))
                        .toList()
                : List.of();
    }

    private static Json member(Json object, String name) {
        return object instanceof JsonObject known ? known.get(name).orElse(Json.nul()) : Json.nul();
    }

    private static String version(Optional<Usage> usage) {
        return usage.flatMap(used -> used.circumstances().workerVersion()).orElse("");
    }

    private static long tokens(Optional<Usage> usage) {
        return usage.map(used -> used.inputTokens() + used.outputTokens()).orElse(0L);
    }

    private static double cost(Optional<Usage> usage) {
        return usage.flatMap(Usage::cost)
                .map(cost -> Math.min(cost.doubleValue(), MOST_COST))
                .orElse(0.0);
    }

    private static String name(Json blueprint) {
        return member(blueprint, "name") instanceof JsonString name ? name.value() : "";
    }

    /** Before stage APPLICATION a pointer leads into what was sent, which names the place. */
    private static String path(PatchRejected rejected) {
        Optional<JsonPointer> spot = pointer(rejected.rejection().pointer());
        boolean ofState = rejected.stage().subject() == Stage.Subject.STATE;
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
