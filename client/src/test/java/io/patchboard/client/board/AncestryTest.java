package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.record.Child;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What led to an entry, over the boards above its own. */
class AncestryTest {

    private static final String FIRST = "inv-board-1";
    private static final String SECOND = "inv-board-2";
    private static final String CHILD = Child.boardId("root", FIRST);
    private static final String GRANDCHILD = Child.boardId(CHILD, SECOND);

    private static Causes of(SampleLog log) {
        Causes causes = new Causes();
        log.entries().forEach(causes::accept);
        return causes;
    }

    private final Map<String, Causes> logs = Map.of(
            "root",
            of(new SampleLog("root").created().invoked(FIRST)),
            CHILD,
            of(new SampleLog(CHILD).createdFor("root", FIRST).invoked(SECOND)),
            GRANDCHILD,
            of(new SampleLog(GRANDCHILD).createdFor(CHILD, SECOND).invoked("i-1")));

    private Ancestry above(String board, long sequence) {
        return Ancestry.of(logs.get(board).of(sequence).orElseThrow(), id -> Optional.ofNullable(logs.get(id)));
    }

    @Test
    void entry_wasLedToByInvocationsOnEachBoardAbove() {
        Ancestry ancestry = above(GRANDCHILD, 2);

        assertThat(ancestry.steps()).extracting(Ancestry.Step::boardId).containsExactly(CHILD, "root");
        assertThat(ancestry.steps()).allSatisfy(step -> {
            assertThat(step.invocation().sequence()).isEqualTo(2);
            assertThat(step.causes()).extracting(Causes.Link::type).containsExactly("BoardCreated");
        });
        assertThat(ancestry.steps().get(1).invocation().other()).contains(new Causes.Other(CHILD, FIRST, false));
    }

    @Test
    void boardThatWasMadeForNone_hasNothingAbove_andALogThatIsGoneEndsIt() {
        assertThat(above("root", 2).steps()).isEmpty();
        assertThat(Ancestry.of(logs.get(GRANDCHILD).of(1).orElseThrow(), id -> Optional.empty())
                        .steps())
                .isEmpty();
        assertThat(Ancestry.of(
                                logs.get(GRANDCHILD).of(1).orElseThrow(),
                                id -> Optional.ofNullable(logs.get(id)).filter(log -> id.equals(CHILD)))
                        .steps())
                .hasSize(1);
    }
}
