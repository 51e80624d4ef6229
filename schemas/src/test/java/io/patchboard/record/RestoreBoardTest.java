package io.patchboard.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said to have been at work then comes to be on the board. */
class RestoreBoardTest {

    private static RestoreBoard restore(String trigger) {
        return restore(trigger, "");
    }

    /** @param more what is said of the match that waits */
    private static RestoreBoard restore(String trigger, String more) {
        String match = "{\"rule\":\"r\",\"sequence\":1," + trigger + "}";
        return RestoreBoard.read(new Fields((JsonObject) JsonReader.parse(
                "{\"type\":\"RestoreBoard\",\"commandId\":\"c\",\"boardId\":\"b\",\"by\":\"ada\",\"reason\":\"r\","
                        + "\"expectedSequence\":3,\"former\":{\"version\":1,\"patch\":[],\"stateHash\":\""
                        + "0".repeat(64) + "\",\"stateHashScheme\":1,\"invites\":[{\"worker\":\"w\",\"trigger\":"
                        + match
                        + "}],\"held\":[{\"trigger\":" + match + ",\"reason\":\"delay\"" + more + "}]}}")));
    }

    @Test
    void former_triggersAtPlaces_areTaken() {
        assertThat(restore("\"path\":\"/items/0\",\"paths\":[\"/items/1\",\"\"]")
                        .former())
                .isPresent();
    }

    @Test
    void former_triggerAtNoPlace_isRefusedWithItsSpot() {
        assertThatThrownBy(() -> restore("\"path\":\"items\""))
                .hasMessageStartingWith(
                        "Expected JSON Pointers in the trigger at /former/invites/0/trigger, but: Expected")
                .isInstanceOfSatisfying(
                        FieldException.class, e -> assertThat(e.pointer()).isEqualTo("/former/invites/0/trigger"));
        assertThatThrownBy(() -> restore("\"paths\":[\"/a\",\"/b~2\"]")).isInstanceOf(FieldException.class);
    }

    @Test
    void former_timeThatNoBoardComesTo_isRefusedWithItsSpot() {
        String place = "\"path\":\"/items/0\"";

        assertThat(restore(place, ",\"due\":\"9999-12-31T23:59:59.000Z\"").former())
                .isPresent();
        for (String due : List.of("+1000000000-12-31T23:59:59.999Z", "-1000000000-01-01T00:00:00Z")) {
            assertThatThrownBy(() -> restore(place, ",\"due\":\"" + due + "\""))
                    .hasMessage("Expected a time from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z at"
                            + " /former/held/0/due, but got " + due + ". Leave it out where no time is set.")
                    .isInstanceOfSatisfying(
                            FieldException.class, e -> assertThat(e.pointer()).isEqualTo("/former/held/0/due"));
        }
    }
}
