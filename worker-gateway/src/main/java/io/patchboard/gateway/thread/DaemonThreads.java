package io.patchboard.gateway.thread;

/** Platform threads that do not keep the JVM alive, named so that a thread dump tells whose they are. */
public final class DaemonThreads {

    private DaemonThreads() {}

    public static Thread named(String name, Runnable body) {
        return Thread.ofPlatform().daemon().name(name).unstarted(body);
    }
}
