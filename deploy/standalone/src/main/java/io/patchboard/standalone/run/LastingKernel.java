package io.patchboard.standalone.run;

import io.micrometer.core.instrument.MeterRegistry;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.app.KernelStartException;
import io.patchboard.standalone.broker.DiskRoom;
import io.patchboard.tracing.Tracing;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A kernel, and another after it where a full disk has ended it, as soon as there is room. */
final class LastingKernel implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LastingKernel.class);
    private static final String FULL = "No space left on device";

    /** With room, as the broker may not be back yet. */
    private static final int MOST_TRIES = 5;

    private final KernelConfig config;
    private final MeterRegistry meters;
    private final Tracing tracing;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Changed under the lock of this. */
    private KernelApp kernel;

    private LastingKernel(KernelConfig config, MeterRegistry meters, Tracing tracing) {
        this.config = config;
        this.meters = meters;
        this.tracing = tracing;
        kernel = KernelApp.start(config, meters, tracing);
        watch(kernel);
    }

    /** @throws KernelStartException if it cannot start, with the reason */
    static LastingKernel start(KernelConfig config, MeterRegistry meters, Tracing tracing) {
        return new LastingKernel(config, meters, tracing);
    }

    private void watch(KernelApp running) {
        running.failure()
                .thenAccept(cause -> Thread.ofPlatform()
                        .daemon()
                        .name("patchboard-kernel-failure")
                        .start(() -> failed(cause)));
    }

    private synchronized void failed(Throwable first) {
        Throwable cause = first;
        kernel.close();
        int tries = isFull(first) ? MOST_TRIES : 0;
        while (tries > 0 && DiskRoom.comes(config.stateDir(), closing)) {
            try {
                kernel = KernelApp.start(config, meters, tracing);
                watch(kernel);
                LOG.warn("There is room again: the kernel decides.");
                return;
            } catch (KernelStartException e) {
                LOG.warn("Expected the kernel to start again, but: {}", e.getMessage());
                cause = e;
                tries = isFull(e) ? MOST_TRIES : tries - 1;
            }
        }
        if (closing.getCount() > 0) {
            failure.complete(cause);
        }
    }

    private boolean isFull(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains(FULL)) {
                return true;
            }
        }
        return DiskRoom.isShort(config.stateDir());
    }

    /** Completes, with the reason, if the kernel dies while it runs and another would not help. */
    CompletionStage<Throwable> failure() {
        return failure;
    }

    @Override
    public void close() {
        closing.countDown();
        stop();
    }

    private synchronized void stop() {
        kernel.close();
    }
}
