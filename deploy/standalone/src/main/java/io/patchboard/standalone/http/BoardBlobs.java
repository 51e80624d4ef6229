package io.patchboard.standalone.http;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import java.util.List;
import java.util.Optional;

/**
 * The blobs that boards point to.
 *
 * @param store where they should be; absent where this server has none
 */
record BoardBlobs(Optional<BlobStore> store) {

    /** A board in JSON, with the hashes of the blobs that its state points to and that are not there, if any. */
    JsonObject status(BoardProjection projection) {
        JsonObject board = BoardStatus.full(projection);
        List<String> missing = store.stream()
                .flatMap(blobs -> BlobHandle.in(projection.board().state()).stream()
                        .map(BlobHandle::sha256)
                        .filter(sha256 -> blobs.size(sha256).isEmpty()))
                .toList();
        return missing.isEmpty() ? board : board.with("missingBlobs", JsonArray.ofStrings(missing));
    }
}
