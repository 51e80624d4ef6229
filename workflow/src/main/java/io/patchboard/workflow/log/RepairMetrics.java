package io.patchboard.workflow.log;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Cause;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What each repair of a board took, from its first attempt to the commit that ends it, whoever made that. */
final class RepairMetrics {

    /** Operations that take the place of what was there. */
    private static final Set<String> MOVES = Set.of("replace", "remove", "move");

    /** One repair so far. {@code near} is what the last attempt was given, if it had a neighbourhood. */
    private record Repair(
            long attempts, long growths, long radius, long takeovers, long tokens, Optional<Neighbourhood> near) {

        static final Repair NONE = new Repair(0, 0, 0, 0, 0, Optional.empty());

        Repair tried(WorkerInvoked invoked) {
            Optional<Neighbourhood> now = invoked.neighbourhood();
            long wider = now.map(Neighbourhood::radius).orElse(radius);
            boolean caught = invoked.cause()
                    .filter(cause -> cause.action() == Cause.Action.CATCH && attempts > 0)
                    .isPresent();
            return new Repair(
                    attempts + 1,
                    growths + (attempts > 0 && wider > radius ? 1 : 0),
                    wider,
                    takeovers + (caught ? 1 : 0),
                    tokens,
                    now);
        }

        Repair using(Optional<Usage> usage) {
            long used = usage.map(given -> given.inputTokens() + given.outputTokens())
                    .orElse(0L);
            return new Repair(attempts, growths, radius, takeovers, tokens + used, near);
        }
    }

    /** By invocation that is open. */
    private final Map<String, Repair> open = new HashMap<>();

    /** By sequence of the rejection that ended an attempt. */
    private final Map<Long, Repair> failed = new HashMap<>();

    /** @return what a repair took, if this entry is the commit that ends one */
    Optional<JsonObject> next(LogEntry entry) {
        Event event = entry.event();
        if (event instanceof WorkerInvoked invoked) {
            Optional<Repair> before =
                    invoked.cause().flatMap(cause -> Optional.ofNullable(failed.remove(cause.sequence())));
            if (before.isPresent() || invoked.neighbourhood().isPresent()) {
                open.put(invoked.invocationId(), before.orElse(Repair.NONE).tried(invoked));
            }
        } else if (event instanceof PatchRejected rejected) {
            ended(rejected.invocationId())
                    .ifPresent(repair -> failed.put(entry.header().sequence(), repair.using(rejected.usage())));
        } else if (event instanceof PatchCommitted committed) {
            return ended(committed.invocationId()).map(repair -> json(repair.using(committed.usage()), committed));
        }
        return Optional.empty();
    }

    private Optional<Repair> ended(Optional<String> invocation) {
        return invocation.map(open::remove);
    }

    private static JsonObject json(Repair repair, PatchCommitted committed) {
        List<JsonPlace> operations = committed.patch() instanceof JsonArray all
                ? JsonPlace.of(JsonObject.of("patch", all)).items("patch").stream()
                        .filter(operation -> !operation.text("op").equals(Optional.of("test")))
                        .toList()
                : List.of();
        return JsonObject.builder()
                .put("by", committed.worker())
                .put("attempts", repair.attempts())
                .put("radius", repair.radius())
                .put("growths", repair.growths())
                .put("takeovers", repair.takeovers())
                .put("operations", (long) operations.size())
                .put("places", touched(repair, operations))
                .put(
                        "moved",
                        operations.stream()
                                .filter(operation -> operation
                                        .text("op")
                                        .filter(MOVES::contains)
                                        .isPresent())
                                .count())
                .put("tokens", repair.tokens())
                .build();
    }

    /** How many places of the neighbourhood the patch is in; without one, how many it names. */
    private static long touched(Repair repair, List<JsonPlace> operations) {
        return operations.stream()
                .flatMap(operation -> operation.text("path").stream())
                .map(path -> repair.near().stream()
                        .flatMap(near -> near.places().stream())
                        .filter(place -> path.equals(place) || path.startsWith(place + "/"))
                        .max((one, other) -> Integer.compare(one.length(), other.length()))
                        .orElse(path))
                .distinct()
                .count();
    }
}
