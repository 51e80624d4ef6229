package io.patchboard.standalone.check;

import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.runner.AnswerLine;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.stage.PatchForm;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.work.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What an answer is held to by its form: the envelope, the id, the patch, and the worker's contract. */
final class AnswerJudge {

    private static final String EXPAND = "/$expand/-";

    private final Redaction redaction;
    private final Predicate<JsonPointer> readable;
    private final Optional<WorkerRole> role;

    /**
     * @param readable whether the worker may read a place, and so copy from it
     * @param role what its blueprint says of it, where there is one
     */
    AnswerJudge(Redaction redaction, Predicate<JsonPointer> readable, Optional<WorkerRole> role) {
        this.redaction = redaction;
        this.readable = readable;
        this.role = role;
    }

    /** What is wrong or odd; empty if nothing is. */
    List<Finding> judge(byte[] said, Invocation invocation) {
        AnswerLine line;
        try {
            line = AnswerLine.read(said);
        } catch (JsonSyntaxException e) {
            return List.of(Finding.fail(
                    "json",
                    "Expected one line of JSON, an object with \"patch\" or \"error\", but got "
                            + redaction.excerpt(said) + ": " + redaction.redact(e.getMessage())
                            + " Write everything else to stderr."));
        }
        Optional<String> other = line.invocationId().filter(id -> !id.equals(invocation.invocationId()));
        if (other.isPresent()) {
            return List.of(Finding.fail(
                    "invocation-id",
                    "Expected the invocationId " + invocation.invocationId() + " or none, but got " + other.get()
                            + ". A gateway skips such an answer. Take the id from the invocation that is answered."));
        }
        Answer answer = line.answer();
        return answer.isFailed() ? List.of() : patch(answer.patch(), invocation);
    }

    boolean namesInvocation(byte[] said) {
        try {
            return AnswerLine.read(said).invocationId().isPresent();
        } catch (JsonSyntaxException e) {
            return false;
        }
    }

    /** The error of an answer, if it is one. */
    Optional<String> error(byte[] said) {
        try {
            return AnswerLine.read(said).answer().error();
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }

    private List<Finding> patch(Json json, Invocation invocation) {
        if (json.isNull()) {
            return List.of(Finding.fail(
                    "patch",
                    "Expected \"patch\" or \"error\" in the answer, but got neither. Write {\"patch\": []} to change"
                            + " nothing."));
        }
        try {
            List<Finding> findings = new ArrayList<>();
            Patch patch = Patch.parse(json, PatchLimits.DEFAULT);
            for (Operation operation : patch.operations()) {
                contract(operation, invocation.invoked().writes()).ifPresent(findings::add);
            }
            role.flatMap(own -> PatchForm.violation(own, json, patch, Work.unbounded()))
                    .ifPresent(broken -> findings.add(Finding.fail("contract", broken.message())));
            return findings;
        } catch (PatchSyntaxException e) {
            return List.of(Finding.fail("patch", e.getMessage()));
        }
    }

    private Optional<Finding> contract(Operation operation, Json writes) {
        boolean request = operation instanceof Operation.Add
                && operation.path().toString().equals(EXPAND);
        if (request || operation instanceof Operation.Test) {
            return Optional.empty();
        }
        if (!grants(writes, operation.op(), operation.path())) {
            return Optional.of(outside(writes, operation.op() + " of " + operation.path()));
        } else if (operation instanceof Operation.Move move && !grants(writes, "move", move.from())) {
            return Optional.of(outside(writes, "move from " + move.from()));
        } else if (operation instanceof Operation.Copy copy
                && !readable.test(copy.from())
                && !grants(writes, "copy", copy.from())) {
            return Optional.of(outside(writes, "copy from " + copy.from() + ", which it may not read"));
        }
        return Optional.empty();
    }

    private static Finding outside(Json writes, String operation) {
        return Finding.fail(
                "contract",
                "Expected an operation of the contract " + writes + ", but got " + operation
                        + ". The kernel rejects it; the invocation's \"writes\" says what is allowed.");
    }

    private static boolean grants(Json writes, String op, JsonPointer path) {
        return writes instanceof JsonArray grants
                && grants.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .anyMatch(grant -> names(grant, op)
                                && grant.get("path")
                                        .filter(pattern -> matches(pattern, path))
                                        .isPresent());
    }

    private static boolean names(JsonObject grant, String op) {
        List<Json> operations = operations(grant);
        return operations.contains(Json.of(op)) || op.equals("add") && operations.contains(Json.of("create"));
    }

    private static List<Json> operations(JsonObject grant) {
        return grant.get("op").orElse(Json.nul()) instanceof JsonArray operations ? operations.items() : List.of();
    }

    private static boolean matches(Json pattern, JsonPointer path) {
        return pattern instanceof JsonString text
                && PathPattern.parse(text.value()).matches(path);
    }
}
