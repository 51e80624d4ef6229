package io.patchboard.standalone.children;

import static io.patchboard.standalone.children.ChildBoardsRig.await;
import static io.patchboard.standalone.children.ChildBoardsRig.parts;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Child;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Marked;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Taint;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.loop.KafkaLoop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees of boards over four partitions. */
class ChildBoardsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String TREE = ChildBoardsRig.TREE.formatted("part@latest");

    @TempDir
    static Path dir;

    private static ChildBoardsRig rig;

    @BeforeAll
    static void start() {
        rig = new ChildBoardsRig(dir);
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    private static int ends(String root) {
        return rig.events(root, BoardCompleted.class).size();
    }

    private static CommandHeader header(String verb, String board) {
        return CommandHeader.of(verb + "-" + board, board, "ada", "to see");
    }

    @Tag("long")
    @Test
    void whoMakesBoards_isKilledInTheMiddle_andEachBoardIsMadeAndCountsOnce() throws Exception {
        Process first = rig.process();
        rig.create("killed", TREE, parts(4, 4));
        await("some boards have ended", PATIENCE, () -> ends("killed") > 0);
        first.destroyForcibly().waitFor();

        try (KafkaLoop second = ChildBoards.start(rig.connection())) {
            await("the tree has ended", PATIENCE, () -> ends("killed") == 21);
        }
        rig.assertWhole("killed", 4, 4);
        SortedMap<String, List<LogEntry>> before = rig.boards();
        rig.replayed();
        assertThat(rig.boards()).isEqualTo(before);
    }

    @Test
    void tree_isOneTrace() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        try (KafkaLoop children = ChildBoards.start(rig.connection())) {
            rig.send(
                    new CreateBoard("c-traced", "traced", JsonReader.parse(TREE), parts(2, 1)),
                    "00-" + trace + "-00f067aa0ba902b7-01");
            await("the tree has ended", PATIENCE, () -> ends("traced") == 5);
        }
        assertThat(rig.traces("traced"))
                .hasSizeGreaterThanOrEqualTo(2 * 5)
                .allSatisfy(one -> assertThat(one).startsWith("00-" + trace + "-"));
    }

    @Test
    void boardForWhatIsUntrusted_beginsUntrusted_andSoDoThoseBelow() throws Exception {
        try (KafkaLoop children = ChildBoards.start(rig.connection())) {
            rig.create(
                    "tainted",
                    TREE.replace("\"rules\"", "\"taint\": {\"untrusted\": [\"/parts\"]}, \"rules\""),
                    parts(2, 2));
            await("the tree has ended", PATIENCE, () -> ends("tainted") == 7);
        }
        rig.assertWhole("tainted", 2, 2);
        assertThat(rig.events("tainted~", BoardCreated.class))
                .hasSize(6)
                .allSatisfy(created -> assertThat(created.marked())
                        .containsExactly(new Marked("", Set.of(Taint.UNTRUSTED), Set.of())));
    }

    @Test
    void boardThatSomebodyMakesWithoutTheTaintOfItsInvocation_isFoundByReplay() {
        rig.create(
                "forged",
                TREE.replace("\"rules\"", "\"taint\": {\"untrusted\": [\"/parts\"]}, \"rules\""),
                parts(1, 0));
        await(
                "it asks for a board",
                PATIENCE,
                () -> rig.events("forged", WorkerInvoked.class).size() == 1);
        WorkerInvoked asked = rig.events("forged", WorkerInvoked.class).getFirst();
        String child = Child.boardId("forged", asked.invocationId());
        rig.send(new CreateBoard(
                CommandHeader.of("c-" + child, child, "eve", "to see"),
                JsonReader.parse(ChildBoardsRig.TREE.formatted("waits")),
                parts(0, 0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(asked.child().orElseThrow().parent("forged", asked.invocationId(), asked.worker()))));
        await(
                "the board is there",
                PATIENCE,
                () -> rig.events(child, BoardCreated.class).size() == 1);

        String server = rig.connection().bootstrapServers();
        for (List<String> replay : List.of(List.of("replay"), List.of("replay", child))) {
            List<String> command = new ArrayList<>(replay);
            command.addAll(List.of("--verify", "--bootstrap-server", server));
            Cli found = Cli.run(command.toArray(String[]::new));
            assertThat(found.exitCode()).as(found.toString()).isEqualTo(ExitCodes.DIFFERS);
            assertThat(found.out()).contains(child + " #1 marked: Expected [Marked[", "but got []");
        }
    }

    @Test
    void pauseAndCancel_goDown_andEndsGoUp() throws Exception {
        try (KafkaLoop children = ChildBoards.start(rig.connection())) {
            rig.create("steered", ChildBoardsRig.TREE.formatted("waits"), parts(3, 0));
            await(
                    "boards are there",
                    PATIENCE,
                    () -> rig.events("steered~", BoardCreated.class).size() == 3);
            rig.send(new PauseBoard(header("pause", "steered")));
            await(
                    "all are paused",
                    PATIENCE,
                    () -> rig.events("steered~", BoardPaused.class).size() == 3);
            rig.send(new ResumeBoard(header("resume", "steered")));
            await(
                    "all go on",
                    PATIENCE,
                    () -> rig.events("steered~", BoardResumed.class).size() == 3);

            String child = rig.boards().tailMap("steered~").firstKey();
            rig.send(new CancelBoard(header("cancel", child)));
            await(
                    "its parent asks",
                    PATIENCE,
                    () -> rig.events("steered", NeedsPerson.class).size() == 1);
            assertThat(rig.events("steered", PatchRejected.class))
                    .singleElement()
                    .satisfies(rejected -> assertThat(
                                    rejected.failure().orElseThrow().message())
                            .isEqualTo("Board " + child + " was cancelled by ada: to see"));

            rig.send(new CancelBoard(header("cancel", "steered")));
            await(
                    "all are cancelled",
                    PATIENCE,
                    () -> rig.events("steered", BoardCancelled.class).size() == 4);
            rig.create("gone", ChildBoardsRig.TREE.formatted("no-such@7"), parts(1, 0));
            await(
                    "its parent asks",
                    PATIENCE,
                    () -> rig.events("gone", NeedsPerson.class).size() == 1);
        }
        assertThat(rig.events("steered", RejectedEvent.class)).hasSize(1);
        assertThat(rig.events("gone", PatchRejected.class))
                .singleElement()
                .satisfies(
                        rejected -> assertThat(rejected.failure().orElseThrow().message())
                                .contains("there is none of the name \"no-such\""));
    }

    @Test
    void incidentOfABoardThatShallNotWait_isItsParents() throws Exception {
        try (KafkaLoop children = ChildBoards.start(rig.connection())) {
            rig.create("asks", ChildBoardsRig.TREE.formatted("strict"), parts(1, 0));
            await(
                    "its parent asks",
                    PATIENCE,
                    () -> rig.events("asks", NeedsPerson.class).size() == 1);
        }
        String child = rig.boards().tailMap("asks~").firstKey();
        assertThat(rig.events(child, BoardHalted.class)).hasSize(1);
        assertThat(rig.boards().get("asks").getLast().event()).isInstanceOf(NeedsPerson.class);
        assertThat(rig.events("asks", PatchRejected.class))
                .anySatisfy(
                        rejected -> assertThat(rejected.failure().orElseThrow().message())
                                .startsWith("Board " + child + " was halted: "));
    }

    @Test
    void whatBecomesOfABoardWhileItsParentIsPaused_countsWhenThatGoesOn_andItIsNotMadeAnew() throws Exception {
        String tree = ChildBoardsRig.TREE.formatted("ready");
        rig.create("unmade", ChildBoardsRig.TREE.formatted("no-such@7"), parts(1, 0));
        rig.send(new PauseBoard(header("pause", "unmade")));
        try (KafkaLoop children = ChildBoards.start(rig.connection())) {
            rig.create("rest", tree, parts(1, 0));
            await(
                    "its board is there",
                    PATIENCE,
                    () -> rig.events("rest~", BoardCreated.class).size() == 1);
        }
        String child = rig.boards().tailMap("rest~").firstKey();
        rig.send(new PauseBoard(header("pause", "rest")));
        await(
                "it is paused",
                PATIENCE,
                () -> rig.events("rest", BoardPaused.class).size() == 1);
        rig.send(new PatchProposal(
                "p-1",
                child,
                "somebody",
                Optional.empty(),
                JsonReader.parse("[{\"op\":\"add\",\"path\":\"/done\",\"value\":\"in the pause\"}]"),
                Optional.empty(),
                Optional.empty()));
        await(
                "its board has ended",
                PATIENCE,
                () -> rig.events(child, BoardCompleted.class).size() == 1);

        try (KafkaLoop children = ChildBoards.start(rig.connection())) {
            await(
                    "both were told during the pause",
                    PATIENCE,
                    () -> rig.events("rest", PatchRejected.class).size() == 1
                            && rig.events("unmade", PatchRejected.class).size() == 1);
            rig.send(new ResumeBoard(header("resume", "rest")));
            await("it has ended", PATIENCE, () -> ends("rest") == 2);
            rig.send(new ResumeBoard(header("resume", "unmade")));
            await(
                    "the other asks",
                    PATIENCE,
                    () -> rig.events("unmade", NeedsPerson.class).size() == 1);
        }
        assertThat(rig.events("rest~", BoardCreated.class)).hasSize(1);
        assertThat(rig.events("rest", WorkerInvoked.class)).hasSize(1);
        assertThat(rig.boards().get("rest").getLast().event())
                .isInstanceOfSatisfying(
                        BoardCompleted.class,
                        end -> assertThat(end.result())
                                .hasToString("{\"p0\":{\"leaves\":{},\"out\":\"in the pause\"}}"));
    }

    /** Part of the tree of 1,000 boards is done before the kernel is killed, and before whoever makes boards is. */
    @Test
    @Tag("long")
    void thousandBoards_underAKernelThatIsKilled_andWhoMakesBoardsKilled() throws Exception {
        int boards = 1 + 10 + 10 * 99;
        Process kernel = rig.kernelProcess();
        Process first = rig.process();
        long begun = System.nanoTime();
        rig.create("wide", TREE, parts(10, 99));
        await("a third has ended", PATIENCE, () -> ends("wide") > boards / 3);
        kernel.destroyForcibly().waitFor();
        rig.startKernel();
        await("half has ended", PATIENCE, () -> ends("wide") > boards / 2);
        first.destroyForcibly().waitFor();
        try (KafkaLoop second = ChildBoards.start(rig.connection())) {
            await("the tree has ended", Duration.ofMinutes(15), () -> ends("wide") == boards);
        }
        System.out.println(boards + " boards in " + Duration.ofNanos(System.nanoTime() - begun));
        rig.assertWhole("wide", 10, 99);
    }
}
