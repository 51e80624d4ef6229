package io.patchboard.examples.rides;

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
import java.util.List;
import java.util.Map;

/** The team of the example {@code ride-sharing}. */
public final class RideSharingWorkers implements WorkerProvider {

    private static final Plan<Route> PLAN = new Plan<>("routes", "km", Route::km, Route::json);

    @Override
    public String name() {
        return "ride-sharing";
    }

    @Override
    public Map<String, Worker> workers() {
        return Map.of(
                "planner", RideSharingWorkers::plan,
                "validator", RideSharingWorkers::validate,
                "street", RideSharingWorkers::street,
                "repair", RideSharingWorkers::repair);
    }

    private static Answer plan(Invocation invocation) {
        City city = City.of(Shown.of(invocation.view()));
        return RouteSearch.of(city, List.copyOf(city.vehicles().values()))
                .map(found -> Answer.of(PLAN.made(found.routes(), "the fewest kilometres")))
                .orElseGet(() -> Answer.failed("There is no way to bring everybody to the airport in time."));
    }

    private static Answer validate(Invocation invocation) {
        Shown shown = Shown.of(invocation.view());
        return Answer.of(shown.verdict(RouteCheck.faults(City.of(shown), Shown.number(shown.item(), "km"))));
    }

    /** How many disruptions there have been is how many the routes take into account: it tells one after the other. */
    private static Answer street(Invocation invocation) {
        Shown shown = Shown.of(invocation.view());
        JsonPlace next = shown.part("/upcoming").items().get(shown.number("/accounts"));
        String place = "/requests/" + next.text("request").orElseThrow();
        JsonObject what = switch (next.text("kind").orElseThrow()) {
            case "cancels" -> Shown.op("replace", place + "/cancelled", Json.of(true));
            case "late" ->
                Shown.op("replace", place + "/ready", next.into("ready").value());
            default -> Shown.op("add", place, next.into("asked").value());
        };
        return Answer.of(JsonArray.of(
                what,
                Shown.op("replace", "/now", next.into("at").value()),
                Shown.op("add", "/disruptions/-", next.value())));
    }

    private static Answer repair(Invocation invocation) {
        Shown shown = Shown.of(invocation.view());
        City city = City.of(shown);
        List<City.Vehicle> near = city.vehicles().values().stream()
                .filter(vehicle -> city.waits(city.routes().get(vehicle.name())))
                .filter(vehicle -> shown.mayChange(PLAN.place(vehicle.name())))
                .toList();
        return RouteSearch.of(city, near)
                .map(found -> Answer.of(PLAN.mended(shown, city.routes(), found.routes())))
                .orElseGet(() -> Answer.failed("Other routes of "
                        + String.join(
                                ", ", near.stream().map(City.Vehicle::name).toList())
                        + " do not bring everybody to the airport in time."));
    }
}
