package io.patchboard.kernel.stream;

import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.util.List;

/** Boards with which each kind of event happens. It is what the golden data of a format is made by. */
final class GoldenScript extends GoldenCommands {

    private GoldenScript(KernelDriver kernel) {
        super(kernel);
    }

    /** Has a kernel decide it. Returns the log of all boards. */
    static List<LogEntry> run(KernelDriver kernel) {
        GoldenScript script = new GoldenScript(kernel);
        script.completed();
        script.cancelled();
        script.halted();
        script.live();
        script.helped();
        script.operated();
        script.gated();
        script.sourced();
        script.bounded();
        script.keyed();
        script.signed();
        script.looped();
        script.compensated();
        script.nested();
        script.commanded();
        script.queued();
        script.tainted();
        script.degraded();
        script.resumed();
        script.descended();
        script.repaired();
        script.refused();
        return script.log();
    }

    private void completed() {
        create("completed");
        propose("completed", "{op: add, path: /items/-, value: {id: 'é \"😀\" x'}}");
        answer("completed", "{op: add, path: /items/0/ok, value: wrong}", "");
        answer("completed", "", "could not");
        propose("completed", "{op: replace, path: /n, value: 9.0}");
    }

    private void cancelled() {
        create("cancelled");
        propose("cancelled", "{op: replace, path: /n, value: 1e2}");
        command("cancelled", "PauseBoard", ", reason: lunch");
        wait(Duration.ofSeconds(7));
        command("cancelled", "ResumeBoard", "");
        wait(Duration.ofSeconds(9));
        propose("cancelled", "{op: replace, path: /other, value: 1}");
        command("cancelled", "CancelBoard", ", reason: 'no longer wanted'");
        command("cancelled", "CancelBoard", "");
        command("cancelled", "ReopenBoard", ", reason: 'wanted after all', raised: [{budget: tokens, most: 500}]");
        command("cancelled", "CancelBoard", ", reason: 'or not'");
    }

    private void halted() {
        create("halted");
        for (int i = 0; i < 6; i++) {
            propose("halted", "");
        }
    }

    /** Goes on: with open invocations, some that wait, feedback, and slots beside its snapshot. */
    private void live() {
        create("live");
        for (int i = 0; i < 4; i++) {
            propose("live", "{op: add, path: /items/-, value: {id: i" + i + "}}");
        }
        answer("live", "{op: add, path: /items/0/ok, value: true}", "");
        answer("live", "{op: add, path: '/$expand/-', value: /items/2}", "");
        propose("live", "{op: replace, path: /n, value: 1.50}");
        propose("live", "{op: remove, path: /items/3}");
        answer("live", "{op: add, path: /items/7/ok, value: true}", "");
        answer("live", "", "{class: rate-limit, message: HTTP 429, retryAfter: PT2M}");
    }

    /** Waits for a person twice, of whom one decides. */
    private void helped() {
        create("helped");
        for (int i = 0; i < 8; i++) {
            propose("helped", "{op: replace, path: /n, value: " + i + "}");
        }
        command(
                "helped",
                "Decide",
                ", by: ada, reason: 'worth it', option: raise, raised: [{budget: tokens, most: 130}]");
        propose("helped", "{op: add, path: /items/-, value: {id: a}}");
    }

    /** Patches are held, rejected, modified and allowed; one waits. */
    private void gated() {
        create(
                "gated",
                GoldenParts.BLUEPRINT
                        + "gates: [{name: large, on: {path: /n}, when: state.n > 5, approvers: [ada, grace],"
                        + " escalateTo: [boss], timeout: PT1H, card: {show: [/n]}}]");
        String decide = ", reason: 'to see', option: ";
        propose("gated", "{op: replace, path: /n, value: 7}");
        command("gated", "Decide", ", by: ada" + decide + "reject, raised: []");
        propose("gated", "{op: replace, path: /n, value: 8}");
        command(
                "gated",
                "Decide",
                ", by: grace" + decide + "modify, raised: [], patch: [{op: replace, path: /n, value: 6}]");
        command("gated", "Decide", ", by: ada" + decide + "approve, raised: []");
        propose("gated", "{op: replace, path: /n, value: 8}");
        command("gated", "Decide", ", by: ada" + decide + "escalate, raised: []");
    }

    /** Is made of one event and changed by others, of which a gate holds one. */
    private void sourced() {
        create(
                "sourced",
                GoldenParts.BLUEPRINT + "gates: [{name: large, on: {path: /n}, when: state.n > 5}]",
                ",\"source\":" + event(17));
        for (int n = 4; n < 7; n += 2) {
            propose(
                    "sourced",
                    "{op: replace, path: /n, value: " + n + "}",
                    "by: 'source:payments', source: " + event(n));
        }
        command("sourced", "Decide", ", by: ada, reason: 'to see', option: approve, raised: []");
        propose("sourced", "{op: replace, path: /n, value: 9}");
    }

    /** A clerk reaches further than he may, and is asked again with a wider neighbourhood. */
    private void bounded() {
        create(
                "bounded",
                GoldenParts.BLUEPRINT.replace("clerk: {", "clerk: {neighbourhood: {radius: 0}, ")
                        + "neighbourhoods: [{from: '/items/*/id', to: '/items/*/id', kind: resource}]");
        propose("bounded", "{op: add, path: /items/-, value: {id: a}}");
        answer("bounded", "{op: add, path: /items/0/ok, value: true}", "");
        propose("bounded", "{op: add, path: /items/-, value: {id: a}}");
        answer("bounded", "{op: add, path: /items/0/ok, value: false}", "");
    }

    /** What a clerk has done for one item is not done again for two others of its id. */
    private void keyed() {
        create("keyed", GoldenParts.BLUEPRINT.replace("clerk: {", "clerk: {idempotencyKey: item.id, "));
        propose("keyed", "{op: add, path: /items/-, value: {id: a}}");
        propose("keyed", "{op: add, path: /items/-, value: {id: a}}");
        answer("keyed", "{op: add, path: /items/0/ok, value: true}", "");
        propose("keyed", "{op: add, path: /items/-, value: {id: a}}");
        propose("keyed", "{op: add, path: /items/-, value: {id: b}}");
    }

    /** What comes around once too often is not followed. */
    private void looped() {
        create(
                "looped",
                GoldenParts.BLUEPRINT.replace(
                        "invoke: clerk}", "invoke: clerk, loopGuards: {maxIters: 1, timeBudget: PT1H}}"));
        propose("looped", "{op: add, path: /items/-, value: {id: a}}");
        answer("looped", "", "could not");
        answer("looped", "{op: add, path: /items/0/ok, value: true}", "");
        propose("looped", "{op: add, path: /items/-, value: {id: b}}");
    }

    /** One of two handlers has undone something, and the other is asked for the second time. */
    private void compensated() {
        create(
                "compensated",
                GoldenParts.BLUEPRINT.replace(
                        "clerk: {", "clerk: {compensation: {worker: senior, idempotent: true}, "));
        for (int i = 0; i < 2; i++) {
            propose("compensated", "{op: add, path: /items/-, value: {id: i" + i + "}}");
            answer("compensated", "{op: add, path: /items/" + i + "/ok, value: true}", "");
        }
        command("compensated", "CancelBoard", ", reason: 'no longer wanted'");
        answer("compensated", "{op: add, path: /items/1/ok, value: false}", "");
        answer("compensated", "", "could not");
    }

    /** A board that was made for one above it waits for one below. */
    private void nested() {
        String parent = "{\"boardId\":\"live\",\"invocationId\":\"inv-board-1\",\"worker\":\"w\",\"path\":\"/n\","
                + "\"depth\":1,\"tokens\":50,\"cost\":1.50}";
        String board = "{kind: board, board: {blueprint: below@1, input: '{\"n\": item}', result: path},";
        create(
                "nested",
                GoldenParts.BLUEPRINT.replace("senior: {queue: llm,", "senior: " + board),
                ",\"parent\":" + parent);
        propose("nested", "{op: replace, path: /n, value: 4}");
        wait(Duration.ofSeconds(5));
        command("nested", "PauseBoard", "");
        command("nested", "ResumeBoard", "");
        propose("nested", "{op: replace, path: /n, value: 9}");
    }

    /** Who takes over has no place yet. */
    private void queued() {
        create(
                "queued",
                GoldenParts.BLUEPRINT
                        .replace("senior: {", "senior: {maxConcurrent: 1, ")
                        .replace("{maxAttempts: 2}", "{maxAttempts: 1}, onExhausted: {catch: senior}"));
        for (int i = 0; i < 3; i++) {
            propose("queued", "{op: add, path: /items/-, value: {id: i" + i + "}}");
        }
        for (int i = 0; i < 3; i++) {
            answer("queued", "", "could not");
        }
        answer("queued", "{op: add, path: /items/0/ok, value: true}", "");
    }

    /** Words from outside come in, and reach a worker that could send them out. */
    private void tainted() {
        create(
                "tainted",
                GoldenParts.BLUEPRINT.replace("senior: {queue: llm,", "senior: {queue: llm, egress: true,")
                        + "taint: {untrusted: ['/items/*'], confidential: [/n]}");
        propose("tainted", "{op: add, path: /items/-, value: {id: from outside}}");
        answer("tainted", "{op: add, path: /items/0/ok, value: true}", "");
        propose("tainted", "{op: replace, path: /n, value: 4}");
        wait(Duration.ofSeconds(5));
    }

    /** A fallback takes over, and what it wrote is the result; others call tools. */
    private void degraded() {
        create(
                "degraded",
                GoldenParts.BLUEPRINT
                        .replace("senior: {", "senior: {degraded: true, ")
                        .replace("{maxAttempts: 2}", "{maxAttempts: 1}, onExhausted: {catch: senior}")
                        .replace("tokens: 110", "tokens: 110, toolCalls: 9"));
        String usage = "usage: {inputTokens: 2, outputTokens: 1, toolCalls: 4, trajectory: " + "7b1f".repeat(16) + "}";
        propose("degraded", "{op: add, path: /items/-, value: {id: a}}", usage);
        answer("degraded", "", "could not");
        answer("degraded", "{op: add, path: /items/0/ok, value: true}", "");
        propose("degraded", "{op: replace, path: /other, value: 1}", usage);
        propose("degraded", "{op: replace, path: /n, value: 9}");
    }

    /** A worker of a version went on from where it had been, and another does not know what it did. */
    private void resumed() {
        create("resumed");
        propose(
                "resumed",
                "{op: add, path: /items/-, value: {id: a}}",
                "usage: {inputTokens: 20, outputTokens: 1,"
                        + " workerVersion: clerk-8, cachedInputTokens: 12, prefixHash: " + "3c5e".repeat(16)
                        + ", checkpoint: "
                        + "9d02".repeat(16) + "}");
        answer("resumed", "", "{class: unknown, message: 'Was the order sent?'}");
    }

    /** What it begins with brings marks along from another board, and one of its workers reaches outside. */
    private void descended() {
        create(
                "descended",
                GoldenParts.BLUEPRINT.replace("senior: {queue: llm,", "senior: {queue: llm, egress: true,"),
                ",\"marked\":[{\"path\":\"\",\"marks\":[\"degraded\"]},"
                        + "{\"path\":\"/items\",\"taint\":[\"untrusted\"]}]");
        propose("descended", "{op: add, path: /items/-, value: {id: a}}");
        answer("descended", "{op: add, path: /items/0/ok, value: true}", "");
        propose("descended", "{op: replace, path: /n, value: 4}");
        wait(Duration.ofSeconds(5));
    }

    /** A second attempt waits for its place; another's were spent, and a third does it instead. */
    private void repaired() {
        create(
                "repaired",
                GoldenParts.BLUEPRINT
                                .replace("clerk: {", "clerk: {maxConcurrent: 1, ")
                                .replace("noOpStreak: {worker: 2}", "invalidStreak: {trigger: 2}")
                                .replace("onTrip: [{verify: senior}, ", "onTrip: [{repair: senior}, ")
                        + "gates: [{name: checked, on: {path: '/items/0/ok'}}]");
        for (int i = 0; i < 2; i++) {
            propose("repaired", "{op: add, path: /items/-, value: {id: i" + i + "}}");
        }
        answer("repaired", "{op: add, path: /items/0/ok, value: true}", "");
        command("repaired", "Decide", ", by: ada, reason: 'to see', option: reject, raised: []");
        for (int i = 0; i < 2; i++) {
            answer("repaired", "{op: add, path: /items/1/ok, value: wrong}", "");
        }
    }

    private static String event(int offset) {
        return "{\"topic\":\"payments\",\"partition\":3,\"offset\":" + offset + "}";
    }

    /** Last of all, since what comes early waits for some seconds only. */
    private void refused() {
        garbage("refused");
        propose("early", "{op: replace, path: /n, value: 3}");
    }
}
