package io.patchboard.kernel.replay;

import static io.patchboard.kernel.replay.Tampering.seenByBoth;
import static io.patchboard.kernel.replay.Tampering.seenByDeciding;
import static io.patchboard.kernel.replay.Tampering.seenByReplay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.replay.TamperedLog.Line;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.Child;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
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

    private static final String PARENT = """
            apiVersion: patchboard/v1
            name: parent
            state: {schema: {type: object}, initial: {chapters: {a: {title: A}}}}
            taint: {untrusted: [/chapters]}
            workers:
              author:
                kind: board
                board: {blueprint: chapter@2, input: '{"title": item.title}', result: path + '/text'}
                write: [{op: [add], path: /chapters/*/text}]
            rules: [{name: write, on: {op: [add], path: /chapters/*}, invoke: author}]
            """;

    private static final String GATED = """
            apiVersion: patchboard/v1
            name: gated
            state: {schema: {type: object}, initial: {n: 0}}
            workers:
              author: {unsolicited: true, read: [''], write: [{op: [replace], path: /n}]}
              other: {unsolicited: true}
            gates: [{name: all, on: {path: /n}}]
            """;

    /** Its worker is asked once. */
    private static final String ASKED = """
            apiVersion: patchboard/v1
            name: asked
            state: {schema: {type: object}, initial: {n: 0}}
            workers: {author: {read: [''], write: [{op: [replace], path: /n}]}}
            rules: [{name: ask, on: {event: created}, invoke: author}]
            policies: {default: {retry: {maxAttempts: 1}, onExhausted: %s}}
            """;

    private DerivedTamperings() {}

    static Tampering[] all() {
        return new Tampering[] {
            seenByBoth("the worker of an invocation and its answer, by one that there is not", log -> {
                log.lines.stream()
                        .filter(line -> line.json().get("worker").equals(Optional.of(Json.of("starter"))))
                        .forEach(line -> line.set("worker", Json.of("nobody")));
                log.rechain();
            }),
            seenByBoth(
                    "the `instruction` of an invocation",
                    invocation(line -> line.set("instruction", Json.of("forged")))),
            seenByBoth("the `writes` of an invocation", invocation(line -> line.set("writes", "[]"))),
            seenByBoth(
                    "the `deadline` of an invocation",
                    invocation(line -> line.set("deadline", Json.of("2030-01-01T00:00:00.000Z")))),
            seenByBoth(
                    "the `queue` of an invocation, and its topic",
                    invocation(line -> line.topic("invocations.other").set("queue", Json.of("other")))),
            seenByBoth(
                    "`egress` of an invocation whose worker has none", invocation(line -> line.set("egress", "true"))),
            seenByReplay("the `taint` of an invocation", invocation(line -> line.set("taint", "[untrusted]"))),
            seenByBoth("the `marked` of a child board", child(line -> line.without("marked"))),
            seenByBoth(
                    "the `parent` of a child board",
                    child(line -> line.set("parent", ((JsonObject) line.get("parent")).with("depth", Json.of(2))))),
            seenByBoth("both left out", child(line -> line.without("marked").without("parent"))),
            seenByBoth("the `input` of a child board", child(line -> line.set("input", "{title: forged}"))),
            seenByBoth("a child board under another id", log -> {
                family(log);
                String id = log.line("BoardCreated", 1).text("boardId");
                log.lines.stream()
                        .filter(line -> line.text("boardId").equals(id))
                        .forEach(line -> line.board("other" + id.substring(id.indexOf('~'))));
                log.rechain();
            }),
            seenByBoth(
                    "a `stateHash` in an entry that hashes no state",
                    invocation(line ->
                            line.set("stateHash", Json.of("ab".repeat(32))).set("stateHashScheme", Json.of(1)))),
            seenByDeciding("`untrusted` left out of a view, where an earlier one has it", log -> {
                untrusted(log);
                Line line = log.line("WorkerInvoked", 1);
                JsonObject view = ((JsonObject) line.get("view")).without("untrusted");
                line.set("view", view).set("viewHash", Json.of(CanonicalJson.sha256(view)));
                log.rechain();
            }),
            seenByBoth("the `result` of a board that is done", log -> {
                Scenario board = new Scenario(COMPLETED).created();
                board.propose("author", "[{op: replace, path: /n, value: 1}]");
                log.of(board.log());
                log.last().set("result", "2");
                log.rechain();
            }),
            seenByBoth("a `result` of a board that was halted and has no goal", log -> {
                log.of(failed("halt").log());
                log.last().set("result", "0");
                log.rechain();
            }),
            seenByBoth("a decision of what nobody was asked", log -> {
                Scenario board = failed("incident");
                decide(board, NeedsPerson.Option.SKIP);
                log.of(board.log());
                log.line("Decided", 0).add("item", -1);
                log.rechain();
            }),
            seenByBoth("an approval of what no gate held", log -> {
                log.line("PatchCommitted", 0).set("approvedBy", "[ada]");
                log.rechain();
            }),
            seenByBoth("another `approvedBy` of what a gate let pass", log -> {
                log.of(AuditedBoards.signed());
                log.last().set("approvedBy", "[bob]");
                log.rechain();
            }),
        };
    }

    private static Consumer<TamperedLog> child(Consumer<Line> change) {
        return log -> {
            family(log);
            change.accept(log.line("BoardCreated", 1));
            log.rechain();
        };
    }

    /** A board with two invocations that show what is untrusted. */
    private static void untrusted(TamperedLog log) {
        Scenario board = new Scenario(PARENT.replace("{a: {title: A}}", "{a: {title: A}, b: {title: B}}")
                        .replaceAll("kind: board\\n.*\\n", "read: [/chapters]\n"))
                .created();
        log.of(board.log());
    }

    /** A board with an invocation that shows what is untrusted, and the board that was made for it. */
    static void family(TamperedLog log) {
        Scenario parent = new Scenario(PARENT).created();
        WorkerInvoked asked = parent.invocation("author");
        String id = Child.boardId(Scenario.BOARD, asked.invocationId());
        Scenario child = new Scenario(COMPLETED);
        child.command(new CreateBoard(
                CommandHeader.of("c-1", Scenario.BOARD, Optional.empty()),
                Texts.json(COMPLETED),
                asked.child().flatMap(Child::input).orElseThrow(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                asked.child().map(made -> made.parent(Scenario.BOARD, asked.invocationId(), asked.worker())),
                Child.marked(asked.taint())));
        log.of(parent.log());
        TamperedLog below = new TamperedLog(child.log());
        below.lines.forEach(line -> line.board(id));
        log.lines.addAll(below.lines);
        log.rechain();
    }

    private static Scenario failed(String onExhausted) {
        Scenario board = new Scenario(ASKED.formatted(onExhausted)).created();
        board.fail(board.invocation("author"), "It cannot be done.");
        return board;
    }

    /** A patch that a gate held, and let pass when its worker was gone. */
    static void orphaned(TamperedLog log) {
        Scenario board = new Scenario(GATED).created();
        board.propose("author", "[{op: replace, path: /n, value: 1}]");
        board.command(new AmendBlueprint(
                header("amend"), Texts.json(GATED.replaceAll("  author: .*\n", "")), AmendBlueprint.Open.KEEP));
        decide(board, NeedsPerson.Option.APPROVE);
        log.of(board.log());
    }

    private static CommandHeader header(String id) {
        return CommandHeader.of("c-" + id, Scenario.BOARD, "ada", "It is right.");
    }

    private static void decide(Scenario board, NeedsPerson.Option option) {
        board.command(new Decide(
                header(option.word()), Optional.empty(), option, Optional.empty(), List.of(), Optional.empty()));
    }

    /** Who sent it could be read, and it stands in its rejection as it came. */
    static void unreadable(TamperedLog log) {
        Scenario board = new Scenario(COMPLETED).created();
        board.decide(new Input.Undecodable(
                false,
                new Input.Ids(Optional.of("p-1"), Optional.of("author"), Optional.empty()),
                true,
                Rejection.of(RejectionCode.FIELD, "/invocationId", "Expected a string."),
                Texts.json("{proposalId: p-1, boardId: b-1, worker: author, invocationId: [1], patch: []}")));
        log.of(board.log());
    }

    private static Consumer<TamperedLog> invocation(Consumer<Line> change) {
        return log -> {
            change.accept(log.line("WorkerInvoked", 0));
            log.rechain();
        };
    }
}
