package io.patchboard.kernel.app;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Threads for what is done at intervals beside the kernel's work, and does not keep the process alive. */
final class Daemons {

    private Daemons() {}

    static ScheduledExecutorService timer(String name) {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }
}
