package io.patchboard.kernel.app;

import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.tracing.Tracing;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
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
        AtomicBoolean ready = new AtomicBoolean();
        try (PrometheusMetrics metrics = new PrometheusMetrics();
                Tracing tracing = Tracing.of(environment, "patchboard-kernel");
                KernelHttp http = listening(environment, metrics, ready);
                KernelApp kernel = KernelApp.start(KernelEnvironment.read(environment), metrics.registry(), tracing)) {
            ready.set(true);
            LOG.info("Kernel ready.");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(kernel, tracing), "kernel-close"));
            kernel.failure().thenAccept(cause -> {
                ready.set(false);
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

    /** Spans of what it decides as it ends go with those before. */
    private static void close(KernelApp kernel, Tracing tracing) {
        try {
            kernel.close();
        } finally {
            tracing.close();
        }
    }

    /** Null where no port is given. */
    private static KernelHttp listening(
            Map<String, String> environment, PrometheusMetrics metrics, AtomicBoolean ready) {
        return KernelEnvironment.httpAddress(environment)
                .map(address -> {
                    KernelHttp http = KernelHttp.start(address, metrics, ready::get);
                    LOG.info("/metrics and /health at http://{}:{}.", address.getHostString(), http.port());
                    return http;
                })
                .orElse(null);
    }
}
