package io.patchboard.standalone.chaos;

import io.patchboard.standalone.crash.Tool;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A process that is made again when it has ended by itself, and that bad things are done to. */
final class Node implements AutoCloseable {

    /** @param serves whether it has come so far */
    record Running(Process process, BooleanSupplier serves) {}

    /** Starts the process. */
    @FunctionalInterface
    interface Launcher {
        Running launch() throws IOException;
    }

    private static final int STOP_SECONDS = 60;

    private final String name;
    private final Launcher launcher;
    private Running running;
    private boolean isAway;
    private int ownEnds;

    Node(String name, Launcher launcher) throws IOException {
        this.name = name;
        this.launcher = launcher;
        this.running = launcher.launch();
    }

    String name() {
        return name;
    }

    /** As {@code kill -9} does. It is away until it is {@linkplain #start started}. */
    synchronized void kill() throws InterruptedException {
        awaitEnd(leave().destroyForcibly());
    }

    /** As SIGTERM does, and {@code kill -9} for who does not listen. */
    void stop() throws InterruptedException {
        Process process = leave();
        process.destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            awaitEnd(process.destroyForcibly());
        }
    }

    private void awaitEnd(Process killed) throws InterruptedException {
        if (!killed.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("Expected " + name + ", process " + killed.pid() + ", to end within "
                    + STOP_SECONDS + " s of kill -9, but it is there still.");
        }
    }

    /** What it does next, it does on its own account: it is not started again. */
    synchronized Process leave() {
        isAway = true;
        return running.process();
    }

    synchronized void start() throws IOException {
        if (!running.process().isAlive()) {
            running = launcher.launch();
        }
        isAway = false;
    }

    /** It stands still, with its connections open, until it {@linkplain #wake wakes}. */
    synchronized void freeze() throws InterruptedException {
        signal("STOP");
    }

    synchronized void wake() throws InterruptedException {
        signal("CONT");
    }

    /** Nothing happens if it has just ended. */
    private void signal(String signal) throws InterruptedException {
        Tool.works("kill", "-" + signal, Long.toString(running.process().pid()));
    }

    /** As whoever runs such processes does: one that has ended is started again. */
    synchronized void supervise() throws IOException {
        if (!isAway && !running.process().isAlive()) {
            ownEnds++;
            start();
        }
    }

    synchronized boolean serves() {
        return !isAway && running.process().isAlive() && running.serves().getAsBoolean();
    }

    /** How often it ended without being told to. */
    synchronized int ownEnds() {
        return ownEnds;
    }

    @Override
    public synchronized void close() throws InterruptedException {
        kill();
    }
}
