package io.patchboard.client.board;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What led to an entry on the boards above its own: the invocation that the board answers, what led to that, and so on
 * up to a board that was made for none.
 *
 * @param steps the nearest first
 */
public record Ancestry(List<Step> steps) {

    /** One board above. */
    public record Step(String boardId, Causes.Link invocation, List<Causes.Link> causes) {}

    /** More boards than may be above one another are in a log that was made up. */
    private static final int MOST = 64;

    /**
     * Follows it as far as logs are there.
     *
     * @param logs the causes of a board's log
     */
    public static Ancestry of(Causes.Chain chain, Function<String, Optional<Causes>> logs) {
        List<Step> steps = new ArrayList<>();
        Optional<Causes.Other> above = above(chain);
        while (above.isPresent() && steps.size() < MOST) {
            Causes.Other asked = above.get();
            Optional<Causes.Chain> next = logs.apply(asked.boardId())
                    .flatMap(causes -> causes.invocation(asked.invocationId()).flatMap(causes::of));
            next.ifPresent(found -> steps.add(new Step(asked.boardId(), found.entry(), found.causes())));
            above = next.flatMap(Ancestry::above);
        }
        return new Ancestry(List.copyOf(steps));
    }

    private static Optional<Causes.Other> above(Causes.Chain chain) {
        return Stream.concat(chain.causes().stream(), Stream.of(chain.entry()))
                .flatMap(link -> link.above().stream())
                .findFirst();
    }

    public JsonArray toJson() {
        return JsonArray.copyOf(steps.stream()
                .map(step -> JsonObject.builder()
                        .put("boardId", step.boardId())
                        .put("entry", step.invocation().toJson())
                        .put("causes", Causes.Link.array(step.causes()))
                        .build())
                .toList());
    }
}
