package io.patchboard.kernel.decide;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.util.List;

/** A board with rules that do not invoke at once. */
final class RulesBoard {

    private RulesBoard() {}

    static Scenario board(String initial, String... rules) {
        StringBuilder blueprint = new StringBuilder("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: rules
                workers:
                  editor: {privileged: true, unsolicited: true, write: [{op: [add, replace, remove, move, copy], path: '/**'}]}
                  w: {read: ['/**'], write: [{op: [add, replace], path: '/**'}]}
                  v: {read: ['/**'], write: [{op: [add, replace], path: '/**'}]}
                  once: {read: ['/**'], write: [{op: [add], path: '/done/-'}], idempotencyKey: "'k'"}
                  one: {maxConcurrent: 1, read: ['/**'], write: [{op: [add, replace], path: '/**'}]}
                rules:
                """);
        for (String rule : rules) {
            blueprint.append("  - ").append(rule).append('\n');
        }
        blueprint.append("state: {schema: true, initial: ").append(initial).append("}\n");
        return new Scenario(blueprint.toString()).created();
    }

    static List<LogEntry> edit(Scenario board, String patch) {
        return board.propose("editor", patch);
    }

    static List<LogEntry> add(Scenario board, String path, String value) {
        return edit(board, "[{op: add, path: " + path + ", value: " + value + "}]");
    }

    static List<String> invoked(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(WorkerInvoked.class::cast)
                .map(call -> call.worker() + " " + call.trigger().path().orElse("-")
                        + (call.trigger().paths().isEmpty()
                                ? ""
                                : " " + call.trigger().paths()))
                .toList();
    }

    /** What results that were there already were bound to. */
    static List<List<String>> repeated(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(PatchCommitted.class::isInstance)
                .map(PatchCommitted.class::cast)
                .filter(commit -> commit.repeats().isPresent())
                .map(commit -> commit.trigger().orElseThrow().paths())
                .toList();
    }

    static List<String> held(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(TriggerHeld.class::isInstance)
                .map(TriggerHeld.class::cast)
                .map(entry ->
                        entry.reason().word() + " " + entry.trigger().path().orElse("-"))
                .toList();
    }
}
