package io.patchboard.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.standalone.chaos.Draws.Surroundings;
import io.patchboard.standalone.chaos.Schedule.Timed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ScheduleTest {

    private static final int ROUNDS = 200;

    @Test
    void sameSeed_givesTheSameFaults() {
        assertThat(rounds(17, true)).isEqualTo(rounds(17, true)).isNotEqualTo(rounds(18, true));
    }

    @Test
    void round_hasOneFaultOfEachRoleAtMost_andNoMoreThanAskedFor() {
        assertThat(rounds(17, true)).allSatisfy(round -> {
            assertThat(round).hasSizeBetween(1, 3);
            assertThat(round.stream().map(timed -> timed.fault().role())).doesNotHaveDuplicates();
        });
        assertThat(new Schedule(new Random(17), surroundings(true)).round(1)).hasSize(1);
    }

    @Test
    void draws_areOfTheirProcesses_andShort_andHaveEachKindInTurn() {
        List<String> nodes = List.of("kernel-0");
        Draws draws = new Draws(new Random(17), nodes, 5, surroundings(true));
        List<Fault> faults = Stream.generate(draws::next).limit(ROUNDS).toList();
        assertThat(faults).allSatisfy(fault -> {
            assertThat(fault.toString()).contains("node=kernel-0");
            assertThat(fault.lasts()).isLessThan(Duration.ofSeconds(fault instanceof Fault.Freeze ? 31 : 5));
        });
        assertThat(faults.subList(0, 9).stream().map(Fault::getClass).distinct())
                .hasSize(5);
        assertThat(Stream.generate(new Draws(new Random(17), nodes, 5, surroundings(true))::next)
                        .limit(ROUNDS)
                        .toList())
                .isEqualTo(faults);
    }

    @Test
    void clocks_jumpOnlyWhereTheyCan() {
        assertThat(kinds(rounds(17, false))).noneMatch(kind -> kind.startsWith("clock"));
        assertThat(kinds(rounds(17, true))).contains("clock jump of a kernel", "clock jump of a gateway");
    }

    @Test
    void only_givesThatKind_andRefusesWhatIsNone() {
        Schedule schedule = new Schedule(new Random(17), surroundings(true));
        assertThat(kinds(Stream.generate(() -> schedule.only("SIGSTOP of a broker"))
                        .limit(ROUNDS)
                        .toList()))
                .containsOnly("SIGSTOP of a broker");
        assertThatThrownBy(() -> schedule.only("flood"))
                .hasMessageContaining("election of leaders")
                .hasMessageContaining("\"flood\"");
    }

    private static Stream<String> kinds(List<List<Timed>> rounds) {
        return rounds.stream().flatMap(List::stream).map(timed -> timed.fault().kind());
    }

    private static List<List<Timed>> rounds(long seed, boolean clocksJump) {
        Schedule schedule = new Schedule(new Random(seed), surroundings(clocksJump));
        return Stream.generate(() -> schedule.round(3)).limit(ROUNDS).toList();
    }

    private static Surroundings surroundings(boolean clocksJump) {
        List<String> hosts = new ArrayList<>(List.of(Network.OUTSIDE));
        Arrays.stream(Role.values()).forEach(role -> hosts.addAll(role.names()));
        return new Surroundings(hosts, clocksJump);
    }
}
