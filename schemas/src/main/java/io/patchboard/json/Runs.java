package io.patchboard.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes and edits trees of {@linkplain Run runs}.
 *
 * <p>A row of children is cut from the left: a run ends with the child that ends it, or where it is full. So what a run
 * holds depends on where it begins, and an edit is done when, to its right, a run begins where one began before; that
 * is mostly the next one. Everything else is shared.
 */
final class Runs {

    /** Children up to which a container is not cut into runs at all. */
    static final int FLAT = 32;

    /**
     * A run has at least as many children, unless it is the last: else a child that occurs often could make a run each
     * time.
     */
    private static final int FEWEST = 4;

    /** And no more than this, whatever they are: else a row of equal children would be one run. */
    private static final int MOST = 64;

    private Runs() {}

    /** @param items at least one */
    static Run ofItems(Json[] items) {
        byte[] levels = new byte[items.length];
        MerkleText text = new MerkleText();
        for (int i = 0; i < items.length; i++) {
            levels[i] = text.digestOfChild(items[i]).leadingZeros();
        }
        text.done();
        return root(cut(Run.NO_NAMES, items, levels));
    }

    /** @param names at least one, sorted, each once */
    static Run ofMembers(String[] names, Json[] values) {
        byte[] levels = new byte[names.length];
        MerkleText text = new MerkleText();
        for (int i = 0; i < names.length; i++) {
            levels[i] = text.digestOfScalar(Json.of(names[i])).leadingZeros();
        }
        text.done();
        return root(cut(names, values, levels));
    }

    /** How many heights an item ends. */
    private static byte level(Json item) {
        return item.digest().leadingZeros();
    }

    private static byte level(String name) {
        return new JsonString(name).digest().leadingZeros();
    }

    static Run replaceItem(Run root, int index, Json item) {
        return root(edit(root, index, (leaf, part) -> {
            byte level = level(item);
            if (level == leaf.level(part)) {
                return List.of(leaf.with(part, item));
            }
            Object[] parts = leaf.copyOfParts();
            byte[] levels = leaf.copyOfLevels();
            parts[part] = item;
            levels[part] = level;
            return cut(Run.NO_NAMES, parts, levels);
        }));
    }

    static Run replaceMember(Run root, int index, Json value) {
        return root(edit(root, index, (leaf, part) -> List.of(leaf.with(part, value))));
    }

    /** @param index from 0 to the size, which appends */
    static Run insertItem(Run root, int index, Json item) {
        return root(edit(root, index, (leaf, part) -> {
            byte[] levels = inserted(leaf.copyOfLevels(), part, level(item));
            return cut(Run.NO_NAMES, inserted(leaf.copyOfParts(), part, item), levels);
        }));
    }

    /** @param index where the name belongs */
    static Run insertMember(Run root, int index, String name, Json value) {
        return root(edit(root, index, (leaf, part) -> {
            byte[] levels = inserted(leaf.copyOfLevels(), part, level(name));
            return cut(inserted(leaf.copyOfNames(), part, name), inserted(leaf.copyOfParts(), part, value), levels);
        }));
    }

    /** Of a container that has more than one child. */
    static Run remove(Run root, int index) {
        return root(edit(root, index, (leaf, part) -> {
            if (leaf.length() == 1) {
                return List.of();
            }
            String[] names = leaf.copyOfNames();
            return cut(
                    names.length == 0 ? names : removed(names, part),
                    removed(leaf.copyOfParts(), part),
                    removed(leaf.copyOfLevels(), part));
        }));
    }

    private interface LeafEdit {

        /** The leaves that take the place of one. */
        List<Run> apply(Run leaf, int part);
    }

    private static List<Run> edit(Run root, int index, LeafEdit edit) {
        return edit(root, index, edit, Ahead.NOTHING);
    }

    /**
     * The runs, all of the height of the given one, that take its place and that of the runs ahead that it took in.
     * Only if nothing is left ahead may the last of them be one that nothing ended.
     */
    private static List<Run> edit(Run run, int index, LeafEdit edit, Ahead ahead) {
        if (run.isLeaf()) {
            return takeIn(edit.apply(run, index), ahead);
        }
        int part = 0;
        int at = index;
        while (part < run.length() - 1 && at >= run.run(part).size()) {
            at -= run.run(part).size();
            part++;
        }
        Ahead below = new Ahead(ahead, run, part + 1);
        List<Run> made = edit(run.run(part), at, edit, below);
        if (made.size() == 1
                && below.isUntouched()
                && made.get(0).level() == run.run(part).level()) {
            // As many runs that end as they did: this one ends where it did.
            return List.of(run.with(part, made.get(0)));
        }
        List<Run> row = new ArrayList<>(run.runs().subList(0, part));
        row.addAll(made);
        row.addAll(below.rest());
        return row.isEmpty() ? List.of() : takeIn(cut(row), ahead);
    }

    /** Cuts anew, with more from the right, until a run ends there: in a row of equal children all the way. */
    private static List<Run> takeIn(List<Run> pieces, Ahead ahead) {
        if (isDone(pieces, ahead)) {
            return pieces;
        }
        List<Run> runs = new ArrayList<>(pieces);
        while (!isDone(runs, ahead)) {
            runs.addAll(cutTogether(runs.remove(runs.size() - 1), ahead.next()));
        }
        return runs;
    }

    private static boolean isDone(List<Run> runs, Ahead ahead) {
        return runs.isEmpty() || isEnded(runs.get(runs.size() - 1)) || !ahead.hasNext();
    }

    private static List<Run> cutTogether(Run left, Run right) {
        if (left.isLeaf()) {
            return shared(left, right);
        }
        List<Run> row = new ArrayList<>(left.runs());
        row.addAll(right.runs());
        return cut(row);
    }

    /** Fills up the left one. What the right one keeps is one run still: nearer to its begin, no more of it ends it. */
    private static List<Run> shared(Run left, Run right) {
        int taken = 1;
        while (taken < right.length() && !ends(left.length() + taken, right.level(taken - 1), 0)) {
            taken++;
        }
        String[] names = right.copyOfNames();
        Object[] parts = right.copyOfParts();
        byte[] levels = right.copyOfLevels();
        int named = Math.min(taken, names.length);
        Run longer = new Run(
                joined(left.copyOfNames(), names, named),
                joined(left.copyOfParts(), parts, taken),
                joined(left.copyOfLevels(), levels, taken));
        if (taken == right.length()) {
            return List.of(longer);
        }
        return List.of(
                longer,
                new Run(
                        Arrays.copyOfRange(names, named, names.length),
                        Arrays.copyOfRange(parts, taken, parts.length),
                        Arrays.copyOfRange(levels, taken, levels.length)));
    }

    private static boolean isEnded(Run run) {
        return ends(run.length(), run.level(), run.height());
    }

    /** Whether a run of a height ends with its child of a level, which is one of so many. */
    private static boolean ends(int children, int level, int height) {
        return children == MOST || children >= FEWEST && level > height;
    }

    /** Cuts children into leaves. */
    private static List<Run> cut(String[] names, Object[] values, byte[] levels) {
        List<Run> leaves = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < values.length; i++) {
            if (ends(i + 1 - from, levels[i], 0) || i == values.length - 1) {
                leaves.add(new Run(
                        names.length == 0 ? names : Arrays.copyOfRange(names, from, i + 1),
                        Arrays.copyOfRange(values, from, i + 1),
                        Arrays.copyOfRange(levels, from, i + 1)));
                from = i + 1;
            }
        }
        return leaves;
    }

    /** Cuts runs of one height into runs of the next. */
    private static List<Run> cut(List<Run> row) {
        int height = row.get(0).height() + 1;
        List<Run> higher = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < row.size(); i++) {
            if (ends(i + 1 - from, row.get(i).level(), height) || i == row.size() - 1) {
                higher.add(new Run(row.subList(from, i + 1), height));
                from = i + 1;
            }
        }
        return higher;
    }

    /** The one run above a row, at the first height at which it is one. */
    private static Run root(List<Run> row) {
        List<Run> top = row;
        while (top.size() > 1) {
            top = cut(top);
        }
        Run root = top.get(0);
        while (!root.isLeaf() && root.length() == 1) {
            root = root.run(0);
        }
        return root;
    }

    private static <T> T[] inserted(T[] array, int at, T element) {
        T[] longer = Arrays.copyOf(array, array.length + 1);
        System.arraycopy(array, at, longer, at + 1, array.length - at);
        longer[at] = element;
        return longer;
    }

    private static byte[] inserted(byte[] array, int at, byte element) {
        byte[] longer = Arrays.copyOf(array, array.length + 1);
        System.arraycopy(array, at, longer, at + 1, array.length - at);
        longer[at] = element;
        return longer;
    }

    private static <T> T[] removed(T[] array, int at) {
        T[] shorter = Arrays.copyOf(array, array.length - 1);
        System.arraycopy(array, at + 1, shorter, at, array.length - 1 - at);
        return shorter;
    }

    private static byte[] removed(byte[] array, int at) {
        byte[] shorter = Arrays.copyOf(array, array.length - 1);
        System.arraycopy(array, at + 1, shorter, at, array.length - 1 - at);
        return shorter;
    }

    private static <T> T[] joined(T[] first, T[] second, int taken) {
        T[] both = Arrays.copyOf(first, first.length + taken);
        System.arraycopy(second, 0, both, first.length, taken);
        return both;
    }

    private static byte[] joined(byte[] first, byte[] second, int taken) {
        byte[] both = Arrays.copyOf(first, first.length + taken);
        System.arraycopy(second, 0, both, first.length, taken);
        return both;
    }
}
