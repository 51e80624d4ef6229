package io.patchboard.bench.service;

import io.patchboard.bench.load.Load;
import io.patchboard.bench.result.Measurement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Times of records that come whether or not those before them are done: a Poisson process, as many independent senders
 * make it. A time begins when its record was meant to be sent, so whoever is slow cannot put off what comes next
 * (coordinated omission).
 *
 * @param perSecond how many come, on average
 * @param seconds for how long; the first fifth is not counted
 */
public record OpenLoop(double perSecond, double seconds) {

    private static final double NANOS = 1e9;
    private static final double UNCOUNTED = 0.2;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** At half of the median rate of these turns. */
    public static OpenLoop atHalfOf(List<Side.Turn> turns, double seconds) {
        List<Double> rates = turns.stream().map(Side.Turn::perSecond).toList();
        return new OpenLoop(Measurement.quantile(rates, 0.5) / 2, seconds);
    }

    public Latencies.Times measure(Side side, Load load) {
        Map<String, Queue<Long>> due = new ConcurrentHashMap<>();
        AtomicInteger sent = new AtomicInteger();
        long begin = System.nanoTime();
        Thread sender = new Thread(() -> send(side, load, begin, due, sent), "bench-open-loop");
        sender.start();
        List<Double> millis = new ArrayList<>();
        long countFrom = begin + (long) (seconds * UNCOUNTED * NANOS);
        long giveUp = begin + (long) (seconds * NANOS) + PATIENCE.toNanos();
        int seen = 0;
        while (sender.isAlive() || seen < sent.get()) {
            for (ConsumerRecord<byte[], byte[]> record : side.poll(POLL)) {
                if (load.isOutcome(record)) {
                    long meant = due.get(text(record.key())).remove();
                    seen++;
                    if (meant >= countFrom) {
                        millis.add((System.nanoTime() - meant) / 1e6);
                    }
                }
            }
            if (System.nanoTime() > giveUp) {
                throw new IllegalStateException(
                        "Expected " + sent + " outcomes, but got " + seen + ". Look at the topic of rejections.");
            }
        }
        return new Latencies.Times(millis);
    }

    private void send(Side side, Load load, long begin, Map<String, Queue<Long>> due, AtomicInteger sent) {
        SplittableRandom random = new SplittableRandom(1);
        try (KafkaProducer<byte[], byte[]> producer = side.patientProducer()) {
            double second = 0;
            // The last one is after the end, so that there is one that counts.
            for (int i = 0; second <= seconds; i++) {
                second -= Math.log(1 - random.nextDouble()) / perSecond;
                long meant = begin + (long) (second * NANOS);
                ProducerRecord<byte[], byte[]> record = load.next(i);
                due.computeIfAbsent(text(record.key()), key -> new ConcurrentLinkedQueue<>())
                        .add(meant);
                LockSupport.parkNanos(meant - System.nanoTime());
                sent.incrementAndGet();
                producer.send(record);
            }
        }
    }

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }
}
