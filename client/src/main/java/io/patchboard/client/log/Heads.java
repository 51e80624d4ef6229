package io.patchboard.client.log;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The last entry of each board's log, as far as it has no gap, for an {@link Anchor}. A gap may come from a transaction
 * of which not all topics were read yet; what comes behind it is not covered.
 *
 * <p>What it costs: some 200 bytes of heap for each board.
 */
public final class Heads implements LogListener {

    private final Predicate<LogRecord> covered;
    private final SortedMap<Integer, SortedMap<String, Head>> byPartition = new TreeMap<>();
    private final SortedMap<String, SortedMap<Integer, Long>> offsets = new TreeMap<>();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Head(long sequence, byte[] hash) {}

    private Heads(Predicate<LogRecord> covered) {
        this.covered = covered;
    }

    /** Of all that is told. */
    public static Heads ofAll() {
        return new Heads(any -> true);
    }

    /** Of what was there when an anchor was made. */
    public static Heads of(Anchor anchor) {
        return new Heads(anchor::covers);
    }

    @Override
    public boolean entry(LogRecord next) {
        if (covered.test(next)) {
            offsets.computeIfAbsent(next.topic(), topic -> new TreeMap<>())
                    .merge(next.partition(), next.offset() + 1, Math::max);
            SortedMap<String, Head> heads = byPartition.computeIfAbsent(next.partition(), any -> new TreeMap<>());
            Head head = heads.get(next.boardId());
            if (next.sequence() == (head == null ? 1 : head.sequence() + 1)) {
                byte[] hash = HexFormat.of().parseHex(next.entry().header().hash());
                heads.put(next.boardId(), new Head(next.sequence(), hash));
            }
        }
        return true;
    }

    @Override
    public void problem(LogProblem problem) {
        // What is no entry of a board's log is part of no head; replay names it.
    }

    /** What was told up to now. */
    public Anchor anchor(Instant time) {
        SortedMap<Integer, String> roots = new TreeMap<>();
        List<byte[]> all = new ArrayList<>();
        byPartition.forEach((partition, heads) -> {
            List<byte[]> leaves = new ArrayList<>(heads.size());
            heads.forEach((board, head) -> leaves.add(MerkleTree.leaf(text(board, head))));
            String root = HexFormat.of().formatHex(MerkleTree.root(leaves));
            roots.put(partition, root);
            all.add(MerkleTree.leaf(
                    CanonicalJson.text(JsonArray.copyOf(List.of(Json.of((long) partition), Json.of(root))))));
        });
        long boards = byPartition.values().stream().mapToLong(Map::size).sum();
        return new Anchor(time, boards, HexFormat.of().formatHex(MerkleTree.root(all)), roots, offsets);
    }

    private static String text(String board, Head head) {
        return CanonicalJson.text(JsonArray.copyOf(List.of(
                Json.of(board), Json.of(head.sequence()), Json.of(HexFormat.of().formatHex(head.hash())))));
    }
}
