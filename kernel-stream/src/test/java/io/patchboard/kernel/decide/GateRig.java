package io.patchboard.kernel.decide;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson.Option;
import java.util.List;
import java.util.Optional;

/** A board with gates. */
abstract class GateRig extends OperatorRig {

    static final String PUBLISH = "[{op: replace, path: /published, value: true}]";
    static final String OPEN = "gates: [{name: publish, on: {path: /published}}]";
    static final String NAMED =
            "gates: [{name: publish, on: {path: /published}, approvers: [ada, grace], escalateTo: [boss]%s}]";

    static String blueprint(String gates) {
        return """
                apiVersion: patchboard/v1
                name: gated
                state:
                  schema:
                    type: object
                    additionalProperties: false
                    properties:
                      text: {type: string, maxLength: 20}
                      amount: {type: integer}
                      published: {type: boolean}
                      notes: {type: array, items: {type: string}}
                  initial: {text: draft, amount: 0, published: false, notes: []}
                policies: {default: {retry: {maxAttempts: 2}}}
                workers:
                  writer:
                    read: ['']
                    write: [{op: [replace], path: /published}, {op: [replace], path: /text}, {op: [replace], path: /amount}]
                  free: {unsolicited: true, read: [''], write: [{op: [add, replace, remove], path: ''}, {op: [add, replace, remove], path: '/**'}], privileged: true}
                rules: [{name: start, on: {event: created}, invoke: writer}]
                complete: {when: state.published}
                """ + gates;
    }

    static Scenario gated(String gates) {
        return new Scenario(blueprint(gates)).created();
    }

    List<LogEntry> decide(Scenario board, Option option, String by, String patch) {
        return board.command(new Decide(
                CommandHeader.of(header().commandId() + option, Scenario.BOARD, by, "looked at it"),
                Optional.empty(),
                option,
                Optional.empty(),
                List.of(),
                Optional.of(patch).filter(text -> !text.isEmpty()).map(Texts::json)));
    }

    List<LogEntry> decide(Scenario board, Option option, String by) {
        return decide(board, option, by, "");
    }

    static Scenario held(String gates) {
        Scenario board = gated(gates);
        board.answer(board.invocation("writer"), PUBLISH);
        return board;
    }

    static List<Class<? extends Event>> kinds(List<LogEntry> entries) {
        return entries.stream()
                .<Class<? extends Event>>map(entry -> entry.event().getClass())
                .toList();
    }
}
