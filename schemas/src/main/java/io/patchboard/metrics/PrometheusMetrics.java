package io.patchboard.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The metrics of a process in the text form of Prometheus: those of its parts, of its JVM, and the few of Kafka's
 * clients that tell how it does.
 *
 * <p>Names that whoever may create boards chooses (of blueprints, workers, models, sources) are labels as far as the
 * first 100 of each; all others count together as {@code other}. Ids of boards are never labels.
 */
public final class PrometheusMetrics implements AutoCloseable {

    static final String OTHER = "other";

    private static final int MOST_VALUES = 100;
    private static final List<String> CHOSEN_BY_USERS = List.of("blueprint", "worker", "model", "source");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collector = new JvmGcMetrics();

    public PrometheusMetrics() {
        CHOSEN_BY_USERS.forEach(label ->
                registry.config().meterFilter(MeterFilter.replaceTagValues(label, new FirstValues(MOST_VALUES))));
        registry.config().meterFilter(KafkaMetrics.chosen());
        collector.bindTo(registry);
        List.of(
                        new ClassLoaderMetrics(),
                        new FileDescriptorMetrics(),
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics())
                .forEach(binder -> binder.bindTo(registry));
    }

    /** Where the parts of the process count. */
    public MeterRegistry registry() {
        return registry;
    }

    /** All of them, as {@code text/plain; version=0.0.4}. */
    public String text() {
        return registry.scrape();
    }

    /** Of {@link #text}. */
    public static String contentType() {
        return "text/plain; version=0.0.4; charset=utf-8";
    }

    @Override
    public void close() {
        collector.close();
        registry.close();
    }

    /** Keeps the first values that come, and has one word for all others. */
    private static final class FirstValues implements UnaryOperator<String> {

        private final Set<String> kept = ConcurrentHashMap.newKeySet();
        private final int most;

        FirstValues(int most) {
            this.most = most;
        }

        @Override
        public String apply(String value) {
            return kept.contains(value) || kept.size() < most && kept.add(value) ? value : OTHER;
        }
    }
}
