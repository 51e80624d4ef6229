package io.patchboard.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * A run of the children of a large container: in a leaf, items of an array or members of an object in the order of their
 * names; above, shorter runs.
 *
 * <p><b>Why.</b> A container of 10,000 children in one piece would be copied, measured and hashed whole for each change of one of
 * them. Cut into runs of about 16, and runs of runs, a change makes one new run at each height; every other run stays the same
 * object, with all that is known about it.
 *
 * <p><b>Where a run ends</b> follows from its children alone and not from the edits that made it, so equal containers have equal
 * runs, hence equal digests: a child whose digest (for a member, that of its name as a JSON string) begins with {@code n}
 * hexadecimal zeros ends the runs at the heights 0 to {@code n - 1} that it is in. The tree ends at the first height with one run. This is the
 * Merkle search tree of Auvolat and Taïani (SRDS 2019), which databases know as prolly tree.
 *
 * <p><b>What it costs.</b> An insertion at the front costs what one at the end does. Who picks names or items for their digests can
 * make runs long or trees tall; an edit then costs what the container has children, and nothing else breaks.
 *
 * @see Runs for how runs are made
 */
public final class Run extends CachedPart {

    static final String[] NO_NAMES = {};

    private final String[] names;
    private final Object[] parts;
    private final int height;
    private final int size;
    private final int level;
    private final String lastName;
    private final boolean members;

    /**
     * @param names of a leaf of an object, else {@link #NO_NAMES}
     * @param parts values of a leaf, or runs of the height below; not empty
     * @param level how many heights the last child ends
     */
    Run(String[] names, Object[] parts, int height, int level) {
        this.names = names;
        this.parts = parts;
        this.height = height;
        this.level = level;
        int count = height == 0 ? parts.length : 0;
        for (int i = 0; height > 0 && i < parts.length; i++) {
            count += ((Run) parts[i]).size;
        }
        size = count;
        members = height > 0 ? run(0).members : names.length > 0;
        if (height > 0) {
            lastName = run(parts.length - 1).lastName;
        } else {
            lastName = members ? names[names.length - 1] : "";
        }
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
        List<Run> runs = new ArrayList<>(parts.length);
        for (int i = 0; height > 0 && i < parts.length; i++) {
            runs.add(run(i));
        }
        return runs;
    }

    /** The children of a leaf, in order; none above. */
    public List<Json> values() {
        List<Json> values = new ArrayList<>(parts.length);
        for (int i = 0; height == 0 && i < parts.length; i++) {
            values.add(value(i));
        }
        return values;
    }

    /** The names of the children of an object's leaf, in order; none for arrays and above. */
    public List<String> names() {
        return List.of(names);
    }

    int height() {
        return height;
    }

    int level() {
        return level;
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

    String name(int part) {
        return names[part];
    }

    String[] copyOfNames() {
        return names.clone();
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

    @Override
    Extent measure() {
        long bytes = 0;
        int depth = 0;
        for (int i = 0; i < parts.length; i++) {
            if (height > 0) {
                Extent extent = run(i).extent();
                bytes += extent.bytes();
                depth = Math.max(depth, extent.depth());
            } else {
                bytes += value(i).canonicalBytes() + (members ? Utf8Text.quotedBytes(names[i]) + 1 : 0);
                depth = Math.max(depth, value(i).depth());
            }
        }
        return new Extent(bytes, depth);
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
