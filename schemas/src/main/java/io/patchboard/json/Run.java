package io.patchboard.json;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * A run of the children of a large container: in a leaf, items of an array or members of an object in the order of
 * their names; above, shorter runs.
 *
 * <p><b>Why.</b> A container of 10,000 children in one piece would be copied, measured and hashed whole for each change
 * of one of them. Cut into runs of about 20, and runs of runs, a change makes one or two new runs at each height; every
 * other run stays the same object, with all that is known about it.
 *
 * <p><b>Where a run ends</b> follows from the children alone and not from the edits that made them, so equal containers
 * have equal runs, hence equal digests. A row is cut from the left. A run at height {@code h} ends with its 64th child,
 * or before that with a child, from the 4th on, whose digest (for a member, that of its name as a JSON string) begins
 * with more than {@code h} hexadecimal zeros; runs are cut again at the next height, each with the zeros of its last
 * child. The tree ends at the first height with one run. Databases know this as prolly tree, and with other rules for
 * the ends as Merkle search tree (Auvolat and Taïani, SRDS 2019).
 *
 * <p><b>What it costs.</b> An insertion at the front costs what one at the end does, because the runs to its right soon
 * begin where they began before. In a row of children that are all the same, or repeat each other in a short period,
 * they may not: an edit can then make all runs to its right anew, which costs what these children weigh; an addition at
 * the end never does.
 *
 * @see Runs for how runs are made
 */
public final class Run extends CachedPart {

    static final String[] NO_NAMES = {};

    private static final byte[] NO_LEVELS = {};

    private final String[] names;
    private final Object[] parts;
    private final byte[] levels;
    private final int height;
    private final int size;
    private final String lastName;
    private final boolean members;

    /**
     * A leaf.
     *
     * @param names of members, sorted; {@link #NO_NAMES} for items
     * @param levels of the values: how many heights each may end
     */
    Run(String[] names, Object[] values, byte[] levels) {
        this.names = names;
        this.parts = values;
        this.levels = levels;
        height = 0;
        size = values.length;
        members = names.length > 0;
        lastName = members ? names[names.length - 1] : "";
    }

    /** @param runs of the height below, at least one */
    Run(List<Run> runs, int height) {
        names = NO_NAMES;
        parts = runs.toArray();
        levels = NO_LEVELS;
        this.height = height;
        size = sizeOf(runs);
        members = runs.get(0).members;
        lastName = runs.get(runs.size() - 1).lastName;
    }

    private Run(Run like, Object[] parts, int size, String lastName) {
        names = like.names;
        this.parts = parts;
        levels = like.levels;
        height = like.height;
        this.size = size;
        members = like.members;
        this.lastName = lastName;
    }

    /** With another child in place of one that ends as many heights. */
    Run with(int part, Json value) {
        Object[] changed = parts.clone();
        changed[part] = value;
        return new Run(this, changed, size, lastName);
    }

    /** With another run in place of one that ends as many heights. */
    Run with(int part, Run run) {
        Object[] changed = parts.clone();
        changed[part] = run;
        return new Run(
                this, changed, size - run(part).size + run.size, part == parts.length - 1 ? run.lastName : lastName);
    }

    private static int sizeOf(List<Run> runs) {
        int size = 0;
        for (Run run : runs) {
            size += run.size;
        }
        return size;
    }

    /** How many children there are in all. */
    public int size() {
        return size;
    }

    /** Whether it consists of children, and not of runs. */
    public boolean isLeaf() {
        return height == 0;
    }

    /** The runs that it consists of, in order; none for a leaf. */
    public List<Run> runs() {
        return height > 0 ? new TypedList<>(parts, Run.class) : List.of();
    }

    /** The children of a leaf, in order; none above. */
    public List<Json> values() {
        return height == 0 ? new TypedList<>(parts, Json.class) : List.of();
    }

    /** The names of the children of an object's leaf, in order; none for arrays and above. */
    public List<String> names() {
        return Collections.unmodifiableList(Arrays.asList(names));
    }

    int height() {
        return height;
    }

    /** How many heights its last child may end. */
    int level() {
        return height > 0 ? run(parts.length - 1).level() : levels[levels.length - 1];
    }

    /** How many heights a child of a leaf may end. */
    byte level(int part) {
        return levels[part];
    }

    int length() {
        return parts.length;
    }

    Run run(int part) {
        return (Run) parts[part];
    }

    Json value(int part) {
        return (Json) parts[part];
    }

    String[] copyOfNames() {
        return names.clone();
    }

    byte[] copyOfLevels() {
        return levels.clone();
    }

    Object[] copyOfParts() {
        return parts.clone();
    }

    /** A child of a leaf, by its place in the leaf. */
    record Spot(Run leaf, int part) {

        String name() {
            return leaf.names[part];
        }

        Json value() {
            return leaf.value(part);
        }
    }

    /** @throws IndexOutOfBoundsException unless {@code 0 <= index < size()} */
    Spot spot(int index) {
        Run run = this;
        int at = index;
        while (run.height > 0) {
            int part = 0;
            while (at >= run.run(part).size) {
                at -= run.run(part).size;
                part++;
            }
            run = run.run(part);
        }
        return new Spot(run, at);
    }

    /** The index of the member with a name, or {@code -(the index that it would have) - 1}. */
    int indexOf(String name) {
        Run run = this;
        int before = 0;
        while (run.height > 0) {
            int part = 0;
            while (part < run.parts.length - 1 && run.run(part).lastName.compareTo(name) < 0) {
                before += run.run(part).size;
                part++;
            }
            run = run.run(part);
        }
        int found = Arrays.binarySearch(run.names, name);
        return found >= 0 ? before + found : found - before;
    }

    /** All children in order, by their places. */
    Iterator<Spot> spots() {
        return new SpotIterator(this);
    }

    /** Whether the children are equal; shared runs are not looked at. */
    boolean sameAs(Run other) {
        if (this == other) {
            return true;
        }
        if (size != other.size
                || height != other.height
                || parts.length != other.parts.length
                || !Arrays.equals(names, other.names)) {
            return false;
        }
        for (int i = 0; i < parts.length; i++) {
            boolean same = height == 0 ? parts[i].equals(other.parts[i]) : run(i).sameAs(other.run(i));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** Never, see {@link MerkleText#run}. */
    @Override
    boolean isWrittenOut(Extent size) {
        return false;
    }

    @Override
    Extent measure() {
        Extents extents = new Extents();
        for (int i = 0; i < parts.length; i++) {
            if (height > 0) {
                extents.run(run(i).extent());
            } else if (members) {
                extents.member(names[i], value(i));
            } else {
                extents.item(value(i));
            }
        }
        return extents.ofRun(TreeSize.RUN + TreeSize.KEPT);
    }

    @Override
    void digestChildren(MerkleText text) {
        for (int i = 0; i < parts.length; i++) {
            if (height > 0) {
                run(i).digest(text);
            } else {
                text.prepare(value(i));
            }
        }
    }

    @Override
    void writeTo(MerkleText text) {
        text.ascii(members ? '{' : '[');
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                text.ascii(',');
            }
            if (height > 0) {
                text.run(run(i));
            } else {
                if (members) {
                    text.quoted(names[i]);
                    text.ascii(':');
                }
                text.child(value(i));
            }
        }
        text.ascii(members ? '}' : ']');
    }
}
