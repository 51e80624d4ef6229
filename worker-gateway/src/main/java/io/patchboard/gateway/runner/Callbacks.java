package io.patchboard.gateway.runner;

import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * What workers may come back for: to answer later, by a request of their own, and for the bytes of blobs.
 *
 * @param base of the URLs that they are told, if anybody listens there; {@code /v1/invocations/...} is put behind it
 * @param answers where what comes there arrives
 * @param blobs where the bytes are; absent where there are none
 */
public record Callbacks(Optional<URI> base, AwaitedAnswers answers, Optional<BlobLinks> blobs) {

    /** For answers alone. */
    public Callbacks(Optional<URI> base, AwaitedAnswers answers) {
        this(base, answers, Optional.empty());
    }

    /** Nobody listens. */
    public static Callbacks none() {
        return new Callbacks(Optional.empty(), new AwaitedAnswers());
    }

    /**
     * An invocation for a program of this machine, with the files of its blobs.
     *
     * @throws IOException if their store fails, or does not give them in time
     */
    public JsonObject withFiles(Invocation invocation, Duration most) throws IOException, InterruptedException {
        JsonObject entry = invocation.entry().toJson();
        return blobs.isEmpty() ? entry : BlobLinks.beside(entry, blobs.get().files(invocation.view(), most));
    }

    /** An invocation for whoever is elsewhere, with URLs of its blobs. */
    public JsonObject withUrls(Invocation invocation) {
        JsonObject entry = invocation.entry().toJson();
        return blobs.flatMap(links -> base.map(
                        url -> BlobLinks.beside(entry, links.urls(invocation.view(), url, invocation.deadline()))))
                .orElse(entry);
    }
}
