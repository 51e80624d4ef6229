package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a worker of kind board has to say, and what it may not. */
class BoardCompilerTest {

    private static String worker(String rest) {
        return Compiled.HEAD + Compiled.STATE + "workers: {w: {kind: board, write: [{op: [add], path: /out/-}], " + rest
                + "}}\n";
    }

    @Test
    void board_answersOnceWithinDays() {
        WorkerRole role = Compiled.valid(worker("board: {blueprint: part, result: /out/-}"))
                .worker("w")
                .orElseThrow();

        assertThat(role.policy().timeout()).isEqualTo(Duration.ofDays(7));
        assertThat(role.policy().retries().get(0).maxAttempts()).isEqualTo(1);
        assertThat(role.queue()).isEqualTo("boards");
        assertThat(role.board().orElseThrow().blueprint()).isEqualTo("part");
    }

    @Test
    void share_isANumber_orAnExpression() {
        for (String share : new String[] {"0.25", "1", "'1.0 / double(size(state))'"}) {
            assertThat(Compiled.valid(worker("board: {blueprint: p, result: /out/-, share: " + share + "}"))
                            .worker("w")
                            .orElseThrow()
                            .board()
                            .orElseThrow()
                            .share())
                    .as(share)
                    .isPresent();
        }
        for (String share : new String[] {"0", "1.5", "-0.5", "'1 +'", "true"}) {
            Compiled.assertProblemAt(
                    worker("board: {blueprint: p, result: /out/-, share: " + share + "}"), "/workers/w/board/share");
        }
    }

    @Test
    void mistakes_areToldWhereTheyAre() {
        Compiled.assertProblemAt(worker("queue: q, board: {blueprint: p, result: /out/-}"), "/workers/w/queue");
        Compiled.assertProblemAt(worker("board: {blueprint: p, result: /in}"), "/workers/w/board/result", "\"/in\"");
        Compiled.assertProblemAt(worker("board: {blueprint: p, result: 'nothing +'}"), "/workers/w/board/result");
        Compiled.assertProblemAt(worker("board: {blueprint: p@0, result: /out/-}"), "/workers/w/board/blueprint");
        Compiled.assertProblemAt(worker("instruction: x"), "/workers/w", "board to name the blueprint");
        Compiled.assertProblemAt(
                Compiled.HEAD + Compiled.STATE + "workers: {w: {board: {blueprint: p, result: path}}}\n",
                "/workers/w/board",
                "kind: board");
    }
}
