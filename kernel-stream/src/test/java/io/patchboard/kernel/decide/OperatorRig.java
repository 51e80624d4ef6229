package io.patchboard.kernel.decide;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.EditBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.RestoreBoard;
import java.util.List;
import java.util.Optional;

/** A board that an operator works on. */
abstract class OperatorRig {

    static final String ANSWER = "[{op: add, path: /claims/-, value: c}]";

    private int commands;

    static Scenario board(String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: operated
                state:
                  schema:
                    type: object
                    additionalProperties: false
                    properties:
                      sources: {type: array, items: {type: string}}
                      claims: {type: array, items: {type: string}, maxItems: 3}
                      done: {type: boolean}
                  initial: {sources: [a], claims: [], done: false}
                workers:
                  w: {read: ['/sources/*'], write: [{op: [add], path: /claims/-}]}
                  free: {unsolicited: true, read: [''], write: [{op: [add], path: /sources/-}]}
                rules:
                  - {name: each, on: {op: [add], path: '/sources/*'}, invoke: w}
                invariants: [{name: only-more, path: /claims, rule: 'size(self) >= size(oldSelf)'}]
                complete: {when: state.done, result: /claims}
                """ + String.join("\n", lines)).created();
    }

    CommandHeader header() {
        return CommandHeader.of("command-" + ++commands, Scenario.BOARD, "ada", "because");
    }

    List<LogEntry> edit(Scenario board, String patch) {
        return board.command(new EditBoard(header(), Texts.json(patch)));
    }

    List<LogEntry> mark(Scenario board, String name) {
        return board.command(new MarkBoard(header(), name));
    }

    List<LogEntry> restore(Scenario board, String mark) {
        return board.command(new RestoreBoard(header(), Optional.of(mark), Optional.empty()));
    }

    static CommandRejected refused(List<LogEntry> entries) {
        return Scenario.only(entries, CommandRejected.class);
    }
}
