package io.patchboard.kernel.stream;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Texts;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.sign.Signer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Thirteen boards with which each kind of event happens. It is what the golden data of a format is made by. */
final class GoldenScript {

    private static final String BLUEPRINT = """
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
    private static final Signer AUTHOR = Signer.parse("""
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """);

    private final KernelDriver kernel;
    private final List<LogEntry> log = new ArrayList<>();
    private final Map<String, String> open = new LinkedHashMap<>();
    private int ids;

    private GoldenScript(KernelDriver kernel) {
        this.kernel = kernel;
    }

    /** Has a kernel decide it. Returns the log of all boards. */
    static List<LogEntry> run(KernelDriver kernel) {
        GoldenScript script = new GoldenScript(kernel);
        script.completed();
        script.cancelled();
        script.halted();
        script.live();
        script.helped();
        script.refused();
        script.operated();
        script.gated();
        script.sourced();
        script.bounded();
        script.keyed();
        script.signed();
        script.looped();
        return List.copyOf(script.log);
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

    /** Is marked, edited, restored, given another blueprint, and the origin of a fork. */
    private void operated() {
        create("operated");
        String who = ", by: ada, reason: 'to see'";
        command("operated", "MarkBoard", who + ", name: fresh");
        command("operated", "EditBoard", who + ", patch: [{op: add, path: /items/-, value: {id: a}}]");
        command("operated", "RestoreBoard", who + ", mark: fresh");
        propose("operated", "{op: add, path: /items/-, value: {id: b}}");
        String other = JsonWriter.compact(Texts.json(BLUEPRINT.replace("tokens: 110", "tokens: 220")));
        command("operated", "AmendBlueprint", who + ", open: supersede, blueprint: " + other);
        command("operated", "MarkBoard", who + ", name: ''");
    }

    /** Patches are held, rejected, modified and allowed; one waits. */
    private void gated() {
        create(
                "gated",
                BLUEPRINT + "gates: [{name: large, on: {path: /n}, when: state.n > 5, approvers: [ada, grace],"
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
        create("sourced", BLUEPRINT + "gates: [{name: large, on: {path: /n}, when: state.n > 5}]", event(17));
        for (int n = 4; n < 7; n += 2) {
            take(kernel.propose(
                    "sourced",
                    text("{proposalId: p-" + ++ids + ", boardId: sourced, worker: editor, patch: [{op: replace,"
                            + " path: /n, value: " + n + "}], by: 'source:payments', source: " + event(n) + "}")));
        }
        command("sourced", "Decide", ", by: ada, reason: 'to see', option: approve, raised: []");
        propose("sourced", "{op: replace, path: /n, value: 9}");
    }

    /** A clerk reaches further than he may, and is asked again with a wider neighbourhood. */
    private void bounded() {
        create(
                "bounded",
                BLUEPRINT.replace("clerk: {", "clerk: {neighbourhood: {radius: 0}, ")
                        + "neighbourhoods: [{from: '/items/*/id', to: '/items/*/id', kind: resource}]");
        propose("bounded", "{op: add, path: /items/-, value: {id: a}}");
        answer("bounded", "{op: add, path: /items/0/ok, value: true}", "");
        propose("bounded", "{op: add, path: /items/-, value: {id: a}}");
        answer("bounded", "{op: add, path: /items/0/ok, value: false}", "");
    }

    /** What a clerk has done for one item is not done again for two others of its id. */
    private void keyed() {
        create("keyed", BLUEPRINT.replace("clerk: {", "clerk: {idempotencyKey: item.id, "));
        propose("keyed", "{op: add, path: /items/-, value: {id: a}}");
        propose("keyed", "{op: add, path: /items/-, value: {id: a}}");
        answer("keyed", "{op: add, path: /items/0/ok, value: true}", "");
        propose("keyed", "{op: add, path: /items/-, value: {id: a}}");
        propose("keyed", "{op: add, path: /items/-, value: {id: b}}");
    }

    /** An editor signs: what is appended, what a gate holds, and once with nothing. */
    private void signed() {
        create(
                "signed",
                BLUEPRINT.replace("editor: {", "editor: {keys: [" + AUTHOR.publicKey() + "], ")
                        + "gates: [{name: large, on: {path: /n}, when: state.n > 5}]");
        propose("signed", "{op: replace, path: /n, value: 4}");
        for (String operation :
                List.of("{op: add, path: /items/-, value: {id: a}}", "{op: replace, path: /n, value: 6}")) {
            PatchProposal proposal = PatchProposal.fromJson((JsonObject) JsonReader.parse(text(
                    "{proposalId: p-" + ++ids + ", boardId: signed, worker: editor, patch: [" + operation + "]}")));
            take(kernel.propose(
                    "signed",
                    AUTHOR.sign(proposal, "patchboard.proposals").toJson().toString()));
        }
        command("signed", "Decide", ", by: ada, reason: 'to see', option: approve, raised: []");
    }

    /** What comes around once too often is not followed. */
    private void looped() {
        create(
                "looped",
                BLUEPRINT.replace("invoke: clerk}", "invoke: clerk, loopGuards: {maxIters: 1, timeBudget: PT1H}}"));
        propose("looped", "{op: add, path: /items/-, value: {id: a}}");
        answer("looped", "", "could not");
        answer("looped", "{op: add, path: /items/0/ok, value: true}", "");
        propose("looped", "{op: add, path: /items/-, value: {id: b}}");
    }

    private static String event(int offset) {
        return "{\"topic\":\"payments\",\"partition\":3,\"offset\":" + offset + "}";
    }

    private void refused() {
        take(kernel.command("refused", "garbage"));
        take(kernel.propose("completed", "{}"));
        propose("early", "{op: replace, path: /n, value: 3}");
    }

    private void create(String board) {
        create(board, BLUEPRINT);
    }

    private void create(String board, String yaml) {
        create(board, yaml, "null");
    }

    private void create(String board, String yaml, String event) {
        String blueprint = JsonWriter.compact(Texts.json(yaml));
        take(kernel.command(
                board,
                "{\"type\":\"CreateBoard\",\"commandId\":\"c-0\",\"boardId\":\"" + board + "\",\"blueprint\":"
                        + blueprint + ",\"input\":{\"of\":1},\"source\":" + event + "}"));
    }

    private void command(String board, String type, String more) {
        take(kernel.command(
                board, text("{type: " + type + ", commandId: c-" + ++ids + ", boardId: " + board + more + "}")));
    }

    private void propose(String board, String operation) {
        take(kernel.propose(
                board,
                text("{proposalId: p-" + ++ids + ", boardId: " + board + ", worker: editor, patch: [" + operation
                        + "], usage: {inputTokens: 12, outputTokens: 3, cost: 0.010}}")));
    }

    /** The oldest open invocation of the board is answered. */
    private void answer(String board, String operation, String error) {
        Optional<Map.Entry<String, String>> oldest = open.entrySet().stream()
                .filter(invocation -> invocation.getValue().startsWith(board + " "))
                .findFirst();
        String id = oldest.orElseThrow(() -> new AssertionError("nothing open on " + board + " after " + log))
                .getKey();
        String worker = open.remove(id).substring(board.length() + 1);
        String failed = (error.startsWith("{") ? "failure: " : "error: ") + error;
        String what = error.isEmpty() ? "patch: [" + operation + "]" : failed;
        take(kernel.propose(
                board,
                text("{proposalId: p-" + ++ids + ", boardId: " + board + ", worker: " + worker + ", invocationId: " + id
                        + ", " + what + "}")));
    }

    private static String text(String yaml) {
        return JsonReader.parse(JsonWriter.compact(Texts.json(yaml))).toString();
    }

    private void wait(Duration time) {
        take(kernel.advance(time));
    }

    private void take(List<LogEntry> entries) {
        for (LogEntry entry : entries) {
            log.add(entry);
            if (entry.event() instanceof WorkerInvoked invoked) {
                open.put(invoked.invocationId(), entry.boardId() + " " + invoked.worker());
            }
        }
    }
}
