package io.patchboard.kernel.replay;

import static io.patchboard.kernel.replay.Tampering.seenByBoth;
import static io.patchboard.kernel.replay.Tampering.seenByReplay;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.replay.TamperedLog.Line;
import java.util.function.Consumer;

/** What a kernel writes down of a blueprint and a state, as something else. */
final class DerivedTamperings {

    private static final String COMPLETED = """
            apiVersion: patchboard/v1
            name: completed
            state: {schema: {type: object}, initial: {n: 0}}
            workers: {author: {unsolicited: true, read: [''], write: [{op: [replace], path: /n}]}}
            complete: {when: state.n == 1.0, result: /n}
            """;

    private DerivedTamperings() {}

    static Tampering[] all() {
        return new Tampering[] {
            seenByBoth(
                    "the `instruction` of an invocation",
                    invocation(line -> line.set("instruction", Json.of("forged")))),
            seenByBoth("the `writes` of an invocation", invocation(line -> line.set("writes", "[]"))),
            seenByBoth(
                    "the `deadline` of an invocation",
                    invocation(line -> line.set("deadline", Json.of("2030-01-01T00:00:00.000Z")))),
            seenByReplay(
                    "`egress` of an invocation whose worker has none", invocation(line -> line.set("egress", "true"))),
            seenByReplay("the `taint` of an invocation", invocation(line -> line.set("taint", "[untrusted]"))),
            seenByBoth("the `result` of a board that is done", log -> {
                Scenario board = new Scenario(COMPLETED).created();
                board.propose("author", "[{op: replace, path: /n, value: 1}]");
                log.of(board.log());
                log.last().set("result", "2");
                log.rechain();
            }),
        };
    }

    private static Consumer<TamperedLog> invocation(Consumer<Line> change) {
        return log -> {
            change.accept(log.line("WorkerInvoked", 0));
            log.rechain();
        };
    }
}
