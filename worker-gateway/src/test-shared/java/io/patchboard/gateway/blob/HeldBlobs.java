package io.patchboard.gateway.blob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A store that hangs while it is held, and fails while it is broken, as one over a network may. */
public class HeldBlobs implements BlobStore {

    private final BlobStore store;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile Optional<String> broken = Optional.empty();

    public HeldBlobs(BlobStore store) {
        this.store = store;
    }

    public void hold() {
        gate = new CountDownLatch(1);
    }

    public void release() {
        gate.countDown();
    }

    /** From now on it fails, and says why. */
    public void breakDown(String why) {
        broken = Optional.of(why);
    }

    /** How many have to wait for it. */
    public int waiting() {
        return waiting.get();
    }

    private BlobStore passed() throws IOException {
        waiting.incrementAndGet();
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waiting.decrementAndGet();
        }
        if (broken.isPresent()) {
            throw BlobException.failed(new IOException(broken.get()));
        }
        return store;
    }

    @Override
    public Stored put(InputStream bytes, Optional<String> expected) throws IOException {
        return passed().put(bytes, expected);
    }

    @Override
    public OptionalLong size(String sha256) throws IOException {
        return passed().size(sha256);
    }

    @Override
    public Optional<Content> open(String sha256) throws IOException {
        return passed().open(sha256);
    }

    @Override
    public Optional<Path> file(String sha256) throws IOException {
        return passed().file(sha256);
    }

    @Override
    public boolean erase(String sha256) throws IOException {
        return passed().erase(sha256);
    }

    @Override
    public Set<String> sweep(Instant before, Predicate<String> wanted) throws IOException {
        return passed().sweep(before, wanted);
    }
}
