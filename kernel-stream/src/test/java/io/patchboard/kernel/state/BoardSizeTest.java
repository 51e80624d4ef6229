package io.patchboard.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Rich;
import io.patchboard.kernel.StoredForm;
import io.patchboard.kernel.circuit.Ring;
import java.lang.management.ManagementFactory;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the estimate is worth, for states of several kinds; and that it does not count again what it has counted. */
@Isolated("the heap is what it measures")
class BoardSizeTest {

    private static final int STATES = 200;
    private static final int ITEMS = 1_000;

    /** What an array has a thousand of. Names are each other's in one text, and small numbers everybody's. */
    static Stream<Arguments> kinds() {
        return Stream.of(
                of("objects", i -> "{\"id\":\"c-" + i + "\",\"confidence\":0." + i + ",\"text\":\"Number " + i + "\"}"),
                of("objects of different names", i -> "{\"c-" + i + "\":{\"text\":\"" + "x".repeat(120) + "\"}}"),
                of("long texts", i -> "\"" + i + "x".repeat(300) + "\""),
                of("numbers", i -> "1234." + i),
                of("small numbers", i -> Integer.toString(i % 10)),
                of("tiny arrays", i -> "[" + i % 10 + "]"));
    }

    private static Arguments of(String kind, IntFunction<String> item) {
        return Arguments.of(kind, item);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void heap_ofEachKindOfState_isBetweenHalfAndTwiceTheEstimate(String kind, IntFunction<String> item) {
        assertThat(taken(item)).isBetween(0.5, 2.0);
    }

    /** Heap that parsed states take, as a part of what is estimated. */
    private static double taken(IntFunction<String> item) {
        List<Json> states = new ArrayList<>(STATES);
        long before = used();
        for (int i = 0; i < STATES; i++) {
            // Each has strings of its own: those that texts have in common are one object.
            Json state = JsonReader.parse(IntStream.range(i * ITEMS, (i + 1) * ITEMS)
                    .mapToObj(item)
                    .collect(Collectors.joining(",", "[", "]")));
            // Of a live board the digest is known, too.
            assertThat(state.digest().hex()).isNotEmpty();
            states.add(state);
        }
        double taken = used() - before;
        Board empty = Board.absent("b");
        long estimated = 0;
        for (Json state : states) {
            estimated +=
                    BoardSize.of(in(empty, state)).heap() - BoardSize.of(empty).heap();
        }
        return taken / estimated;
    }

    private static long used() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            used = Math.min(
                    used,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return used;
    }

    private static Board in(Board board, Json state) {
        JsonObject json = StoredForm.with(BoardJson.write(board), "present.value", state);
        return BoardJson.read(json, hash -> board.rules());
    }

    @Test
    void size_ofABoard_doesNotVisitThePlacesOfChangesAgain() {
        Visited places = new Visited(JsonPointer.parse("/claims/1/text"));
        StateChange change = new StateChange(2, places);
        assertThat(places.visits).isPositive();
        int once = places.visits;

        Board board = Rich.paused().board();
        long before = BoardSize.of(board).heap();
        BoardState present = board.present();
        Board with = new Board(
                board.log(),
                new BoardState(
                        present.phase(),
                        present.blueprint(),
                        present.value(),
                        present.origins(),
                        present.hash(),
                        present.version(),
                        present.created(),
                        present.pausedAt(),
                        present.pinned(),
                        Ring.copyOf(List.of(change)),
                        Ring.copyOf(List.of(change)),
                        present.marks(),
                        present.parent()),
                board.work(),
                board.memory());
        assertThat(BoardSize.of(with).heap()).isNotEqualTo(before);
        assertThat(places.visits).isEqualTo(once);
    }

    /** Places that know how often they were looked at. */
    private static final class Visited extends AbstractList<JsonPointer> {

        private final JsonPointer place;
        private int visits;

        private Visited(JsonPointer place) {
            this.place = place;
        }

        @Override
        public JsonPointer get(int index) {
            visits++;
            return place;
        }

        @Override
        public int size() {
            return 100;
        }
    }
}
