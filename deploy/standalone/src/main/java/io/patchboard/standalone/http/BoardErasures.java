package io.patchboard.standalone.http;

import io.patchboard.client.seal.KeyEntry;
import io.patchboard.client.seal.Opener;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What boards had sealed and was erased, where this server may know. */
final class BoardErasures {

    private static final Logger LOG = LoggerFactory.getLogger(BoardErasures.class);

    private volatile Optional<Opener> keys = Optional.empty();

    void serve(Opener opener) {
        keys = Optional.of(opener);
    }

    /** A board in JSON, and who erased what of it, when and why, if anybody did. */
    JsonObject beside(JsonObject board, String id, Json state) {
        try {
            List<KeyEntry.Erased> erased = keys.map(open -> open.erased(state)).orElse(List.of());
            return erased.isEmpty() ? board : board.with("erased", KeyEntry.Erased.list(erased));
        } catch (KafkaException e) {
            LOG.warn("Expected to say what of board {} was erased, but: {}", id, e.getMessage());
            return board;
        }
    }

    void close() {
        keys.ifPresent(Opener::close);
    }
}
