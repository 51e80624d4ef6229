package io.patchboard.gateway.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep the JVM alive, named so that a thread dump tells whose they are. */
public final class DaemonThreads implements ThreadFactory {

    private final String prefix;
    private final AtomicInteger count = new AtomicInteger();

    public DaemonThreads(String prefix) {
        this.prefix = prefix;
    }

    public static Thread named(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Thread newThread(Runnable body) {
        return named(prefix + "-" + count.incrementAndGet(), body);
    }
}
