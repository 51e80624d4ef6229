package io.patchboard.kernel.app;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kernel as a program of its own, configured by its environment; see {@link KernelEnvironment}. */
public final class KernelMain {

    private static final Logger LOG = LoggerFactory.getLogger(KernelMain.class);

    private KernelMain() {}

    /** Runs until SIGTERM, when it closes in order (the JVM's exit code is then 143), or until it fails (exit 1). */
    public static void main(String[] args) throws InterruptedException {
        System.exit(run(System.getenv()));
    }

    private static int run(Map<String, String> environment) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger exit = new AtomicInteger();
        try (KernelApp kernel = KernelApp.start(KernelEnvironment.read(environment))) {
            LOG.info("Kernel ready.");
            Runtime.getRuntime().addShutdownHook(new Thread(kernel::close, "kernel-close"));
            kernel.failure().thenAccept(cause -> {
                LOG.error("The kernel stopped: {}", cause.getMessage());
                exit.set(1);
                end.countDown();
            });
            end.await();
        } catch (KernelStartException | IllegalArgumentException e) {
            LOG.error(e.getMessage());
            exit.set(1);
        }
        return exit.get();
    }
}
