package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Usage;
import io.patchboard.record.Word;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a board has used by component, worker and model (appendix D of the paper). Their sum is what the kernel counts
 * on the board's budgets. Used by one thread.
 */
public final class Consumption {

    /** Who uses something. */
    public enum Component implements Word {
        /** Whoever made the blueprint. */
        ARCHITECT,
        /** A worker, by its answers, rejected ones included. */
        WORKER
    }

    /**
     * Who used something.
     *
     * @param worker absent for the architect, and where it could not be read
     * @param model that answered, as its provider calls it; absent where none is reported
     */
    public record Spender(Component component, Optional<String> worker, Optional<String> model) {

        private static final Comparator<Spender> ORDER = Comparator.comparing(Spender::component)
                .thenComparing(spender -> spender.worker().orElse(""))
                .thenComparing(spender -> spender.model().orElse(""));
    }

    /** @param answers that reported something */
    public record Amount(long answers, long inputTokens, long outputTokens, BigDecimal cost) {

        private static final Amount NONE = new Amount(0, 0, 0, BigDecimal.ZERO);

        private Amount plus(Usage usage) {
            return new Amount(
                    answers + 1,
                    sum(inputTokens, usage.inputTokens()),
                    sum(outputTokens, usage.outputTokens()),
                    plain(cost.add(usage.cost().orElse(BigDecimal.ZERO))));
        }

        private static BigDecimal plain(BigDecimal sum) {
            BigDecimal stripped = sum.stripTrailingZeros();
            return stripped.scale() < 0 ? stripped.setScale(0, RoundingMode.UNNECESSARY) : stripped;
        }

        /** Saturates, since workers report whatever they like. */
        private static long sum(long a, long b) {
            return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
        }
    }

    private final SortedMap<Spender, Amount> amounts = new TreeMap<>(Spender.ORDER);

    /**
     * Counts what an entry reports; give it each entry once. What a gate holds is paid for when it is held: what comes
     * of it, or is made of it by who decides, reports the same once more.
     */
    public void accept(LogEntry entry) {
        switch (entry.event()) {
            case BoardCreated created -> add(Component.ARCHITECT, Optional.empty(), created.usage());
            case PatchHeld held
            when held.replaces().isEmpty() -> add(Component.WORKER, Optional.of(held.worker()), held.usage());
            case PatchCommitted committed
            when committed.held().isEmpty() ->
                add(Component.WORKER, Optional.of(committed.worker()), committed.usage());
            case PatchRejected rejected
            when rejected.held().isEmpty() -> add(Component.WORKER, rejected.worker(), rejected.usage());
            default -> {
                // Nobody reports with it what was used, or not for the first time.
            }
        }
    }

    private void add(Component component, Optional<String> worker, Optional<Usage> usage) {
        usage.ifPresent(used -> {
            Spender spender = new Spender(component, worker, used.model());
            amounts.put(spender, amounts.getOrDefault(spender, Amount.NONE).plus(used));
        });
    }

    /** One line of {@link #toJson}. */
    void read(Fields line) {
        amounts.put(
                new Spender(
                        line.word("component", Component.class),
                        line.optionalString("worker"),
                        line.optionalString("model")),
                new Amount(
                        line.integer("answers"),
                        line.integer("inputTokens"),
                        line.integer("outputTokens"),
                        line.number("cost")));
    }

    /** In the order of components, workers and models; who has reported nothing is left out. */
    public SortedMap<Spender, Amount> amounts() {
        return Collections.unmodifiableSortedMap(amounts);
    }

    public JsonArray toJson() {
        List<Json> lines = new ArrayList<>();
        amounts.forEach((spender, amount) -> lines.add(JsonObject.builder()
                .put("component", spender.component().word())
                .putStringIfPresent("worker", spender.worker())
                .putStringIfPresent("model", spender.model())
                .put("answers", amount.answers())
                .put("inputTokens", amount.inputTokens())
                .put("outputTokens", amount.outputTokens())
                .put("cost", JsonNumber.of(amount.cost()))
                .build()));
        return JsonArray.copyOf(lines);
    }
}
