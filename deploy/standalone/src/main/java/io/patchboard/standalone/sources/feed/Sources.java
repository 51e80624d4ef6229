package io.patchboard.standalone.sources.feed;

import io.micrometer.core.instrument.MeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.standalone.sources.Boards;
import io.patchboard.standalone.sources.SourceSpec;
import io.patchboard.standalone.sources.SourcesFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sources of a file at work. The file is looked at each second; when it has changed, all begin anew where they are.
 * While it is broken or gone those of before go on, and the log says what is wrong.
 */
public final class Sources implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Sources.class);

    private final Path file;
    private final Means means;
    private final List<AtWork> feeds = new ArrayList<>();
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Deliveries deliveries;
    private String text;
    private String told = "";

    private Sources(Path file, String text, Means means) {
        this.file = file;
        this.text = text;
        this.means = means;
        this.deliveries = new Deliveries(means.connection());
    }

    /**
     * Serves the sources of a file.
     *
     * @param boards for those that look for one
     * @throws ConfigException with every error of the file
     */
    public static Sources start(Path file, KafkaConnection connection, MeterRegistry meters, Boards boards)
            throws ConfigException {
        String text = SourcesFile.read(file);
        List<SourceSpec> specs = SourcesFile.parse(text, file);
        Sources sources = new Sources(file, text, new Means(connection, new SourceMeters(meters), boards));
        sources.serve(specs);
        sources.looks.scheduleWithFixedDelay(sources::look, 1, 1, TimeUnit.SECONDS);
        return sources;
    }

    /** Where what is sent by HTTP goes. */
    public Deliveries deliveries() {
        return deliveries;
    }

    private synchronized void serve(List<SourceSpec> specs) {
        feeds.forEach(AtWork::close);
        feeds.clear();
        deliveries.serve(specs);
        specs.forEach(spec -> feeds.add(started(spec)));
    }

    private AtWork started(SourceSpec spec) {
        return switch (spec.from()) {
            case SourceSpec.Topic from -> Feed.start(spec, from, means);
            case SourceSpec.Time from -> Timer.start(spec, from.schedule(), means);
        };
    }

    private void look() {
        try {
            String found = SourcesFile.read(file);
            if (!found.equals(text)) {
                serve(SourcesFile.parse(found, file));
                text = found;
                LOG.info("Read {} again: it has changed.", file);
            }
            told = "";
        } catch (ConfigException e) {
            if (!e.getMessage().equals(told)) {
                told = e.getMessage();
                LOG.error("The sources of before go on, as their file cannot be used: {}", told);
            }
        } catch (RuntimeException e) {
            LOG.error("Expected to look whether {} has changed, but that failed.", file, e);
        }
    }

    /** Returns when each has ended, with nothing half done. */
    @Override
    public void close() {
        looks.shutdownNow();
        synchronized (this) {
            feeds.forEach(AtWork::close);
            feeds.clear();
            deliveries.close();
        }
    }
}
