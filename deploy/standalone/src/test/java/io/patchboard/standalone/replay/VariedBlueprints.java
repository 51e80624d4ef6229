package io.patchboard.standalone.replay;

import io.patchboard.json.Json;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import java.nio.file.Path;

/** Blueprints that together use whatever writes entries of its own into a log. */
final class VariedBlueprints {

    /** After this time an answer is missed. */
    static final long TIMEOUT_MILLIS = 800;

    /** Joins, batches, delays, limits, pinned fan-out, retries, another worker after the last of them. */
    private static final String FLOW = """
            apiVersion: patchboard/v1
            name: flow
            input: {type: object, required: [title], properties: {title: {type: string}}}
            state:
              initial: {title: {$input: /title}, orders: [], payments: [], notes: [], shipped: [], views: {}, n: 0, finish: false}
              schema:
                type: object
                additionalProperties: false
                properties:
                  title: {type: string}
                  orders: {type: array, items: {type: object, required: [id], additionalProperties: false, properties: {id: {type: integer}, status: {enum: [checked, doubtful]}}}}
                  payments: {type: array, items: {type: object, required: [id], properties: {id: {type: integer}, amount: {type: number}}}}
                  notes: {type: array, items: {type: string}}
                  shipped: {type: array, items: {type: string}}
                  views: {type: object, additionalProperties: {type: string}}
                  n: {type: integer}
                  finish: {type: boolean}
                  answer: {type: string}
            workers:
              editor:
                unsolicited: true
                read: ['']
                privileged: true
                write: [{op: [add], path: /orders/-}, {op: [add], path: /payments/-}, {op: [add, remove], path: '/notes/*'}, {op: [replace], path: /n}, {op: [replace], path: /finish}]
              clerk: {maxConcurrent: 1, read: ['/orders/*'], write: [{op: [add, replace], path: '/orders/*/status'}], view: {maxChars: 1500}}
              shipper: {read: ['/orders/*', '/payments/*'], write: [{op: [add], path: /shipped/-}]}
              archivist: {queue: slow, read: [/notes], write: [{op: [add], path: /shipped/-}]}
              critic: {read: ['/orders/*', /n], write: [{op: [add], path: '/views/*', onConflict: overwrite}]}
              helper: {policy: patient, write: [{op: [add], path: '/views/*', onConflict: overwrite}]}
              closer: {read: [/title], write: [{op: [add], path: /answer}]}
            rules:
              - {name: ship, on: {all: [{op: [add], path: '/orders/*'}, {op: [add], path: '/payments/*'}], correlate: item.id, within: PT1.5S}, invoke: shipper}
              - {name: check, on: {op: [add], path: '/orders/*'}, invoke: clerk}
              - {name: file, on: {op: [add], path: '/notes/*'}, batch: {size: 3, age: PT0.5S}, invoke: archivist}
              - {name: survey, on: {op: [replace], path: /n}, when: state.n % 3 == 0, forEach: '/orders/*', pin: true, maxConcurrent: 2, invoke: critic}
              - {name: remind, on: {event: created}, delay: PT0.3S, invoke: {choose: "'critic'", among: [critic, closer]}}
              - {name: close, on: {event: quiescent}, when: state.finish, invoke: closer}
            invariants:
              - {name: n-grows, path: /n, rule: self >= oldSelf}
            policies:
              default: {timeout: PT0.8S, retry: {maxAttempts: 3, backoff: {mode: exponential, base: PT0.1S, cap: PT0.3S, jitter: 0.5}}, outage: {patience: PT0S}, onExhausted: {catch: helper}}
              patient: {timeout: PT1H}
            complete: {when: has(state.answer), result: /answer}
            """;

    /** Two workers that undo each other, until the circuit trips. */
    private static final String TURNS = """
            apiVersion: patchboard/v1
            name: turns
            state: {schema: {type: object, properties: {n: {type: integer}, log: {type: array}}}, initial: {n: 0, log: []}}
            workers:
              up: {read: [/n], write: [{op: [replace], path: /n}]}
              down: {read: [/n], write: [{op: [replace], path: /n}]}
              judge: {read: [/n], write: [{op: [add], path: /log/-}]}
            rules:
              - {name: up, on: {op: [add, replace], path: /n}, when: item == 0, invoke: up}
              - {name: down, on: {op: [replace], path: /n}, when: item == 1, invoke: down}
            circuit: {onTrip: [{verify: judge}, halt]}
            """;

    /** A worker that makes work for itself, until its budget is spent. */
    private static final String POOR = """
            apiVersion: patchboard/v1
            onIncident: halt
            name: poor
            state: {schema: {type: object, properties: {log: {type: array}}}, initial: {log: [0]}}
            workers: {judge: {write: [{op: [add], path: /log/-}]}}
            rules: [{name: again, on: {op: [add], path: '/log/*'}, invoke: judge}]
            budgets: {invocations: 6}
            """;

    /** Nobody answers, until the time is over. */
    private static final String BRIEF = """
            apiVersion: patchboard/v1
            onIncident: halt
            name: brief
            state: {schema: {type: object, properties: {log: {type: array}}}, initial: {log: []}}
            workers: {nobody: {write: [{op: [add], path: /log/-}]}}
            rules: [{name: begin, on: {event: created}, invoke: nobody}]
            budgets: {duration: PT1S}
            """;

    /** Nobody decides about what gates hold, until the time for it is over. */
    private static final String GATED = """
            apiVersion: patchboard/v1
            name: gated
            state: {schema: {type: object, properties: {n: {type: integer}, done: {type: boolean}}}, initial: {n: 0, done: false}}
            workers: {editor: {unsolicited: true, write: [{op: [replace], path: /n}, {op: [replace], path: /done}]}}
            gates:
              - {name: careful, on: {path: /n}, timeout: PT0.3S}
              - {name: silent, on: {path: /done}, timeout: PT0.6S, onTimeout: approve}
            complete: {when: state.done}
            """;

    private VariedBlueprints() {}

    static Json flow() {
        return parse(FLOW);
    }

    static Json turns() {
        return parse(TURNS);
    }

    static Json poor() {
        return parse(POOR);
    }

    static Json gated() {
        return parse(GATED);
    }

    static Json brief() {
        return parse(BRIEF);
    }

    private static Json parse(String text) {
        try {
            return BlueprintFile.parse(text, Path.of("varied.yaml")).document();
        } catch (BlueprintSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
