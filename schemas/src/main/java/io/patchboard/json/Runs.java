package io.patchboard.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes and edits trees of {@linkplain Run runs}. An edit makes new runs along one way from the root; all others are shared. */
final class Runs {

    /** Children up to which a container is not cut into runs at all. */
    static final int FLAT = 32;

    private Runs() {}

    /** @param items at least one */
    static Run ofItems(Json[] items) {
        int[] levels = new int[items.length];
        MerkleText text = new MerkleText();
        for (int i = 0; i < items.length; i++) {
            levels[i] = text.digestOfChild(items[i]).leadingZeros();
        }
        return root(cut(Run.NO_NAMES, items, levels));
    }

    /** @param names at least one, sorted, each once */
    static Run ofMembers(String[] names, Json[] values) {
        int[] levels = new int[names.length];
        MerkleText text = new MerkleText();
        for (int i = 0; i < names.length; i++) {
            levels[i] = text.digestOfScalar(Json.of(names[i])).leadingZeros();
        }
        return root(cut(names, values, levels));
    }

    /** How many heights an item ends. */
    private static int level(Json item) {
        return item.digest().leadingZeros();
    }

    private static int level(String name) {
        return new JsonString(name).digest().leadingZeros();
    }

    static Run replaceItem(Run root, int index, Json item) {
        return root(edit(root, index, (leaf, part) -> {
            Object[] parts = leaf.copyOfParts();
            parts[part] = item;
            int[] levels = levels(leaf, parts.length);
            levels[part] = level(item);
            return cut(Run.NO_NAMES, parts, levels);
        }));
    }

    static Run replaceMember(Run root, int index, Json value) {
        return root(edit(root, index, (leaf, part) -> {
            Object[] parts = leaf.copyOfParts();
            parts[part] = value;
            return List.of(new Run(leaf.copyOfNames(), parts, 0, leaf.level()));
        }));
    }

    /** @param index from 0 to the size, which appends */
    static Run insertItem(Run root, int index, Json item) {
        return root(edit(root, index, (leaf, part) -> {
            int[] levels = inserted(levels(leaf, leaf.length()), part, level(item));
            return cut(Run.NO_NAMES, inserted(leaf.copyOfParts(), part, item), levels);
        }));
    }

    /** @param index where the name belongs */
    static Run insertMember(Run root, int index, String name, Json value) {
        return root(edit(root, index, (leaf, part) -> {
            int[] levels = inserted(levels(leaf, leaf.length()), part, level(name));
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
                    removed(levels(leaf, leaf.length()), part));
        }));
    }

    private interface LeafEdit {

        /** The leaves that take the place of one. */
        List<Run> apply(Run leaf, int part);
    }

    /** The runs, all of the height of the given one, that take its place. Only the last may lack a child that ends it. */
    private static List<Run> edit(Run run, int index, LeafEdit edit) {
        if (run.isLeaf()) {
            return edit.apply(run, index);
        }
        int part = 0;
        int at = index;
        while (part < run.length() - 1 && at >= run.run(part).size()) {
            at -= run.run(part).size();
            part++;
        }
        return replacePart(run, part, edit(run.run(part), at, edit));
    }

    private static List<Run> replacePart(Run run, int part, List<Run> pieces) {
        List<Run> row = new ArrayList<>(run.length() + pieces.size());
        for (int i = 0; i < part; i++) {
            row.add(run.run(i));
        }
        row.addAll(pieces);
        for (int i = part + 1; i < run.length(); i++) {
            boolean open = i == part + 1 && !pieces.isEmpty() && !isEnded(row.get(row.size() - 1));
            if (open) {
                row.add(join(row.remove(row.size() - 1), run.run(i)));
            } else {
                row.add(run.run(i));
            }
        }
        return row.isEmpty() ? List.of() : cut(row);
    }

    /** Whether the last child of a run ends it. */
    private static boolean isEnded(Run run) {
        return run.level() > run.height();
    }

    /** One run of two neighbours, of which nothing ends the first. */
    private static Run join(Run left, Run right) {
        if (left.isLeaf()) {
            return new Run(
                    joined(left.copyOfNames(), right.copyOfNames()),
                    joined(left.copyOfParts(), right.copyOfParts()),
                    0,
                    right.level());
        }
        Object[] lefts = left.copyOfParts();
        Object[] rights = right.copyOfParts();
        Run last = left.run(lefts.length - 1);
        if (!isEnded(last)) {
            rights[0] = join(last, right.run(0));
            lefts = Arrays.copyOf(lefts, lefts.length - 1);
        }
        return new Run(Run.NO_NAMES, joined(lefts, rights), left.height(), right.level());
    }

    /** Cuts children into leaves. */
    private static List<Run> cut(String[] names, Object[] values, int[] levels) {
        List<Run> leaves = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < values.length; i++) {
            if (levels[i] > 0 || i == values.length - 1) {
                leaves.add(new Run(
                        names.length == 0 ? names : Arrays.copyOfRange(names, from, i + 1),
                        Arrays.copyOfRange(values, from, i + 1),
                        0,
                        levels[i]));
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
            int level = row.get(i).level();
            if (level > height || i == row.size() - 1) {
                higher.add(new Run(Run.NO_NAMES, row.subList(from, i + 1).toArray(), height, level));
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

    /** Of the children of a leaf: only the last can end it. */
    private static int[] levels(Run leaf, int length) {
        int[] levels = new int[length];
        levels[length - 1] = leaf.level();
        return levels;
    }

    private static <T> T[] inserted(T[] array, int at, T element) {
        T[] longer = Arrays.copyOf(array, array.length + 1);
        System.arraycopy(array, at, longer, at + 1, array.length - at);
        longer[at] = element;
        return longer;
    }

    private static int[] inserted(int[] array, int at, int element) {
        int[] longer = Arrays.copyOf(array, array.length + 1);
        System.arraycopy(array, at, longer, at + 1, array.length - at);
        longer[at] = element;
        return longer;
    }

    private static <T> T[] removed(T[] array, int at) {
        T[] shorter = Arrays.copyOf(array, array.length - 1);
        System.arraycopy(array, at + 1, shorter, at, array.length - 1 - at);
        return shorter;
    }

    private static int[] removed(int[] array, int at) {
        int[] shorter = Arrays.copyOf(array, array.length - 1);
        System.arraycopy(array, at + 1, shorter, at, array.length - 1 - at);
        return shorter;
    }

    private static <T> T[] joined(T[] first, T[] second) {
        T[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
