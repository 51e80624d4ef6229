package io.patchboard.kernel.stream;

import io.patchboard.sign.Signer;

/** What the boards of the golden data are made of. */
final class GoldenParts {

    static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: golden
            state:
              schema:
                type: object
                additionalProperties: false
                properties:
                  n: {type: number}
                  items: {type: array, items: {type: object, required: [id], properties: {id: {type: string}, ok: {type: boolean}}}}
              initial: {n: 0.50, items: []}
            workers:
              editor: {privileged: true, unsolicited: true, read: [''], write: [{op: [add], path: /items/-}, {op: [remove], path: '/items/*'}, {op: [replace], path: /n}]}
              clerk: {read: ['/items/*'], write: [{op: [add], path: '/items/*/ok'}]}
              senior: {queue: llm, read: ['/items/*'], write: [{op: [add], path: '/items/*/ok'}]}
            policies: {default: {timeout: PT1M, retry: {maxAttempts: 2}}}
            rules:
              - {name: check, on: {op: [add], path: '/items/*'}, invoke: clerk}
              - {name: later, on: {op: [replace], path: /n}, delay: PT5S, pin: true, invoke: senior}
            circuit: {noOpStreak: {worker: 2}, onTrip: [{verify: senior}, {tighten: 0.5}, halt]}
            budgets: {invocations: 20, tokens: 110}
            complete: {when: state.n == 9, result: /items}
            """;

    /** The first test key of RFC 8032. */
    static final Signer AUTHOR = Signer.parse("""
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """);

    private GoldenParts() {}
}
