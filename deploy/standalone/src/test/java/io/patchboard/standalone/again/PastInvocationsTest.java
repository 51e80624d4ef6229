package io.patchboard.standalone.again;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.whatif.ChosenBoards;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PastInvocationsTest {

    private static PastInvocations follow(List<LogEntry> log, Consumer<PastInvocation> found) {
        PastInvocations past =
                new PastInvocations("counter", new ChosenBoards(Set.of(), Optional.empty()), new Blueprints(), found);
        log.forEach(past::accept);
        past.end();
        return past;
    }

    @Test
    void eachInvocation_isAsLikelyAsAnyOther() {
        SampleLog log = new SampleLog("b").created();
        for (int i = 1; i <= 10; i++) {
            log.invoked("i-" + i);
            if (i % 3 != 0) {
                log.committed("p-" + i, "i-" + i, i);
            }
        }
        Map<String, Integer> chosen = new TreeMap<>();
        for (int seed = 0; seed < 1_000; seed++) {
            Sample sample = new Sample(3, seed);
            follow(log.entries(), sample::offer);
            assertThat(sample.chosen())
                    .hasSize(3)
                    .allSatisfy(one -> chosen.merge(one.invoked().invocationId(), 1, Integer::sum));
            assertThat(sample.seen()).isEqualTo(10);
        }

        assertThat(chosen)
                .hasSize(10)
                .allSatisfy((id, times) -> assertThat(times).isBetween(240, 360));
    }

    @Test
    void board_isTheOneThatTheAnswerMet() {
        List<PastInvocation> past = new ArrayList<>();
        follow(
                new SampleLog("b")
                        .created()
                        .invoked("i-1")
                        .committed("p-0", "", 4)
                        .committed("p-1", "i-1", 5)
                        .invoked("i-2")
                        .entries(),
                past::add);

        assertThat(past).extracting(one -> one.met().sequence()).containsExactly(3L, 5L);
        assertThat(past).extracting(one -> one.outcome().isPresent()).containsExactly(true, false);
    }

    @Test
    void damagedBoard_isLeftOut_withTheReason() {
        PastInvocations past = follow(
                new SampleLog("b").created().invoked("i-1").impossible("p-1").entries(), any -> {});

        assertThat(past.damaged()).containsOnlyKeys("b");
        assertThat(past.damaged().get("b")).startsWith("#3: ");
    }
}
