package io.patchboard.client.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whether a log leads to anchors, each of which covers all that the one before covers. A log is read once for all of
 * them: an anchor is proved, and nothing kept of it, as soon as its last record of each partition was told and the log
 * leads to it. What it does not lead to waits: records of before may still be told, as a board's entries wait for each
 * other, and an archive is told board by board. Only at the end the log does not lead to an anchor.
 *
 * <p>What it costs: some 500 bytes of heap for each board, however many anchors there are, and as much for each board
 * that moved on between two anchors which wait. An anchor with which nothing is new costs nothing; another one hash for
 * each board, and one more whenever those of more anchors were told while it waits.
 */
public final class AnchorProof {

    private final List<Anchor> anchors;
    private final Listener listener;
    private final HeadTree tree = new HeadTree();
    private final Map<String, Last> last = new HashMap<>();
    private final SortedMap<Integer, Map<String, HeadTree.Head>> waiting = new TreeMap<>();
    private final Map<String, Map<Integer, Long>> told = new HashMap<>();
    private final Set<Place> missing = new HashSet<>();
    private HeadTree.Roots roots = tree.roots();
    private int next;
    private int reached;

    /** @param anchor the first that covers this entry and all before */
    private record Last(int partition, long sequence, int anchor) {}

    private record Place(String topic, int partition) {}

    /** Hears of each anchor what the log leads to in its place. */
    @FunctionalInterface
    public interface Listener {
        /**
         * @param root over all partitions
         * @param partitions their roots
         */
        void compared(Anchor anchor, String root, SortedMap<Integer, String> partitions);
    }

    private AnchorProof(List<Anchor> anchors, Listener listener) {
        this.anchors = anchors;
        this.listener = listener;
        await();
    }

    /**
     * Of any anchors: as few proofs as there can be by taking each where it first fits. Of those that one server made
     * there is one.
     */
    public static List<AnchorProof> of(List<Anchor> anchors, Listener listener) {
        List<List<Anchor>> chains = new ArrayList<>();
        anchors.stream()
                .sorted(Comparator.comparingDouble(AnchorProof::records))
                .forEach(anchor -> {
                    List<Anchor> chain = chains.stream()
                            .filter(some -> some.getLast().isWithin(anchor))
                            .findFirst()
                            .orElseGet(() -> {
                                chains.add(new ArrayList<>());
                                return chains.getLast();
                            });
                    chain.add(anchor);
                });
        return chains.stream().map(chain -> new AnchorProof(chain, listener)).toList();
    }

    private static double records(Anchor anchor) {
        return anchor.offsets().values().stream()
                .flatMap(ends -> ends.values().stream())
                .mapToDouble(Long::doubleValue)
                .sum();
    }

    /** Each board's entries in order; those of different boards may be mixed. */
    public void accept(LogRecord entry) {
        int covering = Math.max(firstThatCovers(entry), next);
        if (covering < anchors.size()) {
            keep(entry, covering);
        }
        told.computeIfAbsent(entry.topic(), topic -> new HashMap<>())
                .merge(entry.partition(), entry.offset() + 1, Math::max);
        int before = reached;
        missing.removeIf(this::isTold);
        while (missing.isEmpty() && reached < anchors.size()) {
            reached++;
            await();
        }
        if (before < reached) {
            compareUpTo(reached);
        }
    }

    private void keep(LogRecord entry, int covering) {
        Last before = last.get(entry.boardId());
        if (entry.sequence() == (before == null ? 1 : before.sequence() + 1)) {
            int partition = before == null ? entry.partition() : before.partition();
            int from = before == null ? covering : Math.max(covering, before.anchor());
            last.put(entry.boardId(), new Last(partition, entry.sequence(), from));
            waiting.computeIfAbsent(from, any -> new HashMap<>())
                    .put(
                            entry.boardId(),
                            new HeadTree.Head(
                                    partition,
                                    entry.sequence(),
                                    entry.entry().header().hash()));
        }
    }

    private int firstThatCovers(LogRecord entry) {
        int low = 0;
        int high = anchors.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (anchors.get(middle).covers(entry)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean isTold(Place place) {
        long end = anchors.get(reached).offsets().get(place.topic()).get(place.partition());
        return told.getOrDefault(place.topic(), Map.of()).getOrDefault(place.partition(), 0L) >= end;
    }

    private void await() {
        if (reached < anchors.size()) {
            anchors.get(reached)
                    .offsets()
                    .forEach((topic, ends) -> ends.keySet().stream()
                            .map(partition -> new Place(topic, partition))
                            .filter(place -> !isTold(place))
                            .forEach(missing::add));
        }
    }

    private void compareUpTo(int end) {
        while (next < end && isNextLedTo()) {
            compareNext();
        }
    }

    private boolean isNextLedTo() {
        Map<String, HeadTree.Head> fresh = waiting.remove(next);
        if (fresh != null) {
            fresh.forEach(tree::put);
            roots = tree.roots();
        }
        return roots.root().equals(anchors.get(next).root());
    }

    private void compareNext() {
        listener.compared(anchors.get(next), roots.root(), roots.partitions());
        next++;
    }

    /** The log has no more. */
    public void end() {
        while (next < anchors.size()) {
            isNextLedTo();
            compareNext();
        }
    }
}
