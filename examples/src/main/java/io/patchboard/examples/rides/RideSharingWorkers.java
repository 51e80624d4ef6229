package io.patchboard.examples.rides;

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
import java.util.Optional;

/** The team of the example {@code ride-sharing}. */
public final class RideSharingWorkers implements WorkerProvider {

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
                .map(found -> {
                    Map<String, Json> routes = new LinkedHashMap<>();
                    found.routes().forEach((vehicle, route) -> routes.put(vehicle, route.json()));
                    return Answer.of(JsonArray.of(
                            Shown.op("replace", "/routes", JsonObject.copyOf(routes)),
                            added("planner", found.km(), "the fewest kilometres")));
                })
                .orElseGet(() -> Answer.failed("There is no way to bring everybody to the airport in time."));
    }

    private static Answer validate(Invocation invocation) {
        Shown shown = Shown.of(invocation.view());
        return Answer.of(shown.verdict(RouteCheck.faults(City.of(shown), City.number(shown.item(), "km"))));
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
                .filter(vehicle -> shown.places()
                        .map(places -> places.contains("/routes/" + vehicle.name()))
                        .orElse(true))
                .toList();
        Optional<RouteSearch.Found> found = RouteSearch.of(city, near);
        return found.map(mended -> Answer.of(mended(shown, city, mended)))
                .orElseGet(() -> Answer.failed("Other routes of "
                        + String.join(
                                ", ", near.stream().map(City.Vehicle::name).toList())
                        + " do not bring everybody to the airport in time."));
    }

    private static JsonArray mended(Shown shown, City city, RouteSearch.Found found) {
        List<Json> patch = new ArrayList<>();
        found.routes().forEach((vehicle, route) -> {
            if (!route.equals(city.routes().get(vehicle))) {
                patch.add(Shown.op("replace", "/routes/" + vehicle, route.json()));
            }
        });
        patch.add(Shown.op("replace", "/accounts", Json.of((long) shown.itemIndex() + 1)));
        int km = city.with(found.routes()).values().stream().mapToInt(Route::km).sum();
        patch.add(added("repair", km, found.changed() + " of " + found.routes().size() + " routes are others"));
        return JsonArray.copyOf(patch);
    }

    private static JsonObject added(String by, int km, String note) {
        return Shown.op(
                "add",
                "/plans/-",
                JsonObject.builder()
                        .put("by", by)
                        .put("km", km)
                        .put("note", note)
                        .build());
    }
}
