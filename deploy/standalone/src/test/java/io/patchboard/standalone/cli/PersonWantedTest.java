package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PersonWantedTest {

    /** Nobody is there to escalate it to. */
    @Test
    void sentence_ofAGate_offersWhatItTakes() {
        LogEntry entry = new SampleLog("b")
                .created()
                .add(new NeedsPerson(
                        NeedsPerson.Kind.GATE,
                        BoardHalted.Reason.GATE,
                        "all",
                        NeedsPerson.Holds.PATCH,
                        Optional.empty(),
                        Optional.empty(),
                        "A count waits.",
                        List.of(Option.APPROVE, Option.REJECT, Option.MODIFY),
                        Optional.of(new NeedsPerson.Gate(
                                2, List.of(), List.of(), Optional.empty(), NeedsPerson.OnTimeout.REJECT, List.of()))))
                .entries()
                .get(1);

        assertThat(new PersonWanted("b", entry).sentence(new RunPlace.Served("")))
                .isEqualTo(
                        "Board b waits for a person's decision: A count waits. \"patchboard approvals show b\" shows it;"
                                + " approve, reject or modify takes the decision.");
    }
}
