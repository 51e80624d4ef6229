package io.patchboard.examples.reunion;

import io.patchboard.examples.view.Shown;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The team of the example {@code family-reunion}. */
public final class FamilyReunionWorkers implements WorkerProvider {

    @Override
    public String name() {
        return "family-reunion";
    }

    @Override
    public Map<String, Worker> workers() {
        return Map.of(
                "planner", FamilyReunionWorkers::plan,
                "validator", FamilyReunionWorkers::validate,
                "news", FamilyReunionWorkers::news,
                "repair", FamilyReunionWorkers::repair);
    }

    private static List<Family.Person> drivers(Family family) {
        return family.people().values().stream().filter(Family.Person::drives).toList();
    }

    private static Answer plan(Invocation invocation) {
        Family family = Family.of(Shown.of(invocation.view()));
        return TripSearch.of(family, drivers(family))
                .map(found -> {
                    Map<String, Json> trips = new LinkedHashMap<>();
                    found.trips().forEach((driver, trip) -> trips.put(driver, trip.json()));
                    return Answer.of(JsonArray.of(
                            Shown.op("replace", "/trips", JsonObject.copyOf(trips)),
                            Shown.op("replace", "/cooking", cooking(family)),
                            added("planner", found.driving(), "as everybody likes it, and the least driving")));
                })
                .orElseGet(() -> Answer.failed("There is no way to have everybody at home for dinner."));
    }

    /** Whoever is at home first cooks, and everything is done when dinner is. */
    private static JsonObject cooking(Family family) {
        String cook = family.people().values().stream()
                .filter(person -> !person.drives() && person.at().containsKey(Family.HOME))
                .map(Family.Person::name)
                .findFirst()
                .orElse("");
        Map<String, Json> cooking = new LinkedHashMap<>();
        family.dishes()
                .forEach((dish, minutes) -> cooking.put(
                        dish,
                        JsonObject.builder()
                                .put("dish", dish)
                                .put("cook", cook)
                                .put("from", family.dinner() - minutes)
                                .put("to", family.dinner())
                                .build()));
        return JsonObject.copyOf(cooking);
    }

    private static Answer validate(Invocation invocation) {
        Shown shown = Shown.of(invocation.view());
        return Answer.of(
                shown.verdict(TripCheck.faults(Family.of(shown), shown, Family.number(shown.item(), "driving"))));
    }

    /** How many delays there have been is how many the trips take into account: it tells one after the other. */
    private static Answer news(Invocation invocation) {
        Shown shown = Shown.of(invocation.view());
        JsonPlace next = shown.part("/upcoming").items().get(shown.number("/accounts"));
        String place = "/people/" + next.text("person").orElseThrow() + "/at/"
                + next.text("place").orElseThrow();
        return Answer.of(JsonArray.of(
                Shown.op("replace", place, next.into("until").value()),
                Shown.op("replace", "/now", next.into("at").value()),
                Shown.op("add", "/delays/-", next.value())));
    }

    private static Answer repair(Invocation invocation) {
        Shown shown = Shown.of(invocation.view());
        Family family = Family.of(shown);
        List<Family.Person> near = drivers(family).stream()
                .filter(driver ->
                        family.trips().get(driver.name()).legs().stream().allMatch(leg -> leg.leaves() >= family.now()))
                .filter(driver -> shown.places()
                        .map(places -> places.contains("/trips/" + driver.name()))
                        .orElse(true))
                .toList();
        return TripSearch.of(family, near)
                .map(found -> Answer.of(mended(shown, family, found)))
                .orElseGet(() -> Answer.failed("Other trips of "
                        + String.join(
                                ", ", near.stream().map(Family.Person::name).toList())
                        + " do not have everybody at home for dinner."));
    }

    private static JsonArray mended(Shown shown, Family family, TripSearch.Found found) {
        List<Json> patch = new ArrayList<>();
        Map<String, Trip> all = new LinkedHashMap<>(family.trips());
        found.trips().forEach((driver, trip) -> {
            if (!trip.equals(all.put(driver, trip))) {
                patch.add(Shown.op("replace", "/trips/" + driver, trip.json()));
            }
        });
        patch.add(Shown.op("replace", "/accounts", Json.of((long) shown.itemIndex() + 1)));
        int driving = all.values().stream().mapToInt(Trip::driving).sum();
        patch.add(added(
                "repair", driving, found.changed() + " of " + found.trips().size() + " trips are others"));
        return JsonArray.copyOf(patch);
    }

    private static JsonObject added(String by, int driving, String note) {
        return Shown.op(
                "add",
                "/plans/-",
                JsonObject.builder()
                        .put("by", by)
                        .put("driving", driving)
                        .put("note", note)
                        .build());
    }
}
