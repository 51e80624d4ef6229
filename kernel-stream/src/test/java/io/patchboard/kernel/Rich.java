package io.patchboard.kernel;

import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A board to which nearly everything has happened, for tests of what must hold for any. */
public final class Rich {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: rich
            input: {type: object}
            state:
              schema:
                type: object
                additionalProperties: false
                properties:
                  big: {type: number}
                  claims: {type: array, items: {type: object, required: [text], properties: {text: {type: string}, status: {enum: [draft, verified]}}}}
              initial: {big: {$input: /big}, claims: []}
            workers:
              scout: {unsolicited: true, read: ['/claims/*'], write: [{op: [add], path: /claims/-}, {op: [replace], path: /big}]}
              checker: {read: ['/claims/*'], write: [{op: [add, replace], path: '/claims/*/status'}], policy: patient}
              starter: {read: [/big], write: [{op: [replace], path: /big}]}
            rules:
              - {name: check, on: {op: [add], path: '/claims/*'}, invoke: checker}
              - {name: start, on: {event: created}, invoke: starter}
            policies:
              default: {timeout: PT1.0015S, retry: {maxAttempts: 2}}
              patient: {timeout: PT10M, retry: {maxAttempts: 3, backoff: {mode: exponential, base: PT30S, cap: PT1M}}}
            budgets: {invocations: 50, tokens: 100000, duration: PT2H}
            complete: {when: size(state.claims) == 9, result: /claims}
            """;

    private Rich() {}

    /** Open and paused, with open and waiting invocations, unforgotten changes, feedback and spending. */
    public static Scenario paused() {
        Scenario board = new Scenario(BLUEPRINT);
        board.propose("scout", "[]");
        board.created("{\"big\": 123456789012345678901234567890}");
        board.propose("scout", "[{op: add, path: /claims/-, value: {text: 'é \"😀\" \\ x'}}]");
        WorkerInvoked checker = board.invocation("checker");
        board.propose("scout", "[{op: add, path: /claims/-, value: {text: two}}]");
        board.answer(
                checker,
                "[{op: add, path: /claims/0/status, value: ok}]",
                new Usage(812, 96, Optional.empty(), Optional.of("small-1"), List.of("code-fence")));
        board.tick(Duration.ofSeconds(2));
        board.propose("scout", "[{op: add, path: /claims/-, value: {text: three}}]");
        board.propose("scout", "[{\"op\":\"replace\",\"path\":\"/big\",\"value\":0.1000000000000000000000001}]");
        board.propose("scout", "[{op: remove, path: /claims}]");
        board.garbage(Optional.of("garbage"));
        board.wait(Duration.ofSeconds(5)).pause();
        return board;
    }

    /** The same, until its end. */
    public static Scenario ended() {
        Scenario board = paused();
        board.answer(board.invocations("checker").get(0), "[]");
        board.wait(Duration.ofMinutes(3)).resume();
        board.tick(Duration.ofMinutes(1));
        board.cancel();
        board.propose("scout", "[]");
        return board;
    }
}
