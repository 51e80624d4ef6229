package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.KeyedShop.PAID;
import static io.patchboard.kernel.decide.KeyedShop.action;
import static io.patchboard.kernel.decide.KeyedShop.order;
import static io.patchboard.kernel.decide.KeyedShop.shop;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Idempotency keys whatever happens: each order is charged once. */
class RandomShopsTest {

    /**
     * Orders come twice and thrice, workers fail, are late, and answer what they were not asked. Whatever happens, no
     * order's action has two answers that count, all its attempts have its key, and at the end each order has the one
     * receipt of its id.
     */
    @Test
    void randomShops_chargeOnce() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            Scenario shop = shop();
            Map<String, String> keys = new HashMap<>();
            Map<String, Integer> charges = new HashMap<>();
            Map<String, Integer> orderedBefore = new HashMap<>();
            int receipts = 0;
            int orders = 0;
            for (int step = 0; step < 40; step++) {
                List<WorkerInvoked> open =
                        List.copyOf(random.nextInt(4) == 0 ? shop.invocations("senior") : shop.invocations("charge"));
                switch (random.nextInt(6)) {
                    case 0, 1 -> {
                        order(shop, "id" + random.nextInt(4));
                        orders++;
                    }
                    case 2 -> shop.tick(Duration.ofSeconds(random.nextInt(6)));
                    case 3 -> {
                        if (!open.isEmpty() && random.nextBoolean()) {
                            shop.fail(open.get(0), "no");
                        }
                    }
                    default -> {
                        if (!open.isEmpty()) {
                            WorkerInvoked asked = open.get(random.nextInt(open.size()));
                            int at = Integer.parseInt(shop.open(asked)
                                    .orElseThrow()
                                    .trigger()
                                    .path()
                                    .orElseThrow()
                                    .substring(8));
                            receipts++;
                            List<LogEntry> entries = shop.answer(asked, PAID.formatted(at, "r" + receipts));
                            shop.answer(asked, PAID.formatted(at, "cheat"));
                            if (entries.get(0).event() instanceof PatchCommitted) {
                                String id = shop.at("/orders/" + at + "/id").toString();
                                charges.merge(id, 1, Integer::sum);
                                orderedBefore.put(id, orders);
                            }
                        }
                    }
                }
                for (WorkerInvoked asked : shop.entries(WorkerInvoked.class)) {
                    if (!asked.worker().equals("mail")) {
                        String id = shop.at(asked.trigger().path().orElseThrow() + "/id")
                                .toString();
                        assertThat(keys.computeIfAbsent(id, any -> action(asked)))
                                .isEqualTo(action(asked));
                    }
                }
            }
            assertThat(charges.values()).as("seed %d", seed).allMatch(count -> count == 1);
            Map<String, Set<String>> receiptsOf = new HashMap<>();
            for (int i = 0; i < orders; i++) {
                String id = shop.at("/orders/" + i + "/id").toString();
                Optional<Json> receipt = JsonPointer.parse("/orders/" + i + "/receipt")
                        .resolve(shop.board().state());
                receipt.ifPresent(text ->
                        receiptsOf.computeIfAbsent(id, any -> new HashSet<>()).add(text.toString()));
                assertThat(i < orderedBefore.getOrDefault(id, orders) || receipt.isPresent())
                        .as("seed %d: %d was ordered when it was done already", seed, i)
                        .isTrue();
            }
            assertThat(receiptsOf.values()).as("seed %d", seed).allMatch(all -> all.size() == 1);
        }
    }
}
