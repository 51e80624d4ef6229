package io.patchboard.standalone.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.model.BoardIndexes.Found;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which board an event is about, by a value; and how long it waits for one. */
class CorrelationTest {

    private static final JsonPointer AT = JsonPointer.parse("/sources/payments/correlate/value");
    private static final Instant THEN = Instant.parse("2026-03-01T10:00:00Z");

    private final List<String> asked = new ArrayList<>();
    private Instant now = THEN;
    private Instant known = THEN;
    private List<String> boards = List.of();
    private final Correlation correlation = new Correlation(
            (index, value) -> {
                asked.add(index + "=" + value);
                return new Found(boards, known);
            },
            () -> now);

    private static Event event(int offset, Instant time) {
        return event(0, offset, time);
    }

    private static Event event(int partition, int offset, Instant time) {
        return Event.of(
                new Source("payments", partition, offset),
                time,
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                JsonArray.EMPTY);
    }

    private String board(Json value, Event event) throws Exception {
        return correlation.board("orderId", value, event, AT);
    }

    @Test
    void value_isLookedForAsTheStateHasIt() throws Exception {
        boards = List.of("b");

        assertThat(board(Json.of("42"), event(1, THEN))).isEqualTo("b");
        assertThat(board(JsonReader.parse("42.0"), event(1, THEN))).isEqualTo("b");
        assertThat(board(JsonReader.parse("true"), event(1, THEN))).isEqualTo("b");

        assertThat(asked).containsExactly("orderId=42", "orderId=42", "orderId=true");
    }

    @Test
    void value_thatNoStateCanBeFoundBy_isNeverMapped() {
        for (String value : List.of("null", "{}", "[1]", "\"\"", "\"" + "x".repeat(501) + "\"")) {
            assertThatThrownBy(() -> board(JsonReader.parse(value), event(1, THEN)))
                    .isInstanceOfSatisfying(
                            UnmappedException.class, e -> assertThat(e.place()).isEqualTo(AT.toString()));
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void severalBoards_areNamed() {
        boards = List.of("b-1", "b-2");

        assertThatThrownBy(() -> board(Json.of("42"), event(1, THEN)))
                .isInstanceOf(UnmappedException.class)
                .hasMessage("Expected one board with orderId=42 that has not ended, but there are several: b-1, b-2.");
    }

    @Test
    void noBoard_isWaitedFor_untilAllIsKnownThatWasWritten8SecondsAfterTheEvent() throws Exception {
        known = THEN.plusSeconds(7);
        assertThatThrownBy(() -> board(Json.of("42"), event(1, THEN))).isInstanceOf(UnavailableException.class);
        known = THEN.plusSeconds(8);
        assertThatThrownBy(() -> board(Json.of("42"), event(1, THEN)))
                .isInstanceOf(UnmappedException.class)
                .hasMessageContaining("orderId=42")
                .hasMessageContaining("there is none");
        boards = List.of("late");
        assertThat(board(Json.of("42"), event(1, THEN))).isEqualTo("late");
    }

    @Test
    void eventOfAClockThatIsAhead_isWaitedForNoLonger() {
        Event future = event(1, THEN.plusSeconds(3_600));
        assertThatThrownBy(() -> board(Json.of("42"), future)).isInstanceOf(UnavailableException.class);

        now = THEN.plusSeconds(20);
        known = THEN.plusSeconds(10);

        assertThatThrownBy(() -> board(Json.of("42"), future)).isInstanceOf(UnmappedException.class);
        assertThatThrownBy(() -> board(Json.of("42"), event(2, THEN.plusSeconds(3_600))))
                .as("the next waits for itself")
                .isInstanceOf(UnavailableException.class);
    }

    /** Partitions are tried in turn while their events wait. */
    @Test
    void eventsOfSeveralPartitionsWithClocksAhead_waitBesideEachOther() {
        List<Event> futures = List.of(event(0, 1, THEN.plusSeconds(3_600)), event(1, 1, THEN.plusSeconds(3_600)));
        for (Event future : futures) {
            assertThatThrownBy(() -> board(Json.of("42"), future)).isInstanceOf(UnavailableException.class);
        }

        now = THEN.plusSeconds(20);
        known = THEN.plusSeconds(10);

        for (Event future : futures) {
            assertThatThrownBy(() -> board(Json.of("42"), future)).isInstanceOf(UnmappedException.class);
        }
    }
}
