package io.patchboard.gateway.limit;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who uses a limit, and what waits for it.
 *
 * @param concurrency calls at once that all gateways may have together; the least that one of them states
 * @param perDay calls in a day, likewise
 * @param gateways that take part in it
 */
public record LimitUse(String name, OptionalLong concurrency, OptionalLong perDay, List<GatewayUse> gateways) {

    /** Why something waits. */
    public enum Why {
        /** As many calls are under way as there may be. */
        CONCURRENCY("as many calls are under way as there may be"),
        /** The next request's turn has not come. */
        RATE("the next request's turn has not come"),
        /** Another gateway has what this one lacks, and gives it up within seconds. */
        SHARE("what another gateway has and does not need is on its way");

        private final String text;

        Why(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /**
     * One gateway's use.
     *
     * @param gateway host and process
     * @param used calls under way
     * @param waiting calls that could begin if the limit had room
     * @param waitedMillis for how long none could begin
     * @param next of what waits, the first ones
     */
    public record GatewayUse(String gateway, long used, long waiting, long waitedMillis, List<Waiter> next) {

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("gateway", gateway)
                    .put("used", used)
                    .put("waiting", waiting)
                    .put("waitedMillis", waitedMillis)
                    .put(
                            "next",
                            JsonArray.copyOf(next.stream().map(Waiter::toJson).toList()))
                    .build();
        }
    }

    /** What each gateway tells, put together by limit. */
    static List<LimitUse> of(List<Told> all) {
        SortedMap<String, LimitUse> uses = new TreeMap<>();
        for (Told told : all) {
            for (Map.Entry<String, Stake> limit : told.limits().entrySet()) {
                Stake stake = limit.getValue();
                GatewayUse use =
                        new GatewayUse(told.gateway(), stake.used(), stake.waiting(), stake.waited(), stake.next());
                uses.merge(
                        limit.getKey(),
                        new LimitUse(limit.getKey(), stake.concurrency(), stake.perDay(), List.of(use)),
                        LimitUse::and);
            }
        }
        return List.copyOf(uses.values());
    }

    private LimitUse and(LimitUse other) {
        List<GatewayUse> both = new ArrayList<>(gateways);
        both.addAll(other.gateways);
        return new LimitUse(name, least(concurrency, other.concurrency), least(perDay, other.perDay), both);
    }

    private static OptionalLong least(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()))
                : one.isPresent() ? one : other;
    }

    /** Calls under way at all gateways. */
    public long used() {
        return gateways.stream().mapToLong(GatewayUse::used).sum();
    }

    /** Calls that wait at all gateways. */
    public long waiting() {
        return gateways.stream().mapToLong(GatewayUse::waiting).sum();
    }

    /** Why it waits, if something does. */
    public Why why() {
        if (concurrency.isPresent() && used() >= concurrency.getAsLong()) {
            return Why.CONCURRENCY;
        }
        return perDay.isPresent() ? Why.RATE : Why.SHARE;
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder().put("limit", name);
        concurrency.ifPresent(most -> json.put("concurrency", most));
        perDay.ifPresent(most -> json.put("requestsPerDay", most));
        json.put("used", used()).put("waiting", waiting());
        if (waiting() > 0) {
            json.put("why", why().text());
        }
        return json.put(
                        "gateways",
                        JsonArray.copyOf(
                                gateways.stream().map(GatewayUse::toJson).toList()))
                .build();
    }
}
