package io.patchboard.kernel.stream;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Texts;
import io.patchboard.record.Command;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is sent to a kernel for the golden data, and the log that comes of it. */
abstract class GoldenSteps {

    private final KernelDriver kernel;
    private final List<LogEntry> log = new ArrayList<>();
    private final Map<String, String> open = new LinkedHashMap<>();
    private int ids;

    GoldenSteps(KernelDriver kernel) {
        this.kernel = kernel;
    }

    /** Of all boards, so far. */
    final List<LogEntry> log() {
        return List.copyOf(log);
    }

    final void create(String board) {
        create(board, GoldenParts.BLUEPRINT);
    }

    final void create(String board, String yaml) {
        create(board, yaml, "");
    }

    final void create(String board, String yaml, String more) {
        String blueprint = JsonWriter.compact(Texts.json(yaml));
        take(kernel.command(
                board,
                "{\"type\":\"CreateBoard\",\"commandId\":\"c-0\",\"boardId\":\"" + board + "\",\"blueprint\":"
                        + blueprint + ",\"input\":{\"of\":1}" + more + "}"));
    }

    final void command(String board, String type, String more) {
        take(kernel.command(board, command(board, type, "c-" + ++ids, more)));
    }

    /** Signed by an operator. */
    final void commandSigned(String board, String type, String more) {
        sign(board, command(board, type, "c-" + ++ids, more));
    }

    /** Signed by an operator. */
    final void createSigned(String board, String yaml, String more) {
        String blueprint = JsonWriter.compact(Texts.json(yaml));
        sign(board, command(board, "CreateBoard", "c-0", more + ", blueprint: " + blueprint + ", input: {of: 1}"));
    }

    private static String command(String board, String type, String id, String more) {
        return text("{type: " + type + ", commandId: " + id + ", boardId: " + board + more + "}");
    }

    private void sign(String board, String command) {
        Command unsigned = Command.fromJson((JsonObject) JsonReader.parse(command));
        take(kernel.command(
                board,
                GoldenParts.AUTHOR
                        .sign(unsigned, "patchboard.commands")
                        .toJson()
                        .toString()));
    }

    /** What is no record of either topic. */
    final void garbage(String board) {
        take(kernel.command(board, "garbage"));
        take(kernel.propose("completed", "{}"));
    }

    final void propose(String board, String operation) {
        propose(board, operation, "usage: {inputTokens: 12, outputTokens: 3, cost: 0.010}");
    }

    final void propose(String board, String operation, String more) {
        take(kernel.propose(board, proposal(board, operation, ", " + more)));
    }

    /** Signed by the editor. */
    final void proposeSigned(String board, String operation) {
        PatchProposal proposal = PatchProposal.fromJson((JsonObject) JsonReader.parse(proposal(board, operation, "")));
        take(kernel.propose(
                board,
                GoldenParts.AUTHOR
                        .sign(proposal, "patchboard.proposals")
                        .toJson()
                        .toString()));
    }

    private String proposal(String board, String operation, String more) {
        return text("{proposalId: p-" + ++ids + ", boardId: " + board + ", worker: editor, patch: [" + operation + "]"
                + more + "}");
    }

    /** The oldest open invocation of the board is answered. */
    final void answer(String board, String operation, String error) {
        Optional<Map.Entry<String, String>> oldest = open.entrySet().stream()
                .filter(invocation -> invocation.getValue().startsWith(board + " "))
                .findFirst();
        String id = oldest.orElseThrow(() -> new AssertionError("nothing open on " + board + " after " + log))
                .getKey();
        String worker = open.remove(id).substring(board.length() + 1);
        String failed = (error.startsWith("{") ? "failure: " : "error: ") + error;
        String what = error.isEmpty() ? "patch: [" + operation + "]" : failed;
        take(kernel.propose(
                board,
                text("{proposalId: p-" + ++ids + ", boardId: " + board + ", worker: " + worker + ", invocationId: " + id
                        + ", " + what + "}")));
    }

    static String text(String yaml) {
        return JsonReader.parse(JsonWriter.compact(Texts.json(yaml))).toString();
    }

    final void wait(Duration time) {
        take(kernel.advance(time));
    }

    private void take(List<LogEntry> entries) {
        for (LogEntry entry : entries) {
            log.add(entry);
            if (entry.event() instanceof WorkerInvoked invoked) {
                open.put(invoked.invocationId(), entry.boardId() + " " + invoked.worker());
            }
        }
    }
}
