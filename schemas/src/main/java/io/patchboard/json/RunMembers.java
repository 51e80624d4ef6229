package io.patchboard.json;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Many members in the order of their names; the runs are made when they are first needed. */
final class RunMembers extends Members {

    private final SortedMap<String, Json> sorted;
    private Run root;

    /** Has a map or a root; the other one may be null. */
    private RunMembers(SortedMap<String, Json> sorted, Run root) {
        this.sorted = sorted;
        this.root = root;
    }

    /** Of a map that nobody changes any more. */
    static RunMembers ofOwn(SortedMap<String, Json> sorted) {
        return new RunMembers(sorted, null);
    }

    static RunMembers of(Map<String, ? extends Json> members) {
        return new RunMembers(new TreeMap<>(members), null);
    }

    /** Two threads may both make it, and make the same. */
    Run root() {
        Run made = root;
        if (made == null) {
            made = Runs.ofMembers(
                    sorted.keySet().toArray(String[]::new), sorted.values().toArray(Json[]::new));
            root = made;
        }
        return made;
    }

    @Override
    public Json get(Object name) {
        if (!(name instanceof String text)) {
            return null;
        }
        if (sorted != null) {
            return sorted.get(text);
        }
        int index = root.indexOf(text);
        return index < 0 ? null : root.spot(index).value();
    }

    @Override
    public int size() {
        return sorted != null ? sorted.size() : root.size();
    }

    @Override
    Members with(String name, Json value) {
        int index = root().indexOf(name);
        Run changed =
                index >= 0 ? Runs.replaceMember(root, index, value) : Runs.insertMember(root, -index - 1, name, value);
        return new RunMembers(null, changed);
    }

    @Override
    Members without(String name) {
        RunMembers less = new RunMembers(null, Runs.remove(root(), root().indexOf(name)));
        return less.size() > Runs.FLAT ? less : Members.of(new LinkedHashMap<>(less));
    }

    @Override
    Iterator<Map.Entry<String, Json>> iterator() {
        if (sorted != null) {
            return Collections.unmodifiableMap(sorted).entrySet().iterator();
        }
        Iterator<Run.Spot> spots = root.spots();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return spots.hasNext();
            }

            @Override
            public Map.Entry<String, Json> next() {
                Run.Spot spot = spots.next();
                return Map.entry(spot.name(), spot.value());
            }
        };
    }

    @Override
    Members markAll(long version) {
        SortedMap<String, Json> marked = new TreeMap<>();
        boolean[] changed = {false};
        forEach((name, value) -> {
            Json now = Versions.markAll(value, version);
            changed[0] |= now != value;
            marked.put(name, now);
        });
        return changed[0] ? new RunMembers(marked, null) : this;
    }

    @Override
    void canonical(Utf8Text text) {
        boolean[] first = {true};
        forEach((name, value) -> {
            text.canonicalMember(first[0], name, value);
            first[0] = false;
        });
    }

    @Override
    Extent measure(int own) {
        return new Extents().run(root().extent()).enclosed(size(), own);
    }

    @Override
    void digestChildren(MerkleText text) {
        root().digestChildren(text);
    }

    @Override
    void writeTo(MerkleText text) {
        root().writeTo(text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunMembers that && root != null && that.root != null
                ? root.sameAs(that.root)
                : super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
