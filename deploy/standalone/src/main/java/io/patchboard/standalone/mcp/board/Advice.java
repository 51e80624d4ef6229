package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Stage;
import io.patchboard.record.Word;
import java.util.Optional;

/** Why something was refused, and how to do better, in words for a model. */
final class Advice {

    private static final int MOST_ERRORS = 20;

    private Advice() {}

    static String of(int status, JsonObject problem) {
        String stage = problem.text("stage");
        return detail(problem) + '\n' + next(status, stage, problem.text("code"));
    }

    /** Why alone. */
    static String detail(JsonObject problem) {
        StringBuilder text = new StringBuilder(problem.text("detail"));
        String stage = problem.text("stage");
        if (!stage.isEmpty()) {
            text.append("\nRejected by the kernel: stage ")
                    .append(stage)
                    .append(", code ")
                    .append(problem.text("code"));
            where(problem).ifPresent(pointer -> text.append(", at ").append(pointer));
            text.append(". Nothing has changed.");
        }
        errors(problem, text);
        return text.toString();
    }

    private static Optional<String> where(JsonObject problem) {
        return Optional.of(problem.text("pointer")).filter(pointer -> !pointer.isEmpty());
    }

    private static void errors(JsonObject problem, StringBuilder text) {
        if (problem.get("errors").orElse(Json.nul()) instanceof JsonArray errors) {
            errors.stream()
                    .limit(MOST_ERRORS)
                    .forEach(error -> text.append("\n- ").append(JsonWriter.compact(error)));
            if (errors.size() > MOST_ERRORS) {
                text.append("\n- and ").append(errors.size() - MOST_ERRORS).append(" more");
            }
        }
    }

    private static String next(int status, String stage, String code) {
        if (code.equals("blueprint") || code.equals("input")) {
            return "Next: mend the " + code + " where it is wrong, and call again.";
        }
        return Word.find(Stage.class, stage).map(Advice::next).orElseGet(() -> general(status));
    }

    private static String next(Stage stage) {
        return switch (stage) {
            case SYNTAX, DECODE -> "Next: send an array of operations of JSON Patch (RFC 6902), and call again.";
            case AUTHORIZATION ->
                "Next: read_view shows the contract of this worker; use its operations and paths only, or another"
                        + " worker's name.";
            case APPLICATION, PRECONDITION ->
                "Next: the board is not as the patch assumes. Read it again with read_view, and propose a patch for"
                        + " what is there.";
            case SCHEMA ->
                "Next: change the value so that it satisfies the schema that read_view shows, and call again.";
            case INVARIANT -> "Next: read the board, and propose a patch after which the rule that is named holds.";
            case BUDGET -> "Next: propose less at once; where a budget is used up, a person has to raise it.";
            case ADMISSION, TIMEOUT, WORKER, APPROVAL ->
                "Next: board_state shows how the board is. Asking the same again does not help.";
        };
    }

    private static String general(int status) {
        return switch (status) {
            case 400, 413, 415, 422 -> "Next: mend the arguments, and call again.";
            case 401 -> "Next: whoever set this client up has to give it a token that the server knows.";
            case 403 -> "Next: ask for this right where the server's principals are named, or leave it to who has it.";
            case 404 -> "Next: look it up; resources/list has the boards, board_state and board_log what one has.";
            case 409 -> "Next: board_state shows how it is now.";
            case 408, 425, 429, 503 -> "Next: try again in a moment.";
            default -> "Next: asking the same again does not help; the server's log may say more.";
        };
    }
}
