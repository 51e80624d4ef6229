package io.patchboard.faults.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.board.KernelBoard;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.oracle.StrictJson;
import io.patchboard.faults.world.ReachedStates;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InjectorsTest {

    private static final int MANY = 300;
    private static final long SEED = 4711;
    private static final ReachedStates STATES = new ReachedStates(new Kernel(), SEED);
    private static final Judges JUDGES = new Judges();

    record Named(String name, Injector injector, int varieties) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Named> injectors() {
        return List.of(
                new Named("invalid JSON", new InvalidJson(STATES), 50),
                new Named("bad path or type", new BadPathOrType(STATES, JUDGES), 50),
                new Named("unauthorized write", new UnauthorizedWrite(STATES, JUDGES), 20),
                new Named("unquoted claim", FalseClaim.unquoted(STATES), 20),
                new Named("irrelevant quote", FalseClaim.irrelevant(STATES), 6));
    }

    private static List<Fault> draw(Injector injector, long seed) {
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            faults.add(injector.next(Dice.of(seed, "test", i)));
        }
        return faults;
    }

    @ParameterizedTest
    @MethodSource("injectors")
    void faults_hundredsOfDistinctOnes_ofManyKinds_inAllWorlds(Named named) {
        Set<String> records = new HashSet<>();
        Set<String> varieties = new HashSet<>();
        Set<String> worlds = new HashSet<>();
        for (Fault fault : draw(named.injector(), SEED)) {
            records.add(new String(fault.record(), StandardCharsets.ISO_8859_1));
            varieties.add(fault.variety());
            worlds.add(fault.at().world().name());
        }

        assertThat(records).as("seed %s", SEED).hasSizeGreaterThan(MANY * 9 / 10);
        assertThat(varieties).hasSizeGreaterThanOrEqualTo(named.varieties());
        assertThat(worlds).hasSize(5);
    }

    @ParameterizedTest
    @MethodSource("injectors")
    void faults_sameSeed_sameBytes(Named named) {
        List<Fault> once = draw(named.injector(), 5);
        List<Fault> again = draw(named.injector(), 5);

        for (int i = 0; i < MANY; i++) {
            assertThat(again.get(i).record()).isEqualTo(once.get(i).record());
        }
    }

    /** Stronger than the table, which asks only what the state looks like afterwards. */
    @ParameterizedTest
    @MethodSource("injectors")
    void kernel_rejectsEveryFault_thatItCanTell(Named named) {
        Set<Stage> stages = EnumSet.noneOf(Stage.class);
        for (Fault fault : draw(named.injector(), SEED)) {
            KernelBoard board = fault.at().board().copy();
            List<LogEntry> entries = board.send(fault.record());
            if (named.name().equals("irrelevant quote")) {
                continue;
            }
            assertThat(entries)
                    .as("%s: %s", fault.variety(), new String(fault.record(), StandardCharsets.UTF_8))
                    .extracting(LogEntry::event)
                    .first()
                    .isInstanceOf(PatchRejected.class);
            stages.add(((PatchRejected) entries.get(0).event()).rejection().stage());
            assertThat(board.state()).isEqualTo(fault.at().state());
        }
        switch (named.name()) {
            case "invalid JSON" -> assertThat(stages).contains(Stage.DECODE);
            case "bad path or type" -> assertThat(stages).contains(Stage.SYNTAX, Stage.APPLICATION, Stage.SCHEMA);
            case "unauthorized write" -> assertThat(stages).contains(Stage.ADMISSION, Stage.AUTHORIZATION);
            default -> assertThat(stages).isNotNull();
        }
    }

    @Test
    void invalidJson_isNoSoundObject() {
        assertThat(draw(new InvalidJson(STATES), SEED))
                .noneMatch(fault -> StrictJson.read(fault.record())
                        .filter(tree -> tree.isObject())
                        .isPresent());
    }
}
