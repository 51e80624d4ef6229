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
 * @param answers where what comes there arrives; absent where nobody may answer later
 * @param blobs where the bytes are; absent where there are none
 */
public record Callbacks(Optional<URI> base, Optional<AwaitedAnswers> answers, Optional<BlobLinks> blobs) {

    public Callbacks(Optional<URI> base, AwaitedAnswers answers, Optional<BlobLinks> blobs) {
        this(base, Optional.of(answers), blobs);
    }

    /** For answers alone. */
    public Callbacks(Optional<URI> base, AwaitedAnswers answers) {
        this(base, answers, Optional.empty());
    }

    /** Nobody listens. */
    public static Callbacks none() {
        return new Callbacks(Optional.empty(), new AwaitedAnswers());
    }

    /** For the bytes of blobs alone: nobody may answer later. */
    public Callbacks ofBlobs() {
        return new Callbacks(base, Optional.empty(), blobs);
    }

    /** Where the answer to an invocation may come later, if it may. */
    public Optional<AwaitedAnswers.Place> place(String invocationId) {
        return base.flatMap(url -> answers.map(awaited -> awaited.await(invocationId)));
    }

    /**
     * An invocation for a program of this machine, with the files of its blobs.
     *
     * @throws IOException if their store fails, or does not give them in time
     */
    public JsonObject withFiles(Invocation invocation, Duration most) throws IOException, InterruptedException {
        return BlobLinks.beside(invocation.entry().toJson(), files(invocation, most));
    }

    /**
     * The files of the blobs in its view, by hash; none where there are no blobs.
     *
     * @throws IOException if their store fails, or does not give them in time
     */
    public JsonObject files(Invocation invocation, Duration most) throws IOException, InterruptedException {
        return blobs.isEmpty() ? JsonObject.EMPTY : blobs.get().files(invocation.view(), most);
    }

    /** An invocation for whoever is elsewhere, with URLs of its blobs. */
    public JsonObject withUrls(Invocation invocation) {
        JsonObject entry = invocation.entry().toJson();
        return blobs.flatMap(links -> base.map(
                        url -> BlobLinks.beside(entry, links.urls(invocation.view(), url, invocation.deadline()))))
                .orElse(entry);
    }
}
