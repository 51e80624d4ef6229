package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.ToolDescription;
import io.patchboard.gateway.config.ToolLimits;
import io.patchboard.gateway.llm.protocol.ToolCall;
import io.patchboard.gateway.llm.protocol.ToolOffer;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.record.Failure;
import io.patchboard.text.Cut;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A tool whose calls always come to an outcome, which says what the model is shown and what is written down. */
final class CheckedTool implements AutoCloseable {

    private final CallableTool tool;
    private final ToolDescription description;
    private final ToolSchema input;
    private final Optional<ToolSchema> output;
    private final ToolLimits limits;
    private final Redaction redaction;
    private final Optional<Reconciler> effects;
    private final AtomicLong calls = new AtomicLong();

    /** @throws SchemaCompileException if the tool cannot be held to its schemas */
    CheckedTool(CallableTool tool, ToolLimits limits) throws SchemaCompileException {
        this.tool = tool;
        this.description = tool.description();
        this.input = ToolSchema.of(description.input());
        this.output = description.output().isPresent()
                ? Optional.of(ToolSchema.of(description.output().get()))
                : Optional.empty();
        this.limits = limits;
        this.redaction = tool.redaction();
        this.effects = tool.effects();
    }

    ToolOffer offer() {
        return new ToolOffer(description.name(), description.description(), description.input());
    }

    boolean isUsed() {
        return calls.get() > 0;
    }

    boolean hasEffects() {
        return effects.isPresent();
    }

    /**
     * Does not fail: what goes wrong is told to the model.
     *
     * @throws UnknownOutcomeException if it may have been done, and nobody knows whether it was
     * @throws InterruptedException if nobody waits any more
     */
    ToolOutcome call(ToolCall call, String key, Deadline deadline)
            throws UnknownOutcomeException, InterruptedException {
        calls.incrementAndGet();
        long begun = System.nanoTime();
        try {
            JsonObject arguments = arguments(call);
            try {
                Json result = result(arguments, key, deadline.orIn(limits.timeout()));
                return outcome(call, begun, shown(result), Optional.of(result), ToolOutcome.ANSWERED);
            } catch (NoAnswerException e) {
                Optional<Json> found = isNotDone(e) ? Optional.empty() : found(arguments, key, deadline);
                if (found.isEmpty()) {
                    throw e;
                }
                return outcome(call, begun, shown(found.get()), found, ToolOutcome.FOUND);
            }
        } catch (NoAnswerException e) {
            String message = "Expected a result of " + description.name() + ", but "
                    + redaction.redact(String.valueOf(e.getMessage())) + ".";
            return outcome(
                    call, begun, failed(message), Optional.empty(), e.kind().word());
        }
    }

    /**
     * What came of a call that was under way when the attempt before ended; absent if it was not done.
     *
     * @throws UnknownOutcomeException if nobody knows
     */
    Optional<ToolOutcome> find(ToolCall call, String key, Deadline deadline)
            throws UnknownOutcomeException, InterruptedException {
        long begun = System.nanoTime();
        Optional<JsonObject> arguments = call.read();
        Optional<Json> found = arguments.isPresent() ? found(arguments.get(), key, deadline) : Optional.empty();
        return found.map(result -> outcome(call, begun, shown(result), found, ToolOutcome.FOUND));
    }

    /** What comes of a call that somebody says was done. */
    ToolOutcome found(ToolCall call, Json result) {
        return outcome(call, System.nanoTime(), shown(result), Optional.of(result), ToolOutcome.FOUND);
    }

    private Optional<Json> found(JsonObject arguments, String key, Deadline deadline)
            throws UnknownOutcomeException, InterruptedException {
        return effects.isEmpty()
                ? Optional.empty()
                : effects.get().find(arguments, key, deadline.orIn(limits.timeout()));
    }

    /** A service that never heard of it, or answers that it will not, or not now, has done nothing. */
    private static boolean isNotDone(NoAnswerException e) {
        return !e.isBegun() || e.kind() == Failure.Kind.REFUSED || e.kind() == Failure.Kind.RATE_LIMIT;
    }

    private ToolOutcome outcome(ToolCall call, long begun, String shown, Optional<Json> result, String word) {
        return new ToolOutcome(
                shown,
                new Trajectory.Call(
                        description.name(),
                        Trajectory.Measured.of(call.arguments()),
                        result.map(Json::toString).map(Trajectory.Measured::of),
                        Duration.ofNanos(System.nanoTime() - begun),
                        word,
                        redaction.redact(call.arguments()),
                        shown));
    }

    private JsonObject arguments(ToolCall call) throws NoAnswerException {
        JsonObject arguments = call.read()
                .orElseThrow(() -> new NoAnswerException(Failure.Kind.INVALID, "its arguments are no JSON object"));
        Optional<String> problem = input.problem(arguments);
        if (problem.isPresent()) {
            throw new NoAnswerException(
                    Failure.Kind.INVALID,
                    "it was not called, as its arguments do not fit its schema: " + problem.get());
        }
        return arguments;
    }

    private Json result(JsonObject arguments, String key, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        Json result = tool.call(arguments, key, deadline);
        Optional<String> problem = output.flatMap(schema -> schema.problem(result));
        if (problem.isPresent()) {
            throw new NoAnswerException(
                    Failure.Kind.INVALID, "its result does not fit its own schema: " + problem.get());
        }
        return result;
    }

    /** Everything that comes from a tool stands below {@code data}, of which the model is told that it is that. */
    private String shown(Json result) {
        String text = result instanceof JsonString string ? string.value() : result.toString();
        String safe = redaction.redact(text);
        boolean whole = safe.length() <= limits.resultChars();
        if (whole && safe.equals(text)) {
            return JsonObject.of("data", result).toString();
        }
        JsonObject.Builder shown = JsonObject.builder().put("data", Cut.begin(safe, limits.resultChars()));
        return whole
                ? shown.build().toString()
                : shown.put("cut", "the first " + limits.resultChars() + " of " + safe.length() + " characters")
                        .build()
                        .toString();
    }

    private String failed(String message) {
        return JsonObject.of("error", Json.of(Cut.shortened(message, limits.resultChars())))
                .toString();
    }

    @Override
    public void close() {
        tool.close();
    }
}
