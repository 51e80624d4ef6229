package io.patchboard.kernel.patch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The nodes of some items of an array, or of some members of an object. Immutable: an edit makes one block anew and
 * shares the others, so that it costs little however many there are. An item is found by counting, since its index is
 * not written down: then nothing need be changed in those behind when one comes or goes.
 */
final class OriginRow {

    static final OriginRow EMPTY = new OriginRow(new OriginBlock[0]);

    private static final int MOST_ENTRIES = 64;

    /** JSON of a gap or around a name. */
    private static final int ENTRY_BYTES = 12;

    /**
     * One node.
     *
     * @param name of the member; null for an item
     * @param gap how many items before this one have no node, since the one that has
     */
    record Entry(String name, int gap, OriginNode node) {

        int span() {
            return gap + 1;
        }

        long bytes() {
            return ENTRY_BYTES + (name == null ? 0 : (long) OriginNode.ESCAPED_BYTES * name.length()) + node.bytes();
        }

        private Entry withGap(int other) {
            return new Entry(name, other, node);
        }
    }

    /** Where an entry is, or would be: a block, a place in it, and how many items come before the entry's gap. */
    private record Spot(int block, int entry, int before) {}

    private final OriginBlock[] blocks;
    private final long bytes;
    private final int levels;
    private final Marks marks;

    private OriginRow(OriginBlock[] blocks) {
        this.blocks = blocks;
        long size = 0;
        int deepest = 0;
        Marks all = Marks.NONE;
        for (OriginBlock block : blocks) {
            size += block.bytes();
            deepest = Math.max(deepest, block.levels());
            all = all.plus(block.marks());
        }
        marks = all;
        bytes = size;
        levels = deepest;
    }

    boolean isEmpty() {
        return blocks.length == 0;
    }

    boolean hasNames() {
        return !isEmpty() && blocks[0].entries()[0].name() != null;
    }

    long bytes() {
        return bytes;
    }

    /** Levels of nodes, these included. */
    int levels() {
        return levels;
    }

    /** Of all that is in it. */
    Marks marks() {
        return marks;
    }

    void forEach(Consumer<Entry> action) {
        for (OriginBlock block : blocks) {
            for (Entry entry : block.entries()) {
                action.accept(entry);
            }
        }
    }

    OriginRow map(UnaryOperator<OriginNode> next) {
        OriginBlock[] mapped = blocks.clone();
        for (int i = 0; i < mapped.length; i++) {
            Entry[] entries = mapped[i].entries().clone();
            for (int j = 0; j < entries.length; j++) {
                entries[j] = new Entry(entries[j].name(), entries[j].gap(), next.apply(entries[j].node()));
            }
            mapped[i] = OriginBlock.of(entries);
        }
        return new OriginRow(mapped);
    }

    /** @param entries in order */
    static OriginRow of(List<Entry> entries) {
        List<OriginBlock> blocks = new ArrayList<>();
        for (int from = 0; from < entries.size(); from += MOST_ENTRIES) {
            int end = Math.min(entries.size(), from + MOST_ENTRIES);
            blocks.add(OriginBlock.of(entries.subList(from, end).toArray(Entry[]::new)));
        }
        return blocks.isEmpty() ? EMPTY : new OriginRow(blocks.toArray(OriginBlock[]::new));
    }

    /** The node of a member; null if it has none of its own. */
    OriginNode get(String name) {
        Spot spot = spot(name);
        return has(spot, name) ? entry(spot).node() : null;
    }

    OriginRow with(String name, OriginNode node) {
        Spot spot = spot(name);
        return splice(spot, has(spot, name) ? 1 : 0, new Entry(name, 0, node));
    }

    OriginRow without(String name) {
        Spot spot = spot(name);
        return has(spot, name) ? splice(spot, 1) : this;
    }

    private boolean has(Spot spot, String name) {
        return spot.block() < blocks.length && entry(spot).name().equals(name);
    }

    /** The node of an item; null if it has none of its own. */
    OriginNode get(int index) {
        Spot spot = spot(index);
        return has(spot, index) ? entry(spot).node() : null;
    }

    private boolean has(Spot spot, int index) {
        return spot.block() < blocks.length && spot.before() + entry(spot).gap() == index;
    }

    OriginRow with(int index, OriginNode node) {
        Spot spot = spot(index);
        int gap = index - spot.before();
        Entry added = new Entry(null, gap, node);
        if (spot.block() == blocks.length) {
            return splice(spot, 0, added);
        }
        Entry there = entry(spot);
        return has(spot, index) ? splice(spot, 1, added) : splice(spot, 1, added, there.withGap(there.gap() - gap - 1));
    }

    /** With an item more before the one at the index. */
    OriginRow inserted(int index, OriginNode node) {
        Spot spot = spot(index);
        int gap = index - spot.before();
        Entry added = new Entry(null, gap, node);
        if (spot.block() == blocks.length) {
            return splice(spot, 0, added);
        }
        Entry there = entry(spot);
        return splice(spot, 1, added, there.withGap(there.gap() - gap));
    }

    /** Without the item at the index; those behind it move up. */
    OriginRow removed(int index) {
        Spot spot = spot(index);
        if (spot.block() == blocks.length) {
            return this;
        }
        Entry there = entry(spot);
        if (!has(spot, index)) {
            return splice(spot, 1, there.withGap(there.gap() - 1));
        }
        boolean lastOfBlock = spot.entry() == blocks[spot.block()].entries().length - 1;
        Spot next = lastOfBlock ? new Spot(spot.block() + 1, 0, 0) : new Spot(spot.block(), spot.entry() + 1, 0);
        OriginRow row = this;
        if (there.gap() > 0 && next.block() < blocks.length) {
            Entry behind = entry(next);
            row = row.splice(next, 1, behind.withGap(behind.gap() + there.gap()));
        }
        return row.splice(spot, 1);
    }

    private Entry entry(Spot spot) {
        return blocks[spot.block()].entries()[spot.entry()];
    }

    /** Of the first member that does not come before the name. */
    private Spot spot(String name) {
        int from = 0;
        int end = blocks.length;
        while (from < end) {
            int middle = (from + end) >>> 1;
            if (blocks[middle].last().compareTo(name) < 0) {
                from = middle + 1;
            } else {
                end = middle;
            }
        }
        return new Spot(from, from < blocks.length ? blocks[from].find(name) : 0, 0);
    }

    /** Of the entry that has the item, or has it in its gap. */
    private Spot spot(int index) {
        int before = 0;
        for (int i = 0; i < blocks.length; i++) {
            if (index >= before + blocks[i].span()) {
                before += blocks[i].span();
                continue;
            }
            if (blocks[i].isDense()) {
                return new Spot(i, index - before, index);
            }
            int entry = 0;
            while (index >= before + blocks[i].entries()[entry].span()) {
                before += blocks[i].entries()[entry].span();
                entry++;
            }
            return new Spot(i, entry, before);
        }
        return new Spot(blocks.length, 0, before);
    }

    /** With others in place of some entries of one block; behind the last block, with more at its end. */
    private OriginRow splice(Spot spot, int removed, Entry... added) {
        boolean behind = spot.block() == blocks.length;
        if (behind && blocks.length == 0) {
            return of(List.of(added));
        }
        int block = behind ? blocks.length - 1 : spot.block();
        Entry[] before = blocks[block].entries();
        int at = behind ? before.length : spot.entry();
        int size = before.length - removed + added.length;
        OriginBlock[] next;
        if (size == 0) {
            next = OriginBlock.spliced(blocks, block, 1, new OriginBlock[0]);
        } else if (size <= MOST_ENTRIES) {
            next = blocks.clone();
            next[block] = blocks[block].with(at, removed, added);
        } else {
            Entry[] all = OriginBlock.spliced(before, at, removed, added);
            OriginBlock[] halves = {
                OriginBlock.of(Arrays.copyOf(all, size / 2)), OriginBlock.of(Arrays.copyOfRange(all, size / 2, size))
            };
            next = OriginBlock.spliced(blocks, block, 1, halves);
        }
        return next.length == 0 ? EMPTY : new OriginRow(next);
    }
}
