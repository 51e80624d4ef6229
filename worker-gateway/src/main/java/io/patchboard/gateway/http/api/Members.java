package io.patchboard.gateway.http.api;

import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.BoardId;
import io.patchboard.record.ChildCommands;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.Signature;
import io.patchboard.text.Cut;
import io.patchboard.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The members of a body, checked. What is wrong becomes a problem with status 400 and a pointer to the spot. */
final class Members {

    /** One of these a worker has to say: a proposal of nothing would use its invocation up. */
    static final List<String> SAYING = List.of("patch", "error", "failure");

    /** What the objects in it may have, {@link io.patchboard.record.Usage} and others. */
    private static final Map<String, Set<String>> INSIDE = Map.of(
            "usage",
            Set.of(
                    "inputTokens",
                    "outputTokens",
                    "cost",
                    "model",
                    "repairs",
                    "toolCalls",
                    "trajectory",
                    "workerVersion",
                    "cachedInputTokens",
                    "prefixHash",
                    "checkpoint"),
            "failure",
            Set.of("class", "message", "retryAfter"),
            Signature.FIELD,
            Set.of("audience", "key", "value"));

    private static final int MOST_SAID_CHARS = 100;

    private final JsonObject body;

    Members(JsonObject body) {
        this.body = body;
    }

    /** The same with one more, or with another value of one. */
    Members with(String name, Json value) {
        return new Members(body.with(name, value));
    }

    /** What the reader makes of the fields. */
    <T> T read(Function<Fields, T> reader) {
        try {
            return reader.apply(new Fields(body));
        } catch (FieldException e) {
            throw Bodies.bad(e.getMessage(), Optional.of(e.pointer()));
        }
    }

    /** Refuses what it may not have, and what usage, failure and signature may not. */
    void refuseUnknown(Set<String> known) {
        Bodies.refuseUnknown(body, known);
        INSIDE.forEach((name, members) -> {
            if (body.get(name).orElse(null) instanceof JsonObject object) {
                Bodies.refuseUnknown(object, members, JsonPointer.ROOT.child(name));
            }
        });
    }

    /** Whether one of {@link #SAYING} is there. */
    boolean says() {
        return SAYING.stream().anyMatch(body::has);
    }

    Optional<String> id(String name) {
        return read(fields -> fields.optionalString(name)).map(id -> requireId(name, id));
    }

    /**
     * The author's signature, which goes on as it came; docs/security.md says what is signed.
     *
     * @param id the member with the request's id
     * @param own the id that the caller has given
     */
    Optional<Signature> signature(String id, Optional<String> own) {
        Optional<Signature> signature = read(fields -> fields.optionalRecord(Signature.FIELD, Signature::read));
        if (signature.isPresent() && own.isEmpty()) {
            throw Bodies.bad(
                    "Expected the " + id + " that was signed, but got a signature without one.", Optional.of("/" + id));
        }
        return signature;
    }

    Optional<Json> json(String name) {
        return body.get(name).filter(value -> !value.isNull());
    }

    /** A duration, or a number of milliseconds. */
    Optional<Duration> duration(String name, Duration least, Duration most) {
        return json(name).map(value -> {
            Optional<Duration> duration = duration(value);
            return duration.filter(found -> found.compareTo(least) >= 0 && found.compareTo(most) <= 0)
                    .orElseThrow(() -> Bodies.bad(
                            "Expected a duration from " + Durations.spoken(least) + " to "
                                    + Durations.spoken(most)
                                    + ", such as " + Durations.EXAMPLES + " or a number of milliseconds, at /" + name
                                    + ", but got "
                                    + Cut.shortened(value.toString(), MOST_SAID_CHARS) + ".",
                            Optional.of("/" + name)));
        });
    }

    private static Optional<Duration> duration(Json value) {
        if (value instanceof JsonString text) {
            return Durations.parse(text.value());
        }
        try {
            return value instanceof JsonNumber number
                    ? Optional.of(Duration.ofMillis(number.value().longValueExact()))
                    : Optional.empty();
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** What the kernel takes as an id: a bad one would have an outcome that cannot be told from others. */
    static String requireId(String name, String id) {
        return require(
                name,
                id,
                id.length() <= ContractLimits.MAX_ID_CHARS && !id.isEmpty(),
                "1 to " + ContractLimits.MAX_ID_CHARS + " characters without control characters");
    }

    /**
     * As {@link #requireId}, for the id that a caller gives a command: not one by which boards follow those that they
     * were made for, which the kernel would take for known when it comes.
     */
    static String requireCommandId(String id) {
        if (ChildCommands.isOne(id)) {
            throw Bodies.bad(
                    "Expected a commandId of your own, but got one by which a board follows the board that it was made"
                            + " for.",
                    Optional.of("/commandId"));
        }
        return requireId("commandId", id);
    }

    /** As {@link #requireId}, for the id of an invocation, from which that of the proposal is made. */
    static String requireInvocationId(String id) {
        int most = ContractLimits.MAX_ID_CHARS - ProposalSubmitter.ADDED_ID_CHARS;
        return require(
                "invocationId",
                id,
                id.length() <= most && !id.isEmpty(),
                "1 to " + most + " characters without control characters");
    }

    /** The header {@code Idempotency-Key}, which some write in quotes. */
    static Optional<String> idempotencyKey(Call call) {
        return call.header("Idempotency-Key").map(key -> key.replaceAll("^\"|\"$", ""));
    }

    /** What the kernel takes as the key of a record. */
    static String requireBoardId(String id) {
        return require("boardId", id, BoardId.isAcceptable(id), BoardId.EXPECTED);
    }

    private static String require(String name, String id, boolean condition, String expected) {
        if (!condition || id.chars().anyMatch(Character::isISOControl)) {
            throw Bodies.bad("Expected " + expected + " as " + name + ", but got others.", Optional.of("/" + name));
        }
        return id;
    }
}
