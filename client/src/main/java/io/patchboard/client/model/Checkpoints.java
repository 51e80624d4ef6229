package io.patchboard.client.model;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.apply.Blueprints;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Boards as they were, one after every {@link #EVERY} entries of a log, so that any version is the last of them before
 * it and a short fold. They are made from the entries that the store has, and tell nothing that those do not: one that
 * cannot be read costs a longer fold and nothing else. Safe for use by several threads.
 */
final class Checkpoints {

    /** A fold of so many entries takes some 30 ms. */
    static final int EVERY = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /** What was written here is read, whatever the limits of records are. */
    private static final JsonLimits STORED =
            JsonLimits.DEFAULT.withMaxBytes(Integer.MAX_VALUE).withMaxDepth(1_000);

    private final ModelStore store;
    private final BoardLogs logs;
    private final Blueprints blueprints;
    private final JsonReader reader = new JsonReader(STORED);

    Checkpoints(ModelStore store, BoardLogs logs, Blueprints blueprints) {
        this.store = store;
        this.logs = logs;
        this.blueprints = blueprints;
    }

    /** The latest with this version or an earlier one; a board without any entry if there is none. */
    BoardProjection latest(String boardId, long version) {
        try {
            Optional<byte[]> stored = store.read(tables -> CheckpointTable.find(tables, boardId, version));
            if (stored.isPresent()) {
                return BoardProjection.read(
                        (JsonObject) reader.read(inflated(stored.get())), blueprints, this::blueprint);
            }
        } catch (RuntimeException | IOException | JsonSyntaxException e) {
            LOG.warn(
                    "Expected a checkpoint of board {}, but: {} Its log is read from the beginning.",
                    boardId,
                    e.toString());
        }
        return new BoardProjection(boardId, blueprints);
    }

    private Optional<Json> blueprint(String hash) {
        return store.read(tables -> CheckpointTable.blueprint(tables, hash)).map(JsonReader::parse);
    }

    /** A board of which the next may be due. */
    Optional<Summary> due() {
        return store.read(CheckpointTable::due);
    }

    /** Makes those of a board that are due. */
    void advance(Summary board) {
        long generation = store.generation();
        BoardProjection projection = latest(board.boardId(), Long.MAX_VALUE);
        long[] made = {projection.board().sequence()};
        long before = made[0];
        logs.decoded(board.boardId(), made[0] + 1, entry -> {
            projection.accept(entry);
            long sequence = projection.board().sequence();
            if (projection.damage().isEmpty() && sequence - made[0] >= EVERY) {
                byte[] value = deflated(projection);
                store.write(generation, tables -> CheckpointTable.put(tables, projection.board(), value));
                made[0] = sequence;
            }
            return projection.damage().isEmpty();
        });
        // Where an entry is missing, or none can follow, it is looked at again when many more are there.
        long looked = made[0] > before ? made[0] : board.sequence();
        store.write(generation, tables -> CheckpointTable.looked(tables, board.boardId(), looked));
    }

    private static byte[] deflated(BoardProjection projection) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream deflating = new DeflaterOutputStream(bytes, fast)) {
            deflating.write(CanonicalJson.bytesInOrder(projection.toJson()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            fast.end();
        }
        return bytes.toByteArray();
    }

    private static byte[] inflated(byte[] stored) throws IOException {
        try (InflaterInputStream inflating = new InflaterInputStream(new ByteArrayInputStream(stored))) {
            return inflating.readAllBytes();
        }
    }
}
