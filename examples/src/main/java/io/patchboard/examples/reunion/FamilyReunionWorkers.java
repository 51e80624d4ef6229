package io.patchboard.examples.reunion;

import io.patchboard.examples.plan.Plan;
import io.patchboard.examples.view.Shown;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The team of the example {@code family-reunion}. */
public final class FamilyReunionWorkers implements WorkerProvider {

    private static final Plan<Trip> PLAN = new Plan<>("trips", "driving", Trip::driving, Trip::json);

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
                .map(found -> Answer.of(PLAN.made(
                        found.trips(),
                        "as everybody likes it, and the least driving",
                        Shown.op("replace", "/cooking", cooking(family)))))
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
                shown.verdict(TripCheck.faults(Family.of(shown), shown, Shown.number(shown.item(), "driving"))));
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
                .filter(driver -> shown.mayChange(PLAN.place(driver.name())))
                .toList();
        return TripSearch.of(family, near)
                .map(found -> Answer.of(PLAN.mended(shown, family.trips(), found.trips())))
                .orElseGet(() -> Answer.failed("Other trips of "
                        + String.join(
                                ", ", near.stream().map(Family.Person::name).toList())
                        + " do not have everybody at home for dinner."));
    }
}
