package io.patchboard.blueprints.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TrifectaTest {

    /** Each role alone has at most two of the three; the sender has them over the others. */
    private static List<Problem> warnings(String reader, String clerk, String sender) {
        return LintedBlueprint.warnings(LintedBlueprint.ANY_STATE + """
                taint: {untrusted: ['/mails/*'], confidential: [/customer]}
                workers:
                  reader: {unsolicited: true, read: ['/mails/*'], write: [{op: [add], path: /summaries/-}], %s}
                  clerk: {unsolicited: true, read: [/customer], write: [{op: [add], path: /notes/-}], %s}
                  sender: {unsolicited: true, egress: true, write: [{op: [add], path: /sent/-}], %s}
                """.formatted(reader, clerk, sender));
    }

    private static List<String> pointers(List<Problem> problems) {
        return problems.stream()
                .map(Problem::pointer)
                .filter(pointer -> pointer.endsWith("egress"))
                .toList();
    }

    @Test
    void whatFlowsOverTheBoard_composes() {
        List<Problem> warnings = warnings("taint: []", "taint: []", "read: ['/summaries/*', '/notes/*']");

        assertThat(pointers(warnings)).containsExactly("/workers/sender/egress");
        assertThat(warnings)
                .filteredOn(problem -> problem.pointer().endsWith("egress"))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("untrusted (written by reader)", "confidential (written by clerk)");
    }

    @Test
    void whereOneOfThemIsMissing_nothingIsSaid() {
        assertThat(pointers(warnings("taint: []", "taint: []", "read: ['/summaries/*']")))
                .isEmpty();
        assertThat(pointers(warnings("taint: []", "taint: []", "read: ['/notes/*']")))
                .isEmpty();
        assertThat(pointers(warnings("endorses: ['/summaries/*']", "taint: []", "read: ['/summaries/*', '/notes/*']")))
                .isEmpty();
    }

    /** Each worker reads what the next one writes, so that all are gone through once for each. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void manyWorkersOfManyPaths_areSaidToBeTooMany_whereOneReachesOutside(boolean egress) {
        String workers = IntStream.range(0, 40)
                .mapToObj(i -> "\"w" + (10 + i) + "\":{\"unsolicited\":true,\"egress\":" + egress + ",\"read\":["
                        + paths(i + 1)
                        + "],\"write\":[{\"op\":[\"add\"],\"path\":"
                        + paths(i).replace(",", "},{\"op\":[\"add\"],\"path\":") + "}]}")
                .collect(Collectors.joining(","));
        String blueprint = "{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"taint\":{\"untrusted\":[\"/g40/p1\"]},"
                + "\"state\":{\"schema\":true,\"initial\":{}},\"workers\":{" + workers + "}}";

        assertThat(Linter.lint(JsonReader.parse(blueprint)).warnings())
                .filteredOn(problem -> problem.pointer().equals("/workers"))
                .extracting(Problem::message)
                .filteredOn(message -> message.startsWith("Expected workers of which can be told within"))
                .hasSize(egress ? 1 : 0);
    }

    private static String paths(int group) {
        return IntStream.range(0, 90)
                .mapToObj(i -> "\"/g" + group + "/p" + i + "\"")
                .collect(Collectors.joining(","));
    }

    @Test
    void whatAWorkerBringsFromOutside_isNeverEndorsedByItself() {
        List<Problem> warnings = warnings(
                "taint: [untrusted], endorses: ['/summaries/*']", "taint: []", "read: ['/summaries/*', '/notes/*']");

        assertThat(pointers(warnings)).containsExactly("/workers/sender/egress");
    }
}
