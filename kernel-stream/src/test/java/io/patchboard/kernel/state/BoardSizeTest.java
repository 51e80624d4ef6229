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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What the estimate is worth, for states of several kinds; and that it does not count again what it has counted. */
@Isolated("the heap is what it measures")
class BoardSizeTest {

    private static final int STATES = 200;
    private static final int ITEMS = 1_000;

    @Tag("long")
    @Test
    void heap_ofObjects_isAboutTheEstimate() {
        assertThat(taken(i ->
                        "{\"id\":\"claim-" + i + "\",\"confidence\":0." + i + ",\"text\":\"Claim number " + i + "\"}"))
                .isBetween(0.5, 1.4);
    }

    @Tag("long")
    @Test
    void heap_ofLongTexts_isLessThanTheEstimate() {
        assertThat(taken(i -> "\"" + i + "x".repeat(300) + "\"")).isLessThan(0.5);
    }

    @Tag("long")
    @Test
    void heap_ofSmallNumbers_isUpToTwiceTheEstimate() {
        assertThat(taken(i -> Integer.toString(i % 10))).isLessThan(2.0);
    }

    @Tag("long")
    @Test
    void heap_ofTinyArrays_isUpToTwiceTheEstimate() {
        assertThat(taken(i -> "[" + i % 10 + "]")).isLessThan(2.0);
    }

    /** Heap that parsed states take, as a part of what is estimated. */
    private static double taken(IntFunction<String> item) {
        String text = IntStream.range(0, ITEMS).mapToObj(item).collect(Collectors.joining(",", "[", "]"));
        List<Json> states = new ArrayList<>(STATES);
        long before = used();
        for (int i = 0; i < STATES; i++) {
            Json state = JsonReader.parse(text);
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
        double part = taken / estimated;
        System.out.println("heap of a state of " + text.substring(0, 20) + "..., as a part of the estimate: " + part);
        return part;
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
