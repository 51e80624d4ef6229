package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What a board has used, for the store. */
final class SpendingJson {

    private SpendingJson() {}

    static JsonObject write(Spending spending) {
        JsonObject.Builder shares = JsonObject.builder();
        spending.workers().forEach((worker, share) -> shares.put(worker, write(share)));
        return toolCalls(spending.toolCalls(), JsonObject.builder())
                .put("invocations", spending.invocations())
                .put("tokens", spending.tokens())
                .put("cost", JsonNumber.of(spending.cost()))
                .put("shares", shares.build())
                .put("warned", JsonArray.ofStrings(spending.warned()))
                .putIfPresent("raised", raised(spending))
                .build();
    }

    /** Absent where no tool was called. */
    private static JsonObject.Builder toolCalls(long calls, JsonObject.Builder json) {
        return calls == 0 ? json : json.put("toolCalls", calls);
    }

    private static long toolCalls(Fields fields) {
        return fields.optionalInteger("toolCalls").orElse(0L);
    }

    /** Absent where no budget was. */
    private static Optional<Json> raised(Spending spending) {
        if (spending.raised().isEmpty()) {
            return Optional.empty();
        }
        JsonObject.Builder bounds = JsonObject.builder();
        spending.raised().forEach((budget, most) -> bounds.put(budget, JsonNumber.of(most)));
        return Optional.of(bounds.build());
    }

    private static JsonObject write(WorkerSpending share) {
        return toolCalls(share.toolCalls(), JsonObject.builder())
                .put("invocations", share.invocations())
                .put("tokens", share.tokens())
                .put("cost", JsonNumber.of(share.cost()))
                .put("openMillis", share.open().toMillis())
                .build();
    }

    static Spending read(Fields board) {
        SortedMap<String, WorkerSpending> shares = new TreeMap<>();
        Fields workers = board.requiredRecord("shares", Function.identity());
        workers.names().forEach(worker -> shares.put(worker, workers.requiredRecord(worker, SpendingJson::share)));
        SortedMap<String, BigDecimal> raised = new TreeMap<>();
        board.optionalRecord("raised", Function.identity())
                .ifPresent(bounds -> bounds.names().forEach(budget -> raised.put(budget, bounds.number(budget))));
        return new Spending(
                board.integer("invocations"),
                board.integer("tokens"),
                cost(board),
                shares,
                board.strings("warned"),
                raised,
                toolCalls(board));
    }

    private static WorkerSpending share(Fields fields) {
        return new WorkerSpending(
                fields.integer("invocations"),
                fields.integer("tokens"),
                cost(fields),
                Duration.ofMillis(fields.integer("openMillis")),
                toolCalls(fields));
    }

    private static BigDecimal cost(Fields fields) {
        return fields.number("cost");
    }
}
