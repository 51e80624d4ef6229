package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.Child;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Boards that have others made for them, and boards that were made for others. */
class ChildBoardsTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: book
            state: {schema: true, initial: {chapters: {a: {title: A}, b: {title: B}}, n: 0}}
            workers:
              author:
                kind: board
                board: {blueprint: chapter@2, input: '{"title": item.title}', result: path + '/text'}
                write: [{op: [add], path: /chapters/*/text}]
                budgets: {cost: 3}
              editor: {unsolicited: true, read: [''], write: [{op: [replace], path: /n}, {op: [add], path: '/chapters/*'}]}
            rules: [{name: write, on: {op: [add], path: /chapters/*}, invoke: author}]
            budgets: {tokens: 100}
            complete: {when: state.n == 9, result: /n}
            """;

    private static final Parent PARENT = new Parent(
            "b-0",
            "inv-board-7",
            "author",
            "/n",
            2,
            Optional.of(30L),
            Optional.of(new BigDecimal("2")),
            Optional.of(9L));

    private static Scenario book() {
        return new Scenario(BLUEPRINT).created();
    }

    /** Makes a board for another. */
    static List<LogEntry> made(Scenario board, String blueprint, Parent parent) {
        return board.command(new CreateBoard(
                CommandHeader.of("c-1", Scenario.BOARD, Optional.empty()),
                Texts.json(blueprint),
                Texts.json("{}"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(parent),
                List.of()));
    }

    private static Scenario chapter() {
        Scenario board = new Scenario(BLUEPRINT);
        made(board, BLUEPRINT, PARENT);
        return board;
    }

    @Test
    void eachItem_isInvitedWithTheBoardThatIsToAnswer() {
        List<WorkerInvoked> invoked = book().invocations("author");

        assertThat(invoked).hasSize(2).allSatisfy(one -> {
            assertThat(one.queue()).isEqualTo("boards");
            assertThat(Child.isMadeFor(one.invocationId())).isTrue();
        });
        assertThat(invoked.get(1).child())
                .contains(new Child(
                        "chapter@2",
                        Optional.of(Texts.json("{title: B}")),
                        "/chapters/b/text",
                        1,
                        Optional.of(100L),
                        Optional.of(new BigDecimal("3")),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void answer_isJudgedAsAnyWorkers_andWhatTheBoardUsedIsCounted() {
        Scenario board = book();
        WorkerInvoked first = board.invocations("author").get(0);

        board.answer(
                first,
                "[{op: add, path: /chapters/a/text, value: It was night.}]",
                new Usage(60, 0, Optional.of(new BigDecimal("2.5"))));
        board.propose("editor", "[{op: add, path: /chapters/c, value: {title: C}}]");

        assertThat(board.at("/chapters/a/text").toString()).isEqualTo("\"It was night.\"");
        Child third = board.invocations("author").get(1).child().orElseThrow();
        assertThat(third.tokens()).contains(40L);
        assertThat(third.cost()).contains(new BigDecimal("0.5"));
    }

    @Test
    void answerOfOneOfManyBoards_costsWhatThatOfOneOfFewCosts() {
        assertThat(workOfAnAnswer(700)).isLessThan(2 * workOfAnAnswer(10));
    }

    private static long workOfAnAnswer(int boards) {
        String chapters = IntStream.range(1_000, 1_000 + boards)
                .mapToObj(n -> "c" + n + ": {title: T}")
                .collect(Collectors.joining(", "));
        Scenario board = new Scenario(BLUEPRINT
                        .replace("a: {title: A}, b: {title: B}", chapters)
                        .replace("tokens: 100", "invocations: 5000"))
                .created();
        List<WorkerInvoked> invoked = board.invocations("author");
        assertThat(invoked).hasSize(boards);
        Scenario.only(
                board.answer(invoked.get(0), "[{op: add, path: /chapters/c1000/text, value: It was night.}]"),
                PatchCommitted.class);
        return board.work();
    }

    @Test
    void budgetsOfABoard_areItsShare_andNoMoreThanIsLeft() {
        Scenario board = new Scenario(BLUEPRINT.replace(
                        "result: path + '/text'}",
                        "result: path + '/text', share: '1.0 / double(size(state.chapters))'}"))
                .created();
        List<WorkerInvoked> invoked = board.invocations("author");
        assertThat(invoked.get(0).child().orElseThrow().tokens()).contains(50L);
        assertThat(invoked.get(1).child().orElseThrow().cost()).contains(new BigDecimal("1.5"));

        board.answer(
                invoked.get(0),
                "[{op: add, path: /chapters/a/text, value: It was night.}]",
                new Usage(80, 0, Optional.of(new BigDecimal("0.25"))));
        board.propose("editor", "[{op: add, path: /chapters/c, value: {title: C}}]");

        Child third = board.invocations("author").get(1).child().orElseThrow();
        assertThat(third.tokens()).as("less is left than a third").contains(20L);
        assertThat(third.cost()).contains(new BigDecimal("0.999999"));
    }

    @Test
    void shareThatIsNone_isSaid_inPlaceOfABoard() {
        Scenario board = new Scenario(BLUEPRINT.replace(
                        "result: path + '/text'}", "result: path + '/text', share: 'size(state.chapters)'}"))
                .created();
        assertThat(board.invocations("author").get(0).child().orElseThrow().problem())
                .contains("Expected board.share to be a number above 0, at most 1, but its value is none:"
                        + " \"size(state.chapters)\".");
    }

    @Test
    void failure_isAnIncidentAtOnce() {
        Scenario board = book();
        board.fail(board.invocations("author").get(0), "Board b-1~1 was halted.");

        assertThat(board.entries(NeedsPerson.class)).hasSize(1);
        assertThat(board.invocations("author")).hasSize(1);
    }

    @Test
    void boardThatIsNotDoneInTime_isAnIncidentAtOnce_andNoOtherIsMade() {
        Scenario board = book();

        List<LogEntry> late = board.tick(Duration.ofDays(7));
        board.tick(Duration.ofHours(1));

        assertThat(Scenario.only(late, NeedsPerson.class).reason()).isEqualTo(BoardHalted.Reason.FAILED);
        assertThat(board.entries(WorkerInvoked.class)).hasSize(2);
        assertThat(board.board().spending().invocations()).isEqualTo(2);
    }

    @Test
    void whatHasNoValue_isSaidInPlaceOfAnInput() {
        Scenario board = book();
        board.propose("editor", "[{op: add, path: /chapters/c, value: {name: C}}]");

        Child child = board.invocations("author").get(2).child().orElseThrow();
        assertThat(child.input()).isEmpty();
        assertThat(child.problem().orElseThrow()).contains("Expected board.input to have a value", "item.title");
    }

    @Test
    void endsOfABoardThatWasMadeForAnother_sayForWhich_andWhatItUsed() {
        Scenario completed = chapter();
        completed.answer(
                completed.invocations("author").get(0),
                "[{op: add, path: /chapters/a/text, value: x}]",
                new Usage(5, 7, Optional.of(new BigDecimal("0.5"))));

        BoardCompleted end =
                Scenario.only(completed.propose("editor", "[{op: replace, path: /n, value: 9}]"), BoardCompleted.class);
        BoardCancelled cancelled = Scenario.only(chapter().cancel(), BoardCancelled.class);

        assertThat(completed.entries(BoardCreated.class).get(0).parent()).contains(PARENT);
        assertThat(end.parent()).contains(PARENT);
        assertThat(end.usage()).contains(new Usage(12, 0, Optional.of(new BigDecimal("0.5"))));
        assertThat(cancelled.parent()).contains(PARENT);
        assertThat(Scenario.only(book().cancel(), BoardCancelled.class).parent())
                .isEmpty();
    }

    @Test
    void budgets_areNoMoreThanWhatTheParentHadLeft_andDepthCountsOn() {
        Child child = chapter().invocations("author").get(0).child().orElseThrow();

        assertThat(child.tokens()).contains(30L);
        assertThat(child.cost()).contains(new BigDecimal("2"));
        assertThat(child.depth()).isEqualTo(3);
        Scenario board = chapter();
        List<LogEntry> spent = board.answer(
                board.invocations("author").get(0), "[{op: add, path: /chapters/a/text, value: x}]", new Usage(31, 0));
        assertThat(Scenario.only(spent, NeedsPerson.class).message()).contains("30 tokens");
    }

    @Test
    void boardThatIsNotMade_isTheOutcomeForItsParent() {
        List<LogEntry> refused = made(new Scenario(BLUEPRINT), "{apiVersion: patchboard/v1}", PARENT);

        assertThat(Scenario.only(refused, CommandRejected.class).parent()).contains(PARENT);
    }

    @Test
    void pauseAndResume_nameTheInvocationsWhoseBoardsDoTheSame() {
        Scenario board = book();
        List<String> open = board.board().open().keySet().stream().sorted().toList();

        assertThat(Scenario.only(board.pause(), BoardPaused.class).children()).isEqualTo(open);
        assertThat(Scenario.only(board.resume(), BoardResumed.class).children()).isEqualTo(open);
    }

    @Test
    void answerDuringAPause_leavesItsInvocation_andCountsWhenItIsSentAgain() {
        Scenario board = book();
        WorkerInvoked first = board.invocations("author").get(0);
        String patch = "[{op: add, path: /chapters/a/text, value: It was night.}]";
        Usage usage = new Usage(60, 0);
        board.pause();

        PatchRejected early = Scenario.only(board.answer(first, patch, usage), PatchRejected.class);
        assertThat(early.rejection().is(RejectionCode.PAUSED)).isTrue();
        assertThat(early.invocationId()).isEmpty();
        assertThat(board.board().spending().tokens()).isZero();

        assertThat(Scenario.only(board.resume(), BoardResumed.class).children()).contains(first.invocationId());
        assertThat(board.invocations("author")).hasSize(2);
        Scenario.only(board.answer(first, patch, usage), PatchCommitted.class);
        assertThat(board.board().spending().tokens()).isEqualTo(60);
    }

    @Test
    void tooDeep_isSaidInPlaceOfABoard() {
        Scenario board = new Scenario(BLUEPRINT);
        made(
                board,
                BLUEPRINT,
                new Parent("b-0", "inv-board-7", "w", "/n", 8, Optional.empty(), Optional.empty(), Optional.empty()));

        assertThat(board.invocations("author").get(0).child().orElseThrow().problem())
                .contains("Expected at most 8 boards above one another, but board b-1 has 8 above it.");
    }

    @Test
    void storedBoard_knowsItsParent() {
        Scenario board = chapter();

        assertThat(BoardJson.read(
                                BoardJson.write(board.board()),
                                hash -> board.board().rules())
                        .present()
                        .parent())
                .contains(PARENT);
    }

    @Test
    void idOfABoard_followsFromItsParents_andFits() {
        assertThat(Child.boardId("book", "inv-board-1"))
                .matches("book~[0-9a-f]{16}")
                .isEqualTo(Child.boardId("book", "inv-board-1"))
                .isNotEqualTo(Child.boardId("book", "inv-board-2"));
        assertThat(Child.boardId("é".repeat(400), "inv-board-1")).matches("board~[0-9a-f]{64}");
    }
}
