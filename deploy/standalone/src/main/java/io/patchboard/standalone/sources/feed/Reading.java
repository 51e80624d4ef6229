package io.patchboard.standalone.sources.feed;

import io.patchboard.client.seal.SealException;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.EventDecoder;
import io.patchboard.json.Json;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Source;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.standalone.sources.Event;
import io.patchboard.standalone.sources.Mapping;
import io.patchboard.standalone.sources.QuotaWatch;
import io.patchboard.standalone.sources.UnavailableException;
import io.patchboard.standalone.sources.UnmappedException;
import io.patchboard.text.StrictUtf8;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** From a record of a user's topic to the one that is to be written because of it. */
final class Reading {

    private static final byte[] NOTHING = {};

    /** What Kafka writes around the key and the value of a record that is alone in its batch, and more. */
    private static final int FRAME_BYTES = 512;

    private final Mapping mapping;
    private final Optional<QuotaWatch> quota;
    private final boolean delivered;
    private final EventDecoder decoder;
    private final Written written;
    private final DeadLetters deadLetters;

    /** @param delivered whether its events come from a webhook, each under an id of its own */
    Reading(
            Mapping mapping,
            Optional<QuotaWatch> quota,
            boolean delivered,
            EventDecoder decoder,
            Written written,
            DeadLetters deadLetters) {
        this.quota = quota;
        this.delivered = delivered;
        this.mapping = mapping;
        this.decoder = decoder;
        this.written = written;
        this.deadLetters = deadLetters;
    }

    /** What is to be written, and what to call that. */
    record Made(Optional<ProducerRecord<byte[], byte[]>> record, Outcome outcome) {}

    /** @throws UnavailableException if that cannot be told now */
    Made read(ConsumerRecord<byte[], byte[]> raw) throws UnavailableException {
        try {
            Optional<BoardRecord> made = mapping.map(event(raw));
            return made.isEmpty() ? new Made(Optional.empty(), Outcome.SKIPPED) : written(made.get(), raw);
        } catch (DecodeException e) {
            return dead(raw, e.getMessage(), "");
        } catch (UnmappedException e) {
            return dead(raw, e.getMessage(), e.place());
        } catch (SealException e) {
            return dead(raw, e.getMessage(), "");
        }
    }

    private Event event(ConsumerRecord<byte[], byte[]> raw) throws DecodeException, UnavailableException {
        Json value;
        try {
            value = decoder.decode(raw.value() == null ? NOTHING : raw.value());
        } catch (RegistryUnavailableException e) {
            throw new UnavailableException(e.getMessage(), e);
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : raw.headers()) {
            text(header.value()).ifPresent(text -> headers.put(header.key(), text));
        }
        return Event.of(
                new Source(raw.topic(), raw.partition(), raw.offset()),
                Instant.ofEpochMilli(Math.max(0, raw.timestamp())),
                text(raw.key()),
                headers,
                Optional.of(headers).filter(any -> delivered).map(all -> all.get(Deliveries.ID)),
                value);
    }

    /** Bytes that are no text are nothing that an expression could look at. */
    private static Optional<String> text(byte[] utf8) {
        return Optional.ofNullable(utf8).flatMap(StrictUtf8::text);
    }

    private Made written(BoardRecord made, ConsumerRecord<byte[], byte[]> raw) throws UnavailableException {
        if (quota.isPresent()) {
            quota.get().require(made.boardId());
        }
        ProducerRecord<byte[], byte[]> record = written.of(made);
        int bytes = FRAME_BYTES + record.key().length + record.value().length;
        if (bytes > ContractLimits.MAX_RECORD_BYTES) {
            return dead(
                    raw,
                    "Expected a record of at most " + ContractLimits.MAX_RECORD_BYTES
                            + " bytes to come of it, but with its key it has " + bytes + ".",
                    "");
        }
        if (quota.isPresent()) {
            quota.get().take(made.boardId());
        }
        return new Made(Optional.of(record), Outcome.of(made));
    }

    private Made dead(ConsumerRecord<byte[], byte[]> raw, String reason, String place) {
        return new Made(Optional.of(deadLetters.of(raw, reason, place)), Outcome.DEAD_LETTER);
    }
}
