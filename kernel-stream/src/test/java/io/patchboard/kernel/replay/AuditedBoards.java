package io.patchboard.kernel.replay;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.EditBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.StateHash;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.sign.Signer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A log by the kernel with all that an auditor has a rule for. */
final class AuditedBoards {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: audited
            input: {type: object}
            state:
              schema: {type: object}
              initial: {big: {$input: /big}, e: {x: 1}, notes: [], wide: []}
            workers:
              scout: {privileged: true, unsolicited: true, read: [/notes/*], write: [{op: [add, remove, replace, move, copy, test], path: /**}]}
              checker: {degraded: true, read: ['/notes/*'], write: [{op: [add, replace], path: '/notes/*/status'}], policy: patient}
              starter: {read: [/big], write: [{op: [replace], path: /big}]}
            rules:
              - {name: check, on: {op: [add], path: '/notes/*'}, invoke: checker}
              - {name: start, on: {event: created}, invoke: starter}
            policies:
              default: {timeout: PT1M, retry: {maxAttempts: 2}, outage: {patience: PT0S}}
              patient: {timeout: PT10M, retry: {maxAttempts: 3}, outage: {patience: PT0S}}
            """;

    /** The first test key of RFC 8032. */
    static final Signer AUTHOR = Signer.parse("""
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """);

    private static final String SIGNED = """
            apiVersion: patchboard/v1
            name: signed
            state: {schema: {type: object}, initial: {notes: [], n: 0}}
            workers:
              author: {unsolicited: true, read: [''], write: [{op: [add, replace], path: /**}], keys: [%s]}
            rules: [{name: again, on: {op: [replace], path: /n}, when: state.n == 1.0, invoke: author}]
            gates: [{name: large, on: {path: /n}, when: state.n > 5.0}]
            """.formatted(AUTHOR.publicKey());

    private static final String OPERATED = """
            apiVersion: patchboard/v1
            name: operated
            state: {schema: {type: object}, initial: {notes: [], n: {$input: /n}}}
            workers: {author: {unsolicited: true, read: [''], write: [{op: [add], path: /notes/-}]}}
            operators: {ada: {keys: [%s]}}
            """.formatted(AUTHOR.publicKey());

    private static final String STEERED = """
            apiVersion: patchboard/v1
            name: steered
            state: {schema: {properties: {n: {maximum: 5}}}, initial: {n: 0}}
            workers: {author: {unsolicited: true, read: [''], write: [{op: [replace], path: /n}]}}
            """;

    private static final String KEYED = """
            apiVersion: patchboard/v1
            name: keyed
            state: {schema: {type: object}, initial: {items: []}}
            workers:
              author: {unsolicited: true, read: [''], write: [{op: [add], path: /items/-}]}
              clerk: {read: ['/items/*'], write: [{op: [add], path: '/items/*/done'}], idempotencyKey: item.id}
            rules: [{name: do, on: {op: [add], path: '/items/*'}, invoke: clerk}]
            """;

    private AuditedBoards() {}

    /**
     * Of an author who signs, in this order: an unsigned proposal, one that appends and says what it used and was
     * shown, an invitation and its answer, a patch that a gate holds and lets pass.
     */
    static List<LogEntry> signed() {
        Scenario board = new Scenario(SIGNED).created();
        board.propose("author", "[]");
        board.propose(sign(new PatchProposal(
                "first",
                Scenario.BOARD,
                "author",
                Optional.empty(),
                Texts.json("[{op: add, path: /notes/-, value: a}]"),
                Optional.of(new Usage(3, 4, Optional.of(new BigDecimal("0.10")))),
                Optional.empty(),
                Optional.empty(),
                Optional.of("ab".repeat(32)))));
        board.propose(sign(board.proposal("author", Optional.empty(), "[{op: replace, path: /n, value: 1}]")));
        board.propose(sign(board.proposal(
                "author",
                Optional.of(board.invocation("author").invocationId()),
                "[{op: add, path: /notes/-, value: b}]")));
        board.propose(sign(board.proposal("author", Optional.empty(), "[{op: replace, path: /n, value: 6}]")));
        board.command(new Decide(
                CommandHeader.of("c-approve", Scenario.BOARD, "ada", "It is right."),
                Optional.empty(),
                NeedsPerson.Option.APPROVE,
                Optional.empty(),
                List.of(),
                Optional.empty()));
        return board.log();
    }

    /**
     * Of an operator who signs: a creation, a pause, its end, an edit that appends, a mark, an edit, a restore to the
     * mark, one to the first version.
     */
    static List<LogEntry> operated() {
        Scenario board = new Scenario(OPERATED);
        sign(
                board,
                new CreateBoard(
                        header(1),
                        Texts.json(OPERATED),
                        Texts.json("{n: 1}"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        sign(board, new PauseBoard(header(2).expecting(Optional.of(1L))));
        sign(board, new ResumeBoard(header(3)));
        sign(board, new EditBoard(header(4), Texts.json("[{op: add, path: /notes/-, value: a}]")));
        sign(board, new MarkBoard(header(5), "good"));
        sign(board, new EditBoard(header(6), Texts.json("[{op: replace, path: /n, value: 2}]")));
        sign(board, new RestoreBoard(header(7), Optional.of("good"), Optional.empty()));
        RestoreBoard.Former first = new RestoreBoard.Former(
                1,
                Texts.json("[{op: replace, path: /notes, value: []}]"),
                StateHash.of(Texts.json("{notes: [], n: 1}")),
                List.of(),
                List.of());
        sign(
                board,
                new RestoreBoard(
                        header(8).expecting(Optional.of(board.board().sequence())),
                        Optional.empty(),
                        Optional.of(first)));
        sign(board, new CancelBoard(header(9)));
        return board.log();
    }

    /** An action, its answer, and what wants it once more: the fourth commit repeats it. */
    static List<LogEntry> keyed() {
        Scenario board = new Scenario(KEYED).created();
        board.propose("author", "[{op: add, path: /items/-, value: {id: a}}]");
        board.answer(board.invocation("clerk"), "[{op: add, path: /items/0/done, value: true}]");
        board.propose("author", "[{op: add, path: /items/-, value: {id: a}}]");
        return board.log();
    }

    /** Of an operator without keys: a creation, an edit, and an edit that the schema forbids. */
    static List<LogEntry> steered() {
        Scenario board = new Scenario(STEERED).created();
        board.command(new EditBoard(header(1), Texts.json("[{op: replace, path: /n, value: 2}]")));
        board.command(new EditBoard(header(2), Texts.json("[{op: replace, path: /n, value: 6}]")));
        return board.log();
    }

    private static CommandHeader header(int number) {
        return CommandHeader.of("c-" + number, Scenario.BOARD, "ada", "It is right.");
    }

    private static void sign(Scenario board, Command command) {
        board.command(AUTHOR.sign(command, "patchboard.commands"));
    }

    private static PatchProposal sign(PatchProposal proposal) {
        return AUTHOR.sign(proposal, "patchboard.proposals");
    }

    /**
     * In this order: a rejection, the creation with its invocation, a commit with a {@code test}, a commit that changes
     * nothing, an answer with numbers of about 64 bytes of canonical JSON, a member with the name {@code -}, long and
     * wide parts, a rejected answer, a pause, a timeout, a cancellation with two open invocations, and a rejection
     * after it.
     */
    static List<LogEntry> log() {
        Scenario board = new Scenario(BLUEPRINT);
        board.propose("scout", "[]");
        board.created("{\"big\": 0.5}");
        board.propose(
                "scout", "[{op: test, path: /e/x, value: 1}, {op: add, path: /notes/-, value: {text: 'é \"😀\"'}}]");
        board.propose("scout", "[{op: test, path: /e/x, value: 1.0}, {op: replace, path: /e/x, value: 1}]");
        board.answer(
                board.invocation("starter"),
                "[{\"op\":\"replace\",\"path\":\"/big\",\"value\":{\"a\":" + "1".repeat(65) + ",\"b\":["
                        + "1".repeat(59) + ","
                        + "1".repeat(60) + ",0." + "1".repeat(62) + ",0." + "1".repeat(63) + ",-"
                        + "1234567890".repeat(7)
                        + "]}}]",
                new Usage(812, 96, Optional.empty(), Optional.of("small-1"), List.of()));
        board.propose("scout", "[{op: add, path: /e/-, value: a member}, {op: copy, from: /e, path: /notes/0}]");
        board.propose("scout", "[{op: move, from: /notes/1, path: /notes/0}]");
        String several = "1, [2, true], 'long " + "x".repeat(70) + "', ";
        board.propose("scout", "[{op: add, path: /wide, value: [" + several.repeat(40) + "0]}]");
        board.answer(board.invocations("checker").get(0), "[{op: remove, path: /notes}]");
        board.propose("nobody", "[]");
        board.wait(Duration.ofSeconds(5)).pause();
        board.answer(board.invocations("checker").get(0), "[]");
        board.wait(Duration.ofMinutes(1)).resume();
        board.tick(Duration.ofMinutes(11));
        List<WorkerInvoked> open = board.invocations("checker");
        board.answer(open.get(0), "[{op: add, path: /notes/0/status, value: draft}]");
        board.propose("scout", "[{op: add, path: /notes/-, value: {text: 'the last one'}}]");
        board.cancel();
        board.propose("scout", "[]");
        return board.log();
    }
}
