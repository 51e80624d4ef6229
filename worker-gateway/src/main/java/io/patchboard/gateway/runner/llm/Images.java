package io.patchboard.gateway.runner.llm;

import io.patchboard.gateway.blob.BlobReads;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.llm.protocol.Image;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The images that a view points to, for models that see. What no provider takes is left out: other types, images over 5
 * MB, and what is over 16 images or 20 MB in all; the first in the view come first. Of those the model has the handle.
 *
 * @param store where their bytes are; absent where nobody sees them
 */
public record Images(Optional<BlobStore> store) {

    private static final Set<String> TYPES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");
    private static final int MOST = 16;
    private static final long MOST_BYTES = 5_000_000;
    private static final long MOST_BYTES_IN_ALL = 20_000_000;

    /**
     * Reads them.
     *
     * @param most how long this may take
     * @throws IOException saying which one is not there whole, or that the store is slow
     */
    List<Image> of(JsonObject view, Duration most) throws IOException, InterruptedException {
        return store.isEmpty() || BlobHandle.in(view).isEmpty()
                ? List.of()
                : BlobReads.within(most, () -> read(view, store.get()));
    }

    private static List<Image> read(JsonObject view, BlobStore store) throws IOException {
        List<Image> images = new ArrayList<>();
        long left = MOST_BYTES_IN_ALL;
        for (BlobHandle blob : BlobHandle.in(view)) {
            if (images.size() < MOST && TYPES.contains(blob.type()) && blob.bytes() <= Math.min(MOST_BYTES, left)) {
                byte[] bytes = read(blob.sha256(), store);
                left -= bytes.length;
                images.add(new Image(
                        blob.sha256(), blob.type(), Base64.getEncoder().encodeToString(bytes)));
            }
        }
        return images;
    }

    /** What a handle says of the size is its author's word. */
    private static byte[] read(String sha256, BlobStore store) throws IOException {
        Optional<BlobStore.Content> found = store.open(sha256);
        if (found.isEmpty()) {
            throw new IOException("the store has no blob " + sha256 + "; put it again");
        }
        try (BlobStore.Content content = found.get()) {
            if (content.bytes() > MOST_BYTES) {
                throw new IOException(
                        "blob " + sha256 + " has " + content.bytes() + " bytes, more than its handle says");
            }
            return content.stream().readAllBytes();
        }
    }
}
