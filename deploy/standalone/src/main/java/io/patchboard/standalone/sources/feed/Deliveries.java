package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.record.Source;
import io.patchboard.standalone.sources.Delivery;
import io.patchboard.standalone.sources.SourceSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts what is sent to sources by HTTP on their topics, where it is an event like any other. Safe for use by several
 * threads.
 */
public final class Deliveries implements AutoCloseable {

    /** Names the delivery, in the record on the topic. */
    static final String ID = "webhook-id";

    private static final String TYPE = "content-type";
    private static final List<String> CLOUD =
            List.of("id", "source", "specversion", "type", "subject", "time", "dataschema");

    private final KafkaProducer<byte[], byte[]> producer;
    private volatile Map<String, SourceSpec.Topic> topics = Map.of();

    Deliveries(KafkaConnection connection) {
        this.producer = new KafkaProducer<>(
                connection.producerConfig(Map.of("client.id", "patchboard.deliveries", "max.block.ms", 10_000)),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    void serve(List<SourceSpec> sources) {
        topics = sources.stream()
                .filter(source -> source.from() instanceof SourceSpec.Topic topic
                        && topic.webhook().isPresent())
                .collect(Collectors.toUnmodifiableMap(SourceSpec::name, source -> (SourceSpec.Topic) source.from()));
    }

    /** The secret of a source that takes deliveries; absent if there is no such source. */
    public Optional<Secret> secret(String source) {
        return Optional.ofNullable(topics.get(source)).flatMap(SourceSpec.Topic::webhook);
    }

    /**
     * Takes a request.
     *
     * @param source one that has a {@link #secret}
     * @param header the value of a header, by name
     * @return where it stands, once Kafka has it; fails with a {@link KafkaException}
     * @throws Delivery.ForgedException if it is not signed with the secret
     */
    public CompletionStage<Source> take(String source, Function<String, Optional<String>> header, byte[] body)
            throws Delivery.ForgedException {
        SourceSpec.Topic topic = topics.get(source);
        Delivery delivery = Delivery.of(topic.webhook().orElseThrow(), header, body, Instant.now());
        CompletableFuture<Source> written = new CompletableFuture<>();
        try {
            producer.send(
                    new ProducerRecord<byte[], byte[]>(
                            topic.topic(), (Integer) null, null, body, headers(delivery, header)),
                    (at, failure) -> {
                        if (failure == null) {
                            written.complete(new Source(at.topic(), at.partition(), at.offset()));
                        } else {
                            written.completeExceptionally(failure);
                        }
                    });
        } catch (KafkaException e) {
            written.completeExceptionally(e);
        }
        return written;
    }

    /** Attributes of a CloudEvent stand in other headers in Kafka than in HTTP. */
    private static List<Header> headers(Delivery delivery, Function<String, Optional<String>> header) {
        Stream<Header> own = Stream.of(header(ID, delivery.id()));
        Stream<Header> type = header.apply(TYPE).map(text -> header(TYPE, text)).stream();
        Stream<Header> cloud = CLOUD.stream()
                .flatMap(name -> header.apply("ce-" + name).map(text -> header("ce_" + name, text)).stream());
        return Stream.of(own, type, cloud).flatMap(each -> each).toList();
    }

    private static Header header(String name, String text) {
        return new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        producer.close();
    }
}
