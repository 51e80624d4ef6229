package io.patchboard.standalone.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM as an ordinary event of the main thread.
 *
 * <p>The signal interrupts the thread, which then closes what it has opened, as it would at any other end, and closes
 * this last. Only then does the process end, with the exit code of the command's choice rather than the JVM's 130 or
 * 143.
 */
public final class StopSignal implements AutoCloseable {

    /** The broker alone may take half a minute to stop. */
    private static final long LONGEST_STOP_SECONDS = 60;

    private final Thread main;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "patchboard-stop");
    private volatile int exitCode;
    private volatile boolean requested;

    private StopSignal(Thread main, int exitCode) {
        this.main = main;
        this.exitCode = exitCode;
    }

    /** Interrupts the calling thread when the process is asked to stop. */
    public static StopSignal install(int exitCode) {
        StopSignal signal = new StopSignal(Thread.currentThread(), exitCode);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    /** From now on the process ends with another exit code where it is asked to stop. */
    public void endsWith(int newExitCode) {
        exitCode = newExitCode;
    }

    /** Whether the process was asked to stop. */
    public boolean requested() {
        return requested;
    }

    private void stop() {
        requested = true;
        main.interrupt();
        try {
            if (closed.await(LONGEST_STOP_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(exitCode);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        if (!requested) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException stoppingAlready) {
                // The hook runs, finds this closed, and ends the process.
                requested = true;
            }
        }
    }
}
