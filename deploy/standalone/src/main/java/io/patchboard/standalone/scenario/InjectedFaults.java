package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Failure;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * What goes wrong in one run: a share of first attempts ends in a fault, drawn from a seed. A second attempt is right,
 * so that a blueprint which asks again gets to its end.
 */
public final class InjectedFaults {

    private static final Duration LONGEST = Duration.ofMinutes(20);

    private final Random random;
    private final double share;

    private enum Kind {
        /** It never answers. */
        SILENT,
        /** It answers, perhaps when its time is over. */
        SLOW,
        /** It cannot be reached. */
        AWAY,
        /** It breaks down. */
        BROKEN,
        /** What it says is no patch. */
        GARBAGE,
        /** Its patch has values of another type. */
        WRONG,
        /** It wants to replace the whole state. */
        HOSTILE
    }

    /** @param share of first attempts, from 0 to 1 */
    public InjectedFaults(long seed, double share) {
        this.random = new Random(seed);
        this.share = share;
    }

    /** The fault that comes before an answer; absent where none does. */
    Optional<Scenario.Answer> before(Scenario.Answer right, WorkerInvoked invoked) {
        if (invoked.attempt() > 1 || right.isSilent() || random.nextDouble() >= share) {
            return Optional.empty();
        }
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        Duration after =
                Duration.ofMillis(random.nextLong(Duration.ofSeconds(10).toMillis()));
        return Optional.of(
                switch (kind) {
                    case SILENT -> says(Json.nul(), Optional.empty(), after, true);
                    case SLOW ->
                        says(
                                right.patch(),
                                right.failure(),
                                Duration.ofMillis(random.nextLong(LONGEST.toMillis())),
                                false);
                    case AWAY -> fails(Failure.Kind.OUTAGE, after);
                    case BROKEN -> fails(Failure.Kind.BUG, after);
                    case GARBAGE -> says(Json.of("I am afraid that"), Optional.empty(), after, false);
                    case WRONG -> says(otherTypes(right.patch()), Optional.empty(), after, false);
                    case HOSTILE -> says(hostile(), Optional.empty(), after, false);
                });
    }

    private static Scenario.Answer fails(Failure.Kind kind, Duration after) {
        return says(Json.nul(), Optional.of(Failure.of(kind, "An injected fault.")), after, false);
    }

    private static Scenario.Answer says(Json patch, Optional<Failure> failure, Duration after, boolean isSilent) {
        return new Scenario.Answer(patch, Optional.empty(), failure, Optional.empty(), after, isSilent);
    }

    private static Json hostile() {
        return JsonArray.of(JsonObject.builder()
                .put("op", "replace")
                .put("path", "")
                .put("value", "mine")
                .build());
    }

    /** Each value of the patch wrapped into an array, at its own place. */
    private static Json otherTypes(Json patch) {
        if (!(patch instanceof JsonArray operations)) {
            return patch;
        }
        return JsonArray.copyOf(operations.items().stream()
                .map(operation -> operation instanceof JsonObject object && object.has("value")
                        ? object.with("value", JsonArray.of(object.get("value").orElseThrow()))
                        : operation)
                .toList());
    }
}
