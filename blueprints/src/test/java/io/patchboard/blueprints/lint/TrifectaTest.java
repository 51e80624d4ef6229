package io.patchboard.blueprints.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

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

    @Test
    void whatAWorkerBringsFromOutside_isNeverEndorsedByItself() {
        List<Problem> warnings = warnings(
                "taint: [untrusted], endorses: ['/summaries/*']", "taint: []", "read: ['/summaries/*', '/notes/*']");

        assertThat(pointers(warnings)).containsExactly("/workers/sender/egress");
    }
}
