package io.patchboard.standalone.crash;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A board with something of everything that can be lost or doubled: rules, retries, timeouts, what a gate holds, and
 * changes from outside.
 */
public final class CrashBlueprint {

    /** An answer after this time finds its invocation expired. */
    static final Duration TIMEOUT = Duration.ofSeconds(4);

    /** The same of {@link #enduring}. */
    public static final Duration ENDURING_TIMEOUT = Duration.ofSeconds(20);

    private static final String TEXT = """
            apiVersion: patchboard/v1
            name: crash
            input: {type: object, required: [held], properties: {held: {type: boolean}}}
            state:
              initial: {held: {$input: /held}, items: [], notes: []}
              schema:
                type: object
                additionalProperties: false
                properties:
                  held: {type: boolean}
                  items: {type: array, items: {type: object, properties: {status: {enum: [new, checked]}}}}
                  notes: {type: array, items: {type: string}}
                  answer: {type: string}
            workers:
              filler: {write: [{op: [add], path: /items/-}]}
              checker: {read: ['/items/*'], write: [{op: [replace], path: '/items/*/status'}]}
              closer: {read: [/items], write: [{op: [add], path: /answer}]}
              scribe: {unsolicited: true, write: [{op: [add], path: /notes/-}]}
              witness: {unsolicited: true, read: [''], write: [{op: [add], path: /answer}]}
            rules:
              - {name: fill, on: {event: created}, invoke: filler}
              - {name: check, on: {op: [add], path: '/items/*'}, invoke: checker}
              - {name: close, on: {event: quiescent}, when: '!state.held && size(state.items) > 0', invoke: closer}
            invariants:
              - {name: append-only, rule: size(state.notes) >= size(oldState.notes)}
            gates: [{name: last, worker: closer, approvers: [ada, grace]}]
            policies:
              default: {timeout: PT4S, retry: {maxAttempts: 40, backoff: {mode: fixed, base: PT0.3S}}, outage: {patience: PT0S}}
            budgets: {invocations: 2000}
            complete: {when: has(state.answer), result: /answer}
            """;

    private CrashBlueprint() {}

    static Json json() throws BlueprintSyntaxException {
        return parse(TEXT);
    }

    /** The same without a gate, and no answer comes too late within any test's time. */
    static Json patient() throws BlueprintSyntaxException {
        return parse(TEXT.replaceAll("(?m)^gates: .*\n", "").replace("timeout: PT4S", "timeout: PT24H"));
    }

    /** The same for workers that whole minutes may keep from their work, again and again. */
    public static Json enduring() throws BlueprintSyntaxException {
        return parse(TEXT.replace("timeout: PT4S", "timeout: " + ENDURING_TIMEOUT)
                .replace("maxAttempts: 40", "maxAttempts: 100"));
    }

    private static Json parse(String text) throws BlueprintSyntaxException {
        return BlueprintFile.parse(text, Path.of("crash.yaml")).document();
    }

    /** @param held whether the board waits at its end for a witness */
    static Json input(boolean held) {
        return JsonObject.of("held", Json.of(held));
    }
}
