package io.patchboard.client.log;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The last entry of each board's log, as far as it has no gap, for an {@link Anchor}. A gap may come from a transaction
 * of which not all topics were read yet; what comes behind it is not covered. Nor is what is told once the reading is
 * {@linkplain #sealed sealed}: other records before it may not have been told. A board belongs to the partition of its
 * first entry: the topics may have unlike numbers of partitions.
 *
 * <p>What it costs: some 400 bytes of heap for each board.
 */
public final class Heads implements LogListener {

    private final HeadTree tree = new HeadTree();
    private final SortedMap<String, SortedMap<Integer, Long>> begins;
    private final SortedMap<String, SortedMap<Integer, Long>> offsets = new TreeMap<>();
    private final Set<String> uncovered = new HashSet<>();
    private final Map<String, Long> late = new HashMap<>();
    private boolean sealed;
    private long unreadable;
    private long needRegistry;

    /** @param begins where the topics {@linkplain LogReader#begins begin} that are to be told */
    public Heads(SortedMap<String, SortedMap<Integer, Long>> begins) {
        this.begins = begins;
    }

    @Override
    public boolean entry(LogRecord next) {
        Optional<HeadTree.Head> head = tree.head(next.boardId());
        long before = late.getOrDefault(
                next.boardId(), head.map(HeadTree.Head::sequence).orElse(0L));
        if (next.sequence() != before + 1) {
            uncovered.add(next.boardId());
        }
        if (sealed) {
            late.put(next.boardId(), next.sequence());
            return true;
        }
        offsets.computeIfAbsent(next.topic(), topic -> new TreeMap<>())
                .merge(next.partition(), next.offset() + 1, Math::max);
        if (next.sequence() == before + 1) {
            int partition = head.map(HeadTree.Head::partition).orElse(next.partition());
            String hash = next.entry().header().hash();
            tree.put(next.boardId(), new HeadTree.Head(partition, next.sequence(), hash));
        }
        return true;
    }

    @Override
    public void sealed() {
        sealed = true;
    }

    @Override
    public void problem(LogProblem problem) {
        switch (problem.kind()) {
            case NEEDS_REGISTRY -> needRegistry++;
            case UNREADABLE -> unreadable++;
            case REPEAT -> {}
        }
    }

    /** How many boards' logs have a gap, or do not begin at 1, so that entries of them are not covered. */
    public int uncovered() {
        return uncovered.size();
    }

    /** How many records are no entry of a log. They are part of no head. */
    public long unreadable() {
        return unreadable;
    }

    /** How many records cannot be read without a Schema Registry. If there are any, there is nothing to keep. */
    public long needRegistry() {
        return needRegistry;
    }

    /** What was told up to now. */
    public Anchor anchor(Instant time) {
        HeadTree.Roots roots = tree.roots();
        return new Anchor(time, tree.boards(), roots.root(), roots.partitions(), begins, offsets);
    }
}
