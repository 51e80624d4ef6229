package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.ToolBinding;
import io.patchboard.gateway.config.ToolDescription;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.gateway.runner.ProgramCheck;
import io.patchboard.gateway.runner.ProgramProcess;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Failure;
import java.io.IOException;
import java.util.Optional;

/**
 * Starts a program for each call: {@code {"arguments": ..., "idempotencyKey": ...}} is a line on its stdin,
 * {@code {"result": ...}} or {@code {"error": "..."}} a line on its stdout.
 */
final class ProgramTool implements CallableTool {

    private static final JsonReader READER = new JsonReader(JsonLimits.SENT);

    private final String worker;
    private final ToolDescription description;
    private final WorkerBinding.Program program;
    private final Redaction redaction;
    private final Optional<Reconciler> effects;

    private ProgramTool(
            String worker, ToolDescription description, WorkerBinding.Program program, Optional<Reconciler> effects) {
        ProgramCheck.require("tool " + description.name() + " of worker " + worker, program);
        this.worker = worker;
        this.description = description;
        this.program = program;
        this.redaction = program.environment().redaction();
        this.effects = effects;
    }

    /** @throws IllegalArgumentException if this machine does not have the program, or the one that reconciles */
    static ProgramTool of(String worker, ToolBinding.Program binding) {
        ToolDescription description = binding.description();
        return new ProgramTool(
                worker,
                description,
                binding.program(),
                binding.effects()
                        .map(has -> new Reconciler(
                                description.name(),
                                has.asked()
                                        .map(asked -> new ProgramTool(worker, description, asked, Optional.empty())))));
    }

    @Override
    public ToolDescription description() {
        return description;
    }

    @Override
    public Optional<Reconciler> effects() {
        return effects;
    }

    @Override
    public Json call(JsonObject arguments, String key, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        ProgramProcess process = start();
        try {
            process.send(JsonWriter.compactBytes(JsonObject.builder()
                    .put("arguments", arguments)
                    .put("idempotencyKey", key)
                    .build()));
            process.closeInput();
            Optional<ProgramProcess.Event> event =
                    process.await(System.nanoTime() + deadline.left().toNanos());
            if (event.isEmpty()) {
                throw new NoAnswerException(
                        Failure.Kind.TIMEOUT, "it did not answer in time; it was ended" + process.lastWords());
            }
            return switch (event.get()) {
                case ProgramProcess.Event.Line line -> result(line.bytes());
                case ProgramProcess.Event.LineTooLong tooLong ->
                    throw new NoAnswerException(
                            Failure.Kind.INVALID, "it wrote a line that is longer than can be read; it was ended");
                case ProgramProcess.Event.End end ->
                    throw new NoAnswerException(
                            Failure.Kind.BUG, "its program gave no answer: it " + process.describeEnd());
            };
        } finally {
            process.killWithOrphans();
        }
    }

    private ProgramProcess start() throws NoAnswerException {
        try {
            return ProgramProcess.start(worker, program);
        } catch (IOException e) {
            throw new NoAnswerException(Failure.Kind.OUTAGE, "its program cannot be started: " + e.getMessage())
                    .notBegun();
        }
    }

    private Json result(byte[] line) throws NoAnswerException {
        try {
            JsonPlace answer = JsonPlace.of(READER.read(line));
            Optional<String> error = answer.text("error");
            if (error.isPresent()) {
                throw new NoAnswerException(Failure.Kind.REFUSED, "it says: " + error.get());
            }
            if (answer.has("result")) {
                return answer.into("result").value();
            }
        } catch (JsonSyntaxException e) {
            // Said below.
        }
        throw new NoAnswerException(
                Failure.Kind.INVALID,
                "it wrote neither {\"result\": ...} nor {\"error\": \"...\"}, but " + redaction.excerpt(line));
    }

    @Override
    public Redaction redaction() {
        return redaction;
    }
}
