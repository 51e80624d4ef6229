package io.patchboard.client.log;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The heads of all boards' logs, and the Merkle trees over them. */
final class HeadTree {

    private final SortedMap<String, Head> heads = new TreeMap<>();

    /**
     * The last entry of a board.
     *
     * @param partition that the board's first entry is in
     * @param hash of the entry, in hexadecimal
     */
    record Head(int partition, long sequence, String hash) {}

    /** The roots of an {@link Anchor}. */
    record Roots(String root, SortedMap<Integer, String> partitions) {}

    Optional<Head> head(String boardId) {
        return Optional.ofNullable(heads.get(boardId));
    }

    void put(String boardId, Head head) {
        heads.put(boardId, head);
    }

    int boards() {
        return heads.size();
    }

    Roots roots() {
        SortedMap<Integer, List<byte[]>> leaves = new TreeMap<>();
        heads.forEach((board, head) -> leaves.computeIfAbsent(head.partition(), any -> new ArrayList<>())
                .add(MerkleTree.leaf(text(Json.of(board), Json.of(head.sequence()), Json.of(head.hash())))));
        SortedMap<Integer, String> partitions = new TreeMap<>();
        List<byte[]> all = new ArrayList<>();
        leaves.forEach((partition, of) -> {
            String root = HexFormat.of().formatHex(MerkleTree.root(of));
            partitions.put(partition, root);
            all.add(MerkleTree.leaf(text(Json.of((long) partition), Json.of(root))));
        });
        return new Roots(HexFormat.of().formatHex(MerkleTree.root(all)), partitions);
    }

    private static String text(Json... members) {
        return CanonicalJson.text(JsonArray.copyOf(List.of(members)));
    }
}
