package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.WorkerInvoked;
import java.util.List;

/** A shop that breaks down, and whose repair may change what is near. */
final class RepairShop {

    /**
     * Four operations: 0 before 1 before 3; 0 and 2 share a machine. So one step from 0 along resources is 2, along
     * time 1, and two steps along time 3.
     */
    static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: shop
            state:
              schema:
                type: object
                additionalProperties: false
                properties:
                  operations:
                    type: array
                    items:
                      type: object
                      additionalProperties: false
                      properties:
                        id: {type: string}
                        machine: {type: string}
                        after: {type: array, items: {type: string}}
                        start: {type: integer}
                        secret: {type: integer}
                  breakdowns: {type: array, items: {type: object, properties: {machine: {type: string}, operation: {type: string}}}}
                  notes: {type: array, items: {type: string}}
              initial:
                operations:
                  - {id: a, machine: m1, after: [z], start: 0}
                  - {id: b, machine: m2, after: [a], start: 3}
                  - {id: c, machine: m1, after: [], start: 3}
                  - {id: d, machine: m3, after: [b], start: 9}
                breakdowns: []
                notes: []
            workers:
              reporter: {unsolicited: true, privileged: true, write: [{op: [add], path: /breakdowns/-}, {op: [add, remove, replace], path: '/operations/**'}]}
              repair:
                read: [/operations, /breakdowns]
                privileged: true
                write:
                  - {op: [add, replace, remove, test, copy, move], path: '/operations/**'}
                  - {op: [add], path: /notes/-}
                neighbourhood: NEIGHBOURHOOD
              replan: {read: [/operations], write: [{op: [replace], path: '/operations/*/start'}]}
            neighbourhoods:
              - {from: /breakdowns/*/operation, to: /operations/*/id, kind: order}
              - {from: /operations/*/machine, to: /operations/*/machine, kind: resource}
              - {from: /operations/*/id, to: /operations/*/after, kind: time}
              - {from: '/operations/*', to: COMPUTED, kind: order}
            rules:
              - {name: repair, on: {path: '/breakdowns/*'}, invoke: repair}
            policies: {default: {retry: {maxAttempts: 4}, onExhausted: {catch: replan}}}
            """;

    private RepairShop() {}

    static Scenario broken(String neighbourhood, String computed) {
        Scenario board = new Scenario(blueprint(neighbourhood, computed)).created();
        board.propose("reporter", "[{op: add, path: /breakdowns/-, value: {machine: m1, operation: a}}]");
        return board;
    }

    static String blueprint(String neighbourhood, String computed) {
        return BLUEPRINT
                .replace("NEIGHBOURHOOD", neighbourhood)
                .replace("COMPUTED", JsonWriter.compact(Json.of(computed)));
    }

    static Scenario broken(String neighbourhood) {
        return broken(neighbourhood, "[]");
    }

    static List<String> places(WorkerInvoked invoked) {
        return invoked.neighbourhood().map(Neighbourhood::places).orElse(List.of());
    }
}
