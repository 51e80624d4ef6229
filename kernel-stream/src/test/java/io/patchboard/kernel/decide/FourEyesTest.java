package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is asked about what an approver has made of a patch. */
class FourEyesTest extends GateRig {

    /** Grace proposes, ada modifies. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[ada, grace]; [ada, grace]; NOBODY",
                "[ada]; [grace]; NOBODY",
                "[ada, grace]; [grace, boss, ceo]; boss",
                "[ada]; [boss]; boss",
                "[ada, eve]; [boss]; ada or eve",
            })
    void modify_asksSomebodyWhoIsNoAuthor_firstOfTheApprovers(String named, String after, String asked) {
        Scenario board =
                gated(NAMED.formatted("").replace("[ada, grace]", named).replace("[boss]", after));
        board.propose(board.proposal("free", Optional.empty(), PUBLISH).sentBy(Optional.of("grace")));

        List<LogEntry> entries =
                decide(board, Option.MODIFY, "ada", "[{op: add, path: /notes/-, value: x}, " + PUBLISH.substring(1));

        if (asked.equals("NOBODY")) {
            assertThat(Scenario.only(entries, PatchCommitted.class).approvedBy())
                    .containsExactly("ada");
        } else {
            assertThat(kinds(entries)).containsExactly(Decided.class, PatchHeld.class, NeedsPerson.class);
            assertThat(Scenario.only(entries, NeedsPerson.class).message()).contains("until " + asked + " allows");
        }
    }

    @Test
    void modify_byTheLastToWhomItWasEscalated_asksThoseWhoWereNamedFirst() {
        Scenario board = held(NAMED.formatted(""));
        decide(board, Option.ESCALATE, "ada");

        List<LogEntry> entries = decide(board, Option.MODIFY, "boss", PUBLISH);

        assertThat(kinds(entries)).containsExactly(Decided.class, PatchHeld.class, NeedsPerson.class);
        assertThat(kinds(decide(board, Option.APPROVE, "grace"))).contains(PatchCommitted.class);
    }

    /** It would wait for somebody who may not allow it. */
    @Test
    void escalate_passesOverAuthors() {
        Scenario board = gated(NAMED.formatted("").replace("[boss]", "[eve, boss]"));
        board.propose(board.proposal("free", Optional.empty(), PUBLISH).sentBy(Optional.of("eve")));

        NeedsPerson next = Scenario.only(decide(board, Option.ESCALATE, "ada"), NeedsPerson.class);

        assertThat(next.gate().orElseThrow().approvers()).containsExactly("boss");
    }

    @Test
    void escalate_whereOnlyAuthorsComeAfter_isNotOffered() {
        Scenario board = gated(NAMED.formatted("").replace("[boss]", "[eve]"));

        List<LogEntry> entries =
                board.propose(board.proposal("free", Optional.empty(), PUBLISH).sentBy(Optional.of("eve")));

        assertThat(Scenario.only(entries, NeedsPerson.class).options()).doesNotContain(Option.ESCALATE);
    }
}
