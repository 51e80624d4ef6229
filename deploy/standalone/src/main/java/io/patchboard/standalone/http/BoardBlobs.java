package io.patchboard.standalone.http;

import io.patchboard.gateway.blob.BlobLooks;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import java.util.List;
import java.util.Optional;

/**
 * The blobs that boards point to.
 *
 * @param looks into where they should be; absent where this server has none
 */
record BoardBlobs(Optional<BlobLooks> looks) {

    /**
     * A board in JSON, with the hashes of the blobs that its state points to and that are not there, if any; or that
     * the store does not say which those are.
     */
    JsonObject beside(JsonObject board, Json state) {
        if (looks.isEmpty()) {
            return board;
        }
        Optional<List<String>> missing = looks.get()
                .missing(BlobHandle.in(state).stream().map(BlobHandle::sha256).toList());
        if (missing.isEmpty()) {
            return board.with("blobsUnknown", Json.of(true));
        }
        return missing.get().isEmpty() ? board : board.with("missingBlobs", JsonArray.ofStrings(missing.get()));
    }
}
