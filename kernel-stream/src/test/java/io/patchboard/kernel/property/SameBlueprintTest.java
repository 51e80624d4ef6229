package io.patchboard.kernel.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.replay.whatif.Outlook;
import io.patchboard.kernel.replay.whatif.WhatIf;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.LogEntry;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Under the same blueprint no verdict flips and nobody else is invited, whatever happened on a board. */
class SameBlueprintTest {

    private static final int RUNS = 40;
    private static final int STEPS = 120;

    @ParameterizedTest
    @EnumSource
    void randomBoards_areAsTheyWere(WhatIf.Mode mode) {
        long judged = 0;
        for (long seed = 1; seed <= RUNS; seed++) {
            Random random = new Random(seed);
            JsonObject blueprint = RandomBlueprint.make(random);
            RandomSteps steps = new RandomSteps(random);
            Machine machine = new Machine();
            machine.take(steps.create(blueprint));
            for (int i = 0; i < STEPS; i++) {
                machine.take(steps.next(machine.board()));
            }
            WhatIf whatIf =
                    new WhatIf(Machine.BOARD, machine.board().blueprint().orElseThrow(), new Blueprints(), mode);
            machine.log().forEach(whatIf::accept);
            Outlook outlook = whatIf.end();
            OptionalLong amended = machine.log().stream()
                    .filter(entry -> entry.event() instanceof BlueprintAmended)
                    .mapToLong(LogEntry::sequence)
                    .findFirst();
            assertThat(outlook.leaves())
                    .as("seed %d: +%s -%s", seed, outlook.added(), outlook.gone())
                    .isEqualTo(mode == WhatIf.Mode.ONWARD ? amended : OptionalLong.empty());
            assertThat(outlook.isTheSame())
                    .as("seed %d: %s +%s -%s", seed, outlook.flips(), outlook.added(), outlook.gone())
                    .isTrue();
            judged += outlook.judged();
        }
        assertThat(judged).isGreaterThan(RUNS);
    }
}
