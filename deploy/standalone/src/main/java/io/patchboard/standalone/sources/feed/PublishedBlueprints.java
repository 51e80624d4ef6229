package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.Catalog;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.json.Json;
import io.patchboard.standalone.sources.Mapping;
import io.patchboard.standalone.sources.UnavailableException;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/** The published blueprints as they were a second ago at most. For one thread. */
final class PublishedBlueprints implements Mapping.Library, AutoCloseable {

    private static final Duration AGE = Duration.ofSeconds(1);

    private final CatalogTopic topic;
    private Optional<Catalog> catalog = Optional.empty();
    private long readAt;

    PublishedBlueprints(KafkaConnection connection) {
        this.topic = new CatalogTopic(connection);
    }

    @Override
    public Json find(BlueprintName name, String boardId) throws UnavailableException {
        Catalog now = catalog();
        return now.find(name, boardId)
                .map(BlueprintVersion::document)
                .orElseThrow(() -> new UnavailableException(now.missing(name) + " Publish it."));
    }

    private Catalog catalog() throws UnavailableException {
        if (catalog.isEmpty() || System.nanoTime() - readAt > AGE.toNanos()) {
            try {
                catalog = Optional.of(topic.read());
                readAt = System.nanoTime();
            } catch (KafkaException e) {
                throw new UnavailableException("Expected to read the published blueprints, but: " + e.getMessage(), e);
            }
        }
        return catalog.get();
    }

    @Override
    public void close() {
        topic.close();
    }
}
