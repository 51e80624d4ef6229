package io.patchboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.cycle.HonestRun;
import io.patchboard.faults.cycle.LoopFault;
import io.patchboard.faults.cycle.LoopRun;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.inject.BadPathOrType;
import io.patchboard.faults.inject.FalseClaim;
import io.patchboard.faults.inject.Fault;
import io.patchboard.faults.inject.Injector;
import io.patchboard.faults.inject.InvalidJson;
import io.patchboard.faults.inject.Judges;
import io.patchboard.faults.inject.UnauthorizedWrite;
import io.patchboard.faults.world.ReachedStates;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every verdict of the fault table's logs is the same when the judge is asked again. */
class VerdictsAskedAgainTest {

    private static final long SEED = 20260529;
    private static final int PER_TYPE = 40;

    private final Blueprints blueprints = new Blueprints();
    private final Applier applier = new Applier(blueprints);
    private final Review review = new Review(Limits.DEFAULT, blueprints);
    private final Map<String, List<LogEntry>> logs = new HashMap<>();
    private final Kernel kernel = Kernel.heardBy(entry ->
            logs.computeIfAbsent(entry.boardId(), id -> new ArrayList<>()).add(entry));

    private long asked(List<LogEntry> log) {
        BoardReplay replay = new BoardReplay(log.get(0).boardId(), applier, review);
        log.forEach(replay::accept);
        assertThat(replay.differences())
                .as("seed %s, %s", SEED, replay.board().id())
                .isEmpty();
        return replay.asked();
    }

    @Test
    void faults_areJudgedTheSame() {
        ReachedStates states = new ReachedStates(kernel, SEED);
        Map<String, List<LogEntry>> honest = new HashMap<>(logs);
        Judges judges = new Judges();
        long asked = 0;
        for (Injector injector : List.of(
                new InvalidJson(states),
                new BadPathOrType(states, judges),
                new UnauthorizedWrite(states, judges),
                FalseClaim.unquoted(states),
                FalseClaim.irrelevant(states))) {
            for (int i = 0; i < PER_TYPE; i++) {
                Fault fault = injector.next(Dice.of(SEED, injector.getClass().getSimpleName(), i));
                logs.clear();
                fault.at().board().copy().deliver(fault.record());
                String id = fault.at().board().board().id();
                long reached = fault.at().board().board().sequence();
                List<LogEntry> log = new ArrayList<>(honest.get(id));
                log.removeIf(entry -> entry.sequence() > reached);
                log.addAll(logs.get(id));
                asked += asked(log);
            }
        }
        assertThat(asked).isGreaterThan(4L * PER_TYPE);
    }

    @Test
    void loopsAndHonestRuns_areJudgedTheSame() {
        for (int i = 0; i < PER_TYPE; i++) {
            new LoopRun(LoopFault.draw(Dice.of(SEED, "cycle", i)), Dice.of(SEED, "loop", i)).on(kernel, "loop-" + i);
            HonestRun.go(kernel, "honest-" + i, Dice.of(SEED, "honest", i));
        }
        assertThat(logs).hasSize(2 * PER_TYPE);
        assertThat(logs.values()).allSatisfy(log -> assertThat(asked(log)).isPositive());
    }
}
