package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static io.patchboard.kernel.decide.WorkOfManyPlacesTest.GO;
import static io.patchboard.kernel.decide.WorkOfManyPlacesTest.ON_GO;
import static io.patchboard.kernel.decide.WorkOfManyPlacesTest.board;
import static io.patchboard.kernel.decide.WorkOfManyPlacesTest.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import org.junit.jupiter.api.Test;

/** Places are compared with paths token by token, so what is deep down is charged for its depth. */
class WorkOfDeepPlacesTest {

    /** A view of as many values, which so many paths of the blueprint are compared with. */
    private static long workOfView(int depth, String v, String rest) {
        String at = "/x" + "/a".repeat(depth);
        return work(
                board(
                        "true",
                        "{'x': " + "{'a': ".repeat(depth)
                                + each(100, i -> "'m" + i + "': 1")
                                        .replace('[', '{')
                                        .replace(']', '}')
                                + "}".repeat(depth) + "}",
                        v.replace("AT", at) + ", 'view': {'maxChars': 90000}",
                        ON_GO,
                        rest.replace("AT", at)),
                GO);
    }

    private static void assertDepthIsCharged(String v, String rest, long more) {
        assertThat(workOfView(80, v, rest) - workOfView(2, v, rest)).isGreaterThan(more);
    }

    @Test
    void placesOfAViewDeepDown_areChargedForBeingComparedWithPaths_tokenByToken() {
        String paths = each(20, i -> "'AT/k" + i + "'");
        String hidden = each(20, i -> "{'path': 'AT/k" + i + "', 'to': 'w'}");

        assertDepthIsCharged("'read': " + paths.replace("]", ", 'AT/*']"), "", 100 * 20 * 3 * 19);
        assertDepthIsCharged("'read': ['/x']", ", 'private': " + hidden, 100 * 20 * 6 * 26);
        assertDepthIsCharged(
                "'handles': true, 'read': ['/x']", ", 'taint': {'untrusted': " + paths + "}", 100 * 20 * 3 * 39);
    }

    /** Of an invitation that may be told why a worker was rejected which reads as many paths, of such a depth. */
    private static long workOfDisclosure(int depth) {
        String reads = each(30, i -> "'/x" + "/a".repeat(depth) + "/k" + i + "'");
        Scenario board = board(
                "{'properties': {'n': {'type': 'integer'}}}",
                "{'n': 1}",
                "'read': " + reads + ", 'write': [{'op': ['add'], 'path': '/n'}], 'view': {'maxChars': 90000}}, 'a': {"
                        + "'unsolicited': true, 'read': " + reads + ", 'write': [{'op': ['add'], 'path': '/n'}]",
                ON_GO,
                "");
        board.propose("a", "[{\"op\": \"add\", \"path\": \"/n\", \"value\": true}]");
        return work(board, GO);
    }

    @Test
    void pathsOfWhoWasRejected_areChargedForBeingComparedWithOthers_tokenByToken() {
        assertThat(workOfDisclosure(80) - workOfDisclosure(2)).isGreaterThan(30 * 31 * 2 * 10);
    }
}
