package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.EditBoard;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.sign.Signer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an operator may ask, and boards that ask for his signature. */
abstract class SignedCommands {

    static final String COMMANDS = "patchboard.commands";

    static final Signer ADA = Signer.generate();
    static final Signer BOB = Signer.generate();
    static final Signer STRANGER = Signer.generate();

    static final String RULES = """
            apiVersion: patchboard/v1
            name: operated
            state: {schema: {}, initial: {notes: [], n: 0, from: {$input: /from}}}
            workers:
              w: {unsolicited: true, read: [''], write: [{op: [add], path: /notes/-}, {op: [replace], path: /n}], %s}
              undo: {privileged: true, read: [''], write: [{op: [remove], path: '/notes/*'}]}
            rules: [{name: ask, on: {path: /n, op: [replace]}, invoke: w}]
            gates: [{name: large, on: {path: /n}, when: state.n > 5}]
            """;

    static final String PLAIN = RULES.formatted("maxConcurrent: 9");
    static final String UNDONE = RULES.formatted("compensation: {worker: undo, idempotent: true}");

    static String signed(String rules) {
        return rules + operators(ADA);
    }

    static String operators(Signer ada) {
        return "operators: {ada: {keys: [" + ada.publicKey() + "]}, bob: {keys: [" + BOB.publicKey() + "]}}\n";
    }

    /** Something that an operator asks, and the board that he asks it of, with what has to be done before. */
    record Asked(String rules, Before before, Body body) {

        interface Before {
            void on(Scenario board);
        }

        interface Body {
            Command command(CommandHeader header, Scenario board);
        }

        Scenario board() {
            Scenario board = new Scenario(signed(rules));
            before.on(board);
            return board;
        }
    }

    static void created(Scenario board) {
        board.command(ADA.sign(create(header("c-create"), signed(PLAIN)), COMMANDS));
        assertThat(board.board().blueprint()).isPresent();
    }

    static void begun(Scenario board) {
        board.command(ADA.sign(create(header("c-create"), signed(UNDONE)), COMMANDS));
        board.propose("w", "[{op: replace, path: /n, value: 1}]");
        board.answer(board.invocation("w"), "[{op: add, path: /notes/-, value: a}]");
    }

    static CommandHeader header(String id) {
        return CommandHeader.of(id, Scenario.BOARD, "ada", "because");
    }

    static CreateBoard create(CommandHeader header, String rules) {
        return new CreateBoard(
                header,
                Texts.json(rules),
                Texts.json("{from: here}"),
                Optional.empty(),
                Optional.of(Texts.json("{team: red}")),
                Optional.empty());
    }

    static CreateBoard fork(CommandHeader header) {
        Json state = Texts.json("{notes: [a], n: 2, from: there}");
        ForkOrigin origin = new ForkOrigin("b-0", 7, CanonicalJson.sha256(Json.of("the entry")), StateHash.of(state));
        return new CreateBoard(
                header,
                Texts.json(signed(PLAIN)),
                Texts.json("{from: there}"),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new CreateBoard.Fork(origin, state)));
    }

    static void sign(Scenario board, Command command) {
        assertThat(board.command(ADA.sign(command, COMMANDS)))
                .noneMatch(entry -> entry.event() instanceof CommandRejected);
    }

    static Command toVersion(CommandHeader header, Scenario board) {
        List<Invite> invites = List.of(
                new Invite("w", new Trigger("ask", 1, Optional.of("/n"))),
                new Invite("gone", new Trigger("ask", 1, Optional.of("/n"))));
        return new RestoreBoard(
                header.expecting(Optional.of(board.board().sequence())),
                Optional.empty(),
                Optional.of(new RestoreBoard.Former(
                        1,
                        Texts.json("[{op: remove, path: /notes/0}]"),
                        StateHash.of(Texts.json("{notes: [], n: 0, from: here}")),
                        invites,
                        List.of())));
    }

    static final Map<String, Asked> ASKED = Map.ofEntries(
            Map.entry("create", new Asked(PLAIN, board -> {}, (header, board) -> create(header, signed(PLAIN)))),
            Map.entry("fork", new Asked(PLAIN, board -> {}, (header, board) -> fork(header))),
            Map.entry(
                    "pause",
                    new Asked(
                            PLAIN,
                            SignedCommands::created,
                            (header, board) -> new PauseBoard(
                                    header.expecting(Optional.of(board.board().sequence()))))),
            Map.entry(
                    "resume",
                    new Asked(
                            PLAIN,
                            board -> {
                                created(board);
                                sign(board, new PauseBoard(header("c-pause")));
                            },
                            (header, board) -> new ResumeBoard(header))),
            Map.entry("cancel", new Asked(PLAIN, SignedCommands::created, (header, board) -> new CancelBoard(header))),
            Map.entry(
                    "cancel what has to be undone",
                    new Asked(UNDONE, SignedCommands::begun, (header, board) -> new CancelBoard(header))),
            Map.entry(
                    "reopen",
                    new Asked(
                            PLAIN,
                            board -> {
                                created(board);
                                sign(board, new CancelBoard(header("c-cancel")));
                            },
                            (header, board) -> new ReopenBoard(header, List.of()))),
            Map.entry(
                    "decide",
                    new Asked(
                            PLAIN,
                            board -> {
                                created(board);
                                board.propose("w", "[{op: replace, path: /n, value: 6}]");
                            },
                            (header, board) -> new Decide(
                                    header,
                                    Optional.of(board.board()
                                            .work()
                                            .incidents()
                                            .get(0)
                                            .sequence()),
                                    NeedsPerson.Option.MODIFY,
                                    Optional.empty(),
                                    List.of(),
                                    Optional.of(Texts.json("[{op: add, path: /notes/-, value: b}]"))))),
            Map.entry(
                    "edit",
                    new Asked(
                            PLAIN,
                            SignedCommands::created,
                            (header, board) ->
                                    new EditBoard(header, Texts.json("[{op: add, path: /notes/-, value: c}]")))),
            Map.entry(
                    "mark",
                    new Asked(PLAIN, SignedCommands::created, (header, board) -> new MarkBoard(header, "good"))),
            Map.entry(
                    "restore a mark",
                    new Asked(
                            PLAIN,
                            board -> {
                                created(board);
                                sign(board, new MarkBoard(header("c-mark"), "good"));
                                board.propose("w", "[{op: add, path: /notes/-, value: a}]");
                            },
                            (header, board) -> new RestoreBoard(header, Optional.of("good"), Optional.empty()))),
            Map.entry(
                    "restore a version",
                    new Asked(
                            PLAIN,
                            board -> {
                                created(board);
                                board.propose("w", "[{op: add, path: /notes/-, value: a}]");
                            },
                            SignedCommands::toVersion)),
            Map.entry(
                    "amend",
                    new Asked(
                            PLAIN,
                            SignedCommands::created,
                            (header, board) -> new AmendBlueprint(
                                    header,
                                    Texts.json(signed(PLAIN) + "description: another\n"),
                                    AmendBlueprint.Open.SUPERSEDE))));
}
