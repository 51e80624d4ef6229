package io.patchboard.standalone.sources.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.record.BoardCreated;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** Moments of a schedule count once, however many servers have it. */
final class SchedulesTest extends SourcesRig {

    @Test
    void momentsOfASchedule_countOnce_howeverManyServersHaveIt() throws Exception {
        Path file = file("timed", """
                sources:
                  timed:
                    every: "* * * * *"
                    catchUp: 5m
                    board: {id: "'t-' + time", blueprint: order.json, input: {order: date}}
                """);

        try (Sources one = serve(file);
                Sources other = serve(file)) {
            await("what was due before the start", () -> boards("t-").size() >= 5);
        }
        try (Sources later = serve(file)) {
            shop.send(new ProducerRecord<>("patchboard.commands", "barrier", "garbage"))
                    .get();
            await("what came before it", () -> boards("barrier").size() == 1);
        }
        assertThat(boards("t-").values())
                .allSatisfy(log -> assertThat(log)
                        .singleElement()
                        .satisfies(entry -> assertThat(entry.event()).isInstanceOf(BoardCreated.class)));
    }

    @Test
    void momentsWhoseBoardsWouldOverlap_areSkipped_byEachServer() throws Exception {
        Path file = file("apart", """
                sources:
                  apart:
                    every: "* * * * *"
                    catchUp: 5m
                    overlap: skip
                    board: {id: "'apart-' + time", blueprint: order.json, input: {order: date}}
                """);
        for (String server : List.of("one", "and later another")) {
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            try (Sources sources = Sources.start(file, connection, meters, indexed)) {
                await(
                        server,
                        () -> meters
                                .find("patchboard.source.events")
                                .tags("source", "apart", "outcome", "skipped")
                                .counters()
                                .stream()
                                .anyMatch(skipped -> skipped.count() >= 4));
            }
        }
        assertThat(boards("apart-")).hasSize(1);
    }
}
