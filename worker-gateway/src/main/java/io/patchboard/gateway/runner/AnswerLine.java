package io.patchboard.gateway.runner;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.Failure;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import java.util.Optional;

/**
 * What a worker wrote, read as an answer: one line of a program's output, or the body of an HTTP response.
 *
 * <p>Only the envelope is checked. The patch goes on as it is, malformed or not: its judge is the kernel, whose
 * rejection the worker learns of.
 *
 * @param invocationId the invocation that it says it answers, if it says so
 * @param report what it says of its progress in place of an answer
 */
public record AnswerLine(Optional<String> invocationId, Answer answer, Optional<Report> report) {

    /** One level less than a proposal may have, because a bare array of operations is put into one. */
    private static final JsonReader READER =
            new JsonReader(JsonLimits.SENT.withMaxDepth(JsonLimits.SENT.maxDepth() - 1));

    /** @throws JsonSyntaxException if it is not a JSON object or array, or the envelope's fields are wrong */
    public static AnswerLine read(byte[] line) throws JsonSyntaxException {
        Json json = READER.read(line);
        if (json instanceof JsonArray patch) {
            return new AnswerLine(Optional.empty(), Answer.of(patch), Optional.empty());
        }
        if (!(json instanceof JsonObject object)) {
            throw new JsonSyntaxException(
                    "Expected a JSON object or an array of operations, but got a " + json.typeName() + ".");
        }
        try {
            Fields fields = new Fields(object);
            Optional<Report> report = Report.isOne(object) ? Optional.of(Report.read(fields)) : Optional.empty();
            return new AnswerLine(fields.optionalString("invocationId"), answer(fields), report);
        } catch (FieldException e) {
            throw new JsonSyntaxException(e.getMessage());
        }
    }

    /**
     * The answer of these members. {@code signature} is the worker's own, over the proposal {@code proposalId} that it
     * becomes.
     *
     * @throws FieldException if one of them is of the wrong type, or is signed without an id
     */
    public static Answer answer(Fields fields) {
        Optional<Answer.Proof> proof = fields.optionalRecord(Signature.FIELD, Signature::read)
                .map(signature -> new Answer.Proof(signedId(fields), signature));
        return new Answer(
                fields.jsonOrNull("patch"), fields.optionalRecord("usage", Usage::read), failure(fields), proof);
    }

    private static String signedId(Fields fields) {
        return fields.optionalString("proposalId")
                .orElseThrow(() -> new FieldException(
                        "/proposalId", "Expected the proposalId that was signed, but got a signature without one."));
    }

    /** An error that is not a string is still an error; {@code failure} says of which class it is. */
    private static Optional<Failure> failure(Fields fields) {
        return fields.optionalRecord("failure", Failure::read)
                .or(() -> fields.optionalJson("error")
                        .map(error -> error instanceof JsonString text ? text.value() : error.toString())
                        .map(message -> Failure.of(Failure.Kind.REFUSED, message)));
    }
}
