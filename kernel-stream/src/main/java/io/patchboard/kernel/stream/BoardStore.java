package io.patchboard.kernel.stream;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The boards of one task. Each is stored whole; those used last are kept as objects too, within a budget of bytes.
 *
 * <p>The cache never holds what the store does not. Both are changed only here, by the task's thread; and when a
 * transaction is aborted, whether the thread died or the task was given up, Streams discards the task's stores and
 * initialises its processor again over those that it restores. {@link KernelProcessor#init} then makes a new cache.
 */
final class BoardStore {

    private record Cached(Board board, int bytes) {}

    private final KeyValueStore<byte[], byte[]> boards;
    private final KeyValueStore<byte[], byte[]> blueprintSources;
    private final Blueprints blueprints;
    private final long cacheBytes;
    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT.withMaxDepth(1_000));
    private final LinkedHashMap<String, Cached> cache = new LinkedHashMap<>(16, 0.75f, true);
    private long cachedBytes;

    BoardStore(
            KeyValueStore<byte[], byte[]> boards,
            KeyValueStore<byte[], byte[]> blueprintSources,
            Blueprints blueprints,
            long cacheBytes) {
        this.boards = boards;
        this.blueprintSources = blueprintSources;
        this.blueprints = blueprints;
        this.cacheBytes = cacheBytes;
    }

    /** The board with this id; an absent one if nothing is known of it. */
    Board load(String id) {
        Cached known = cache.get(id);
        if (known != null) {
            return known.board();
        }
        byte[] stored = boards.get(key(id));
        if (stored == null) {
            return Board.absent(id);
        }
        Board board = BoardJson.read((JsonObject) parse(stored), this::blueprint);
        remember(board, stored.length);
        return board;
    }

    /** A board as it is stored. */
    static byte[] bytes(Board board) {
        return JsonWriter.compact(BoardJson.write(board)).getBytes(StandardCharsets.UTF_8);
    }

    /** @param stored the board's {@link #bytes} */
    void save(Board board, byte[] stored) {
        boards.put(key(board.id()), stored);
        remember(board, stored.length);
    }

    void saveBlueprint(String hash, Json source) {
        blueprintSources.putIfAbsent(key(hash), CanonicalJson.bytes(source));
    }

    private Blueprint blueprint(String hash) {
        byte[] source = blueprintSources.get(key(hash));
        if (source != null && blueprints.recompile(parse(source)) instanceof CompileResult.Valid valid) {
            return valid.blueprint();
        }
        throw new IllegalStateException(
                "Expected the store to hold the valid blueprint " + hash + ", but it does not.");
    }

    private void remember(Board board, int bytes) {
        Cached old = cache.put(board.id(), new Cached(board, bytes));
        cachedBytes += bytes - (old == null ? 0 : old.bytes());
        Iterator<Map.Entry<String, Cached>> eldest = cache.entrySet().iterator();
        while (cachedBytes > cacheBytes && cache.size() > 1) {
            cachedBytes -= eldest.next().getValue().bytes();
            eldest.remove();
        }
    }

    private Json parse(byte[] stored) {
        try {
            return reader.read(stored);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException("Expected the store to hold JSON, but it is damaged: " + e.getMessage(), e);
        }
    }

    private static byte[] key(String id) {
        return id.getBytes(StandardCharsets.UTF_8);
    }
}
