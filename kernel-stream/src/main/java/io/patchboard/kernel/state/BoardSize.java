package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.circuit.Footprint;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import java.util.List;

/**
 * How large a board is, told without writing it: a state knows its size, and what else a board remembers is a few short
 * lists, whose items and characters are counted. A function of the board alone, so that what is decided by it is
 * decided the same everywhere.
 *
 * <p>It is told after each commit, so it costs what is open, waiting and held: changes and the circuit are kept in
 * rings, which know their size ({@link io.patchboard.kernel.circuit.Ring}).
 */
public final class BoardSize {

    /**
     * JSON text of one item beside the texts in it: names of fields, numbers and times; 400 bytes for an invocation.
     */
    private static final int ITEM_BYTES = 512;

    /** JSON text of one character, if it has to be escaped. */
    private static final int ESCAPED_BYTES = 6;

    /** Objects on the heap for one item. */
    private static final int ITEM_HEAP = 160;

    /** A board without items: its own object, its maps, and its place in a cache. */
    private static final int BOARD_HEAP = 2_048;

    /** What stands around a place that something moved from or to. */
    private static final int STEP_CHARS = 6;

    private long states;
    private long statesHeap;
    private long texts;
    private long items;
    private long chars;

    private BoardSize() {}

    public static BoardSize of(Board board) {
        BoardSize size = new BoardSize();
        board.log().measure(size);
        board.present().measure(size);
        board.work().measure(size);
        board.memory().measure(size);
        return size;
    }

    /** What a change adds to a board. */
    static Footprint ofChange(StateChange change) {
        BoardSize size = new BoardSize();
        size.items++;
        change.places().forEach(size::add);
        change.disturbed().forEach(size::add);
        change.relocation().places().forEach(place -> {
            size.chars += STEP_CHARS;
            size.add(place);
        });
        change.author().ifPresent(by -> {
            size.text(by.worker());
            size.add(by.trigger());
        });
        return new Footprint(size.items, size.chars);
    }

    /** No fewer than the bytes of {@link BoardJson#bytes}. */
    public long storedAtMost() {
        return states + texts + ITEM_BYTES * (items + 4) + ESCAPED_BYTES * chars;
    }

    /**
     * An estimate of the bytes that the board takes on the heap, without its blueprint, which others use, too. No
     * bound; {@code BoardSizeTest} says how far off it is. Pinned states are counted in full, although they share most
     * of their parts with the state, so a board with many of them is estimated too high.
     */
    public long heap() {
        return BOARD_HEAP + statesHeap + texts + ITEM_HEAP * items + chars;
    }

    void state(Json state) {
        states(state.canonicalBytes(), state.heapBytes());
    }

    /** Values that are so large together, as text and on the heap. */
    void states(long bytes, long heap) {
        states += bytes;
        statesHeap += heap;
    }

    void origins(Origins origins) {
        texts += origins.bytes();
    }

    void add(Footprint size) {
        items += size.items();
        chars += size.chars();
    }

    private void add(JsonPointer place) {
        List<String> tokens = place.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            text(tokens.get(i));
        }
    }

    void add(Trigger trigger) {
        item(trigger.rule());
        trigger.path().ifPresent(this::text);
        trigger.paths().forEach(this::text);
        trigger.actionId().ifPresent(this::text);
    }

    void add(Rejection rejection) {
        item(rejection.code());
        text(rejection.pointer());
        rejection.rule().ifPresent(this::text);
        text(rejection.message());
    }

    void item(String text) {
        items++;
        text(text);
    }

    void text(String text) {
        chars += Footprint.charsOf(text);
    }
}
