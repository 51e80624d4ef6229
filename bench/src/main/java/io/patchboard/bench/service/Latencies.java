package io.patchboard.bench.service;

import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * Times of single records, one at a time.
 *
 * @param samples that are counted, after a fifth as many that are not
 */
public record Latencies(int samples) {

    private static final double NANOS_PER_MILLI = 1e6;

    /** No times yet. */
    public static final Times NONE = new Times(List.of());

    /** The times of one side, in milliseconds. */
    public record Times(List<Double> millis) {

        public void report(String side, Map<String, String> at, Results results) {
            report(side, "latency", at, results);
        }

        /** @param what they are the times of */
        public void report(String side, String what, Map<String, String> at, Results results) {
            results.add(Measurement.once(side, what + " p50", at, "ms", Measurement.quantile(millis, 0.5)));
            results.add(Measurement.once(side, what + " p99", at, "ms", Measurement.quantile(millis, 0.99)));
            results.add(Measurement.once(side, what + " max", at, "ms", Measurement.quantile(millis, 1)));
        }

        /** These and others. */
        public Times and(Times more) {
            return new Times(
                    Stream.concat(millis.stream(), more.millis.stream()).toList());
        }
    }

    public Times measure(Side side, int boards, Side.RecordMaker records) {
        List<Double> millis = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = side.patientProducer()) {
            int warmUp = samples / 5;
            for (int i = 0; i < warmUp + samples; i++) {
                int board = i % boards;
                long nanos = side.latency(producer, board, round -> records.make(board, round));
                if (i >= warmUp) {
                    millis.add(nanos / NANOS_PER_MILLI);
                }
            }
        }
        return new Times(millis);
    }
}
