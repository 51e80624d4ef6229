package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.decide.Input;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is still to be sealed is in no rejection, whatever else is wrong with what was sent. */
class WithheldTest {

    private static final String VALUE = "{\"$unsealed\":{\"subject\":\"p\",\"value\":\"Ada Lovelace\"}}";
    private static final String PATCH = "\"patch\":[{\"op\":\"add\",\"path\":\"/name\",\"value\":" + VALUE + "}]";

    private static final InputReader READER = new InputReader(new RecordDecoder(InputReader.LIMITS));

    private static Scenario board() {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: visits
                state: {schema: true, initial: {}}
                workers: {w: {}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                """).created();
    }

    private static Input read(boolean command, String value) {
        byte[] key = Scenario.BOARD.getBytes(StandardCharsets.UTF_8);
        return READER.read(command, key, value.getBytes(StandardCharsets.UTF_8), 0)
                .input();
    }

    private static void assertWithheld(List<LogEntry> entries) {
        assertThat(entries)
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.toJson().toString()).doesNotContain("Lovelace"));
        assertThat(entries.getFirst().toJson().toString()).contains("\"withheld\":");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"boardId\":\"b-1\",\"worker\":\"w\",",
                "{\"proposalId\":\"p\",\"boardId\":\"another\",\"worker\":\"w\",",
                "{\"proposalId\":\"p\",\"boardId\":\"b-1\",\"worker\":\"w\",\"proposalId\":\"twice\","
            })
    void whatIsNoProposal_isNotRepeated(String beginning) {
        Scenario board = board();

        assertWithheld(board.decide(read(false, beginning + PATCH + "}")));
        assertThat(board.entries(PatchRejected.class)).hasSize(1);
    }

    @Test
    void whatIsNoCommand_orIsRefusedUndecided_isNotRepeated() {
        Scenario board = board();
        String edit =
                "{\"type\":\"EditBoard\",\"commandId\":\"c\",\"boardId\":\"b-1\",\"by\":\"ada\",\"reason\":\"so\","
                        + PATCH + "}";

        assertWithheld(board.decide(read(true, edit.replace("\"commandId\":\"c\",", ""))));
        assertWithheld(board.decide(InputReader.undecidable(read(true, edit), new IllegalStateException())));
        assertThat(board.entries(CommandRejected.class)).hasSize(2);
    }

    @Test
    void whatIsNotWithheld_isRepeatedAsItWas() {
        Scenario board = board();
        String sent = "{\"boardId\":\"b-1\",\"worker\":\"w\"," + PATCH.replace("$unsealed", "plain") + "}";
        board.decide(read(false, sent));

        assertThat(board.entries(PatchRejected.class).getFirst().proposal().orElseThrow())
                .hasToString(sent);
    }

    /** A proposal is known by the invocation that it names, also if that was not to be had. */
    @Test
    void sentAgain_itIsDropped_andForAnotherInvocation_isAnotherOne() {
        Scenario board = board();
        for (String invocation : List.of("inv-1", "inv-2", "inv-1")) {
            board.decide(read(
                    false,
                    "{\"proposalId\":\"p\",\"boardId\":\"b-1\",\"worker\":\"w\",\"invocationId\":\"" + invocation
                            + "\"," + PATCH + "}"));
        }

        assertThat(board.entries(PatchRejected.class)).hasSize(2);
    }
}
