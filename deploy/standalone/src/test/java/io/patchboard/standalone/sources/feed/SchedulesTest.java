package io.patchboard.standalone.sources.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.LogEntry;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
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

    /**
     * Servers with clocks of their own, each killed when it has made up for what it could: at the end of three
     * quarters, then one whose clock was set back, and one at the end of the year. In Berlin 02:30 is leapt over once,
     * and comes twice once.
     */
    @Test
    @Tag("long")
    void yearOfASchedule_underClocksThatJump_hasEachDayOnce() throws Exception {
        boolean installed = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "faketime")));
        assumeTrue(installed, "Skipped: the clock cannot be set without \"faketime\"; install that package.");
        Path file = file("year", """
                sources:
                  year:
                    every: "30 2 * * *"
                    zone: Europe/Berlin
                    catchUp: 400d
                    when: date >= '2025-01-01'
                    board: {id: "'y-' + date", blueprint: order.json, input: {order: time}}
                """);
        Set<String> expected = new TreeSet<>();
        LocalDate day = LocalDate.of(2025, 1, 1);
        for (String until : List.of("2025-04-01", "2025-07-01", "2025-10-01", "2025-06-01", "2025-12-31")) {
            for (; !day.isAfter(LocalDate.parse(until)); day = day.plusDays(1)) {
                expected.add("y-" + day);
            }
            List<String> at = List.of(
                    "env",
                    "DONT_FAKE_MONOTONIC=1",
                    "FAKETIME_DONT_FAKE_MONOTONIC=1",
                    "faketime",
                    "-f",
                    "@" + until + " 12:00:00");
            Deque<Process> started = new ArrayDeque<>(List.of(process(file, at)));
            try {
                await("all days until " + until, () -> {
                    if (!started.getLast().isAlive()) { // on a busy machine the broker may not answer it in time
                        started.add(process(file, at));
                    }
                    return boards("y-").keySet().containsAll(expected);
                });
            } finally {
                Process last = started.getLast();
                last.descendants().forEach(ProcessHandle::destroyForcibly);
                last.destroyForcibly().waitFor();
            }
        }

        Map<String, List<LogEntry>> year = boards("y-");
        assertThat(year.keySet()).containsExactlyInAnyOrderElementsOf(expected).hasSize(365);
        assertThat(year.values()).allSatisfy(log -> assertThat(log).hasSize(1));
        assertThat(order(year, "2025-03-29")).isEqualTo("\"2025-03-29T01:30:00.000Z\"");
        assertThat(order(year, "2025-03-30")).as("leapt over").isEqualTo("\"2025-03-30T01:00:00.000Z\"");
        assertThat(order(year, "2025-10-26")).as("comes twice").isEqualTo("\"2025-10-26T00:30:00.000Z\"");
    }

    @Tag("long")
    @Test
    void schedule_waitsWhileItsQuotaIsUsedUp() throws Exception {
        Path file = file("few", """
                sources:
                  few:
                    every: "* * * * *"
                    catchUp: 10m
                    quota: {atWork: 2}
                    board: {id: "'few-' + time", blueprint: order.json, input: {order: date}}
                """);

        try (Sources sources = serve(file);
                RequestSender sender = new RequestSender(connection)) {
            await("as many as may be at work", () -> boards("few-").size() >= 2);
            assertThat(boards("few-")).hasSize(2);
            String first = new TreeSet<>(boards("few-").keySet()).first();
            Waiting.on(sender.send(new CancelBoard(CommandHeader.of("end-" + first, first, "ada", "It is done."))));
            await("the next moment's board", () -> boards("few-").size() >= 3);
        }
        assertThat(boards("few-")).hasSize(3);
    }

    private static String order(Map<String, List<LogEntry>> year, String day) {
        BoardCreated created = (BoardCreated) year.get("y-" + day).get(0).event();
        return ((JsonObject) created.input()).get("order").orElseThrow().toString();
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
