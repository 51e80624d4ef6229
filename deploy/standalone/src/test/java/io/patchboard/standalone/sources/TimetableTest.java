package io.patchboard.standalone.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.model.BoardIndexes;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.json.Json;
import io.patchboard.record.CreateBoard;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each moment of a schedule counts once, whatever clocks and servers do. */
final class TimetableTest {

    private static final Correlation NO_BOARDS =
            new Correlation((index, value) -> new BoardIndexes.Found(List.of(), Instant.EPOCH), InstantSource.system());

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NEXT_YEAR = Instant.parse("2027-01-01T00:00:00Z");

    /** Stands until it is set. */
    private static final class SetClock extends Clock {

        private Instant now = NEW_YEAR;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private final SetClock clock = new SetClock();
    private final List<String> done = new ArrayList<>();

    private Timetable timetable(String cron, Duration catchUp) {
        return new Timetable(new Schedule(cron, BERLIN, catchUp, Overlap.ALLOW), clock);
    }

    private void look(Timetable timetable) throws Exception {
        timetable.look(due -> done.add(due.id()));
    }

    private static Set<String> workdaysAtSeven() {
        Set<String> moments = new TreeSet<>();
        for (LocalDate day = LocalDate.of(2026, 1, 1); day.getYear() == 2026; day = day.plusDays(1)) {
            if (day.getDayOfWeek() != DayOfWeek.SATURDAY && day.getDayOfWeek() != DayOfWeek.SUNDAY) {
                moments.add(new Due(day.atTime(LocalTime.of(7, 0)).atZone(BERLIN)).id());
            }
        }
        return moments;
    }

    @Test
    void year_hasEachWorkday_inSummerTimeToo() throws Exception {
        Timetable timetable = timetable("0 7 * * MON-FRI", Duration.ofHours(1));
        clock.now = NEW_YEAR.plus(Duration.ofHours(1));
        for (; clock.now.isBefore(NEXT_YEAR); clock.now = clock.now.plus(Duration.ofMinutes(17))) {
            look(timetable);
        }

        assertThat(done).containsExactlyElementsOf(workdaysAtSeven()).hasSize(261);
    }

    /** Servers come and go, the clock jumps back and forth: with two days to catch up, nothing is missed. */
    @Test
    void year_ofRestartsAndJumps_missesNothing_andRepeatsOnlyTheSame() throws Exception {
        Random random = new Random(7);
        Duration days = Duration.ofDays(2);
        Timetable timetable = timetable("0 7 * * MON-FRI", days);
        Instant reached = NEW_YEAR;
        while (reached.isBefore(NEXT_YEAR)) {
            reached = reached.plus(Duration.ofMinutes(random.nextInt(20 * 60)));
            clock.now = reached;
            switch (random.nextInt(4)) {
                case 0 -> timetable = timetable("0 7 * * MON-FRI", days);
                case 1 -> clock.now = reached.minus(Duration.ofMinutes(random.nextInt(600)));
                default -> {
                    // it goes on
                }
            }
            look(timetable);
        }
        clock.now = reached;
        look(timetable);

        Set<String> once = new TreeSet<>(done);
        once.removeIf(moment -> !moment.startsWith("2026"));
        Set<String> expected = workdaysAtSeven();
        assertThat(once).containsAll(expected);
        assertThat(done.size()).as("some were made twice, with the same id").isGreaterThan(once.size());
        once.removeAll(expected);
        assertThat(once).as("others").isEmpty();
    }

    @Test
    void whatWasDueWhileNoServerRan_isNotMadeUpFor_beyondWhatTheScheduleSays() throws Exception {
        clock.now = Instant.parse("2026-03-06T12:00:00Z");
        look(timetable("0 7 * * *", Duration.ofDays(3)));
        assertThat(done)
                .containsExactly("2026-03-04T06:00:00.000Z", "2026-03-05T06:00:00.000Z", "2026-03-06T06:00:00.000Z");

        done.clear();
        look(timetable("0 7 * * *", Duration.ZERO));
        assertThat(done).isEmpty();
    }

    /** In the night to 29 March 02:00 is followed by 03:00, in that to 25 October 02:59 by 02:00. */
    @Test
    void changesOfTheClock_skipNothing_andRepeatNothing() {
        Schedule daily = new Schedule("30 2 * * *", BERLIN, Duration.ZERO, Overlap.ALLOW);

        assertThat(daily.between(Instant.parse("2026-03-28T12:00:00Z"), Instant.parse("2026-03-30T12:00:00Z")))
                .extracting(Due::id)
                .containsExactly("2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z");
        assertThat(daily.between(Instant.parse("2026-10-24T12:00:00Z"), Instant.parse("2026-10-26T12:00:00Z")))
                .extracting(Due::id)
                .containsExactly("2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z");
    }

    @Test
    void whatCouldNotBeDone_isDueAgain() throws Exception {
        Timetable timetable = timetable("* * * * *", Duration.ofMinutes(5));
        assertThatThrownBy(() -> timetable.look(due -> {
                    if (done.size() == 2) {
                        throw new UnavailableException("Expected Kafka, but it is away.");
                    }
                    done.add(due.id());
                }))
                .isInstanceOf(UnavailableException.class);

        look(timetable);

        assertThat(done).hasSize(5).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void moreThanAThousand_followOneAfterTheOther() throws Exception {
        Timetable timetable = timetable("* * * * *", Duration.ofDays(1));
        look(timetable);
        look(timetable);

        assertThat(done).hasSize(24 * 60).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void moment_makesABoard() throws Exception {
        SourceSpec source = SourcesFile.parse("""
                        sources:
                          report:
                            every: "0 7 * * MON-FRI"
                            zone: Europe/Berlin
                            catchUp: 12h
                            overlap: skip
                            board: {id: "'report-' + date", blueprint: report, input: {at: time}}
                        """, Path.of("sources.yaml")).get(0);
        assertThat(source.from())
                .isEqualTo(new SourceSpec.Time(
                        new Schedule("0 7 * * MON-FRI", BERLIN, Duration.ofHours(12), Overlap.SKIP)));
        Due due = new Due(Instant.parse("2026-07-01T05:00:00Z").atZone(BERLIN));

        CreateBoard made = (CreateBoard) new Mapping(source, (name, board) -> Json.nul(), NO_BOARDS)
                .map(due)
                .orElseThrow();

        assertThat(made.boardId()).isEqualTo("report-2026-07-01");
        assertThat(made.header().commandId()).isEqualTo("source:report:2026-07-01T05:00:00.000Z");
        assertThat(made.input()).hasToString("{\"at\":\"2026-07-01T05:00:00.000Z\"}");
        assertThat(made.source()).isEmpty();
        assertThat(made.labels()).hasToString("Optional[{\"schedule\":\"report\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{every: '0 7 * *', board: {blueprint: b}} | /sources/a/every",
                "{every: '0 25 * * *', board: {blueprint: b}} | /sources/a/every",
                "{every: '0 7 * * *', zone: Berlin, board: {blueprint: b}} | /sources/a/zone",
                "{every: '0 7 * * *', catchUp: long, board: {blueprint: b}} | /sources/a/catchUp",
                "{every: '0 7 * * *', topic: t, board: {blueprint: b}} | either topic, or every at /sources/a",
                "{zone: UTC, topic: t, board: {blueprint: b}} | /sources/a/zone",
                "{overlap: skip, topic: t, board: {blueprint: b}} | /sources/a/overlap",
                "{every: '0 7 * * *', overlap: skipp, board: {blueprint: b}} | /sources/a/overlap",
                "{every: '0 7 * * *', overlap: skip, correlate: {board: time}, worker: w, patch: [{op: add, path: /a, value: 1}]}"
                        + " | no overlap without board at /sources/a/overlap",
                "{every: '0 7 * * *', board: {id: event.id, blueprint: b}} | /sources/a/board/id",
            })
    void mistake_isToldWithItsPlace(String line) {
        String[] parts = line.split(" [|] ");

        assertThatThrownBy(() -> SourcesFile.parse("sources: {a: " + parts[0] + "}", Path.of("s.yaml")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(parts[1]);
    }
}
