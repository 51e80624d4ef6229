package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.Compensated;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Boards that are cancelled anywhere on their way, whose handlers fail at random. */
class RandomCompensationTest {

    @Test
    void randomBoards_undoAllThatWasDone_inReverse() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Scenario shop = CompensationTest.shop();
            int orders = 1 + random.nextInt(6);
            for (int i = 0; i < orders; i++) {
                CompensationTest.order(shop, "o" + i);
            }
            List<Long> committed = new ArrayList<>();
            for (int step = random.nextInt(2 * orders);
                    step > 0 && !shop.board().phase().ended();
                    step--) {
                List<WorkerInvoked> open = new ArrayList<>(shop.invocations("charge"));
                open.addAll(shop.invocations("ship"));
                WorkerInvoked one = open.get(random.nextInt(open.size()));
                String member = one.worker().equals("charge") ? "paid" : "sent";
                String at = one.trigger().path().orElseThrow().substring(0, "/orders/0".length());
                shop.answer(one, "[{op: add, path: " + at + "/" + member + ", value: 1}]");
                committed.add(shop.log().stream()
                        .filter(entry -> entry.type().equals("PatchCommitted"))
                        .reduce((a, b) -> b)
                        .orElseThrow()
                        .sequence());
            }
            shop.cancel();
            List<Long> undone = new ArrayList<>();
            while (shop.board().phase() == Phase.COMPENSATING) {
                if (shop.board().open().isEmpty()) {
                    shop.tick(Duration.ofSeconds(5));
                    continue;
                }
                WorkerInvoked handler =
                        shop.invocations("refund").isEmpty() ? shop.invocation("recall") : shop.invocation("refund");
                boolean fails = random.nextInt(4) == 0;
                if (!fails) {
                    undone.add(handler.trigger().sequence());
                    shop.answer(handler, "[{op: add, path: /log/-, value: 1}]");
                } else {
                    shop.fail(handler, "busy");
                }
            }
            List<Long> left = shop.log().stream()
                    .flatMap(entry -> entry.event() instanceof BoardCancelled end
                            ? end.compensation().stream()
                            : Optional.<Compensated>empty().stream())
                    .flatMap(end -> end.left().stream())
                    .toList();
            List<Long> all = new ArrayList<>(undone);
            all.addAll(left);
            assertThat(all).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(committed);
            assertThat(undone).isSortedAccordingTo(Collections.reverseOrder());
            assertThat(shop.board().phase()).isEqualTo(Phase.CANCELLED);
        }
    }
}
