package io.patchboard.standalone.cli.archive;

import io.patchboard.gateway.blob.BlobException;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.Json;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Copies blobs beside the logs that name them, each once. Bytes are checked against their hash on the way. */
final class ArchivedBlobs {

    private final Optional<String> source;
    private final String target;
    private final Set<String> looked = new HashSet<>();
    private final NavigableMap<String, String> missing = new TreeMap<>();
    private final Set<String> spoilt = new HashSet<>();
    private BlobStore from;
    private BlobStore to;
    private int copied;

    ArchivedBlobs(Optional<String> source, String target) {
        this.source = source;
        this.target = target;
    }

    /** @throws CliException if nobody said where blobs are, or they cannot be copied */
    void copy(String boardId, Json entry) {
        for (BlobHandle blob : BlobHandle.in(entry)) {
            open(boardId);
            try {
                copy(boardId, blob.sha256());
            } catch (IOException e) {
                throw CliException.failed("Expected to copy blob " + blob.sha256() + " of board " + boardId + " to "
                        + target + ", but " + FileTrouble.of(e) + ". The board was not archived.");
            }
        }
    }

    private void copy(String boardId, String sha256) throws IOException {
        if (!looked.add(sha256) || to.size(sha256).isPresent()) {
            return;
        }
        Optional<BlobStore.Content> there = from.open(sha256);
        if (there.isEmpty()) {
            missing.put(sha256, boardId);
            return;
        }
        try (BlobStore.Content content = there.get()) {
            to.put(content.stream(), Optional.of(sha256));
            copied++;
        } catch (BlobException e) {
            if (e.kind() != BlobException.Kind.HASH) {
                throw e;
            }
            missing.put(sha256, boardId);
            spoilt.add(sha256);
        }
    }

    private void open(String boardId) {
        if (to != null) {
            return;
        }
        String place = source.orElseThrow(
                () -> CliException.failed("Expected --blobs DIR, where the server keeps blobs: board " + boardId
                        + " names one, and it goes into the archive with it."));
        from = BlobOptions.find(place);
        to = BlobOptions.openUnbounded(target);
    }

    /** The blobs that are not there, or not whole, and a board that names each. */
    NavigableMap<String, String> missing() {
        return missing;
    }

    /** Of one of these, whether there are other bytes in its place. */
    boolean isSpoilt(String sha256) {
        return spoilt.contains(sha256);
    }

    int copied() {
        return copied;
    }
}
