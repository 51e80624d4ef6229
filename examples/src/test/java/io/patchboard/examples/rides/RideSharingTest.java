package io.patchboard.examples.rides;

import static io.patchboard.examples.view.ExampleBoard.at;
import static io.patchboard.examples.view.ExampleBoard.rejectedBy;
import static io.patchboard.examples.view.ExampleBoard.touched;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.examples.view.ExampleBoard;
import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardCompleted;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RideSharingTest {

    private final ExampleBoard example = new ExampleBoard(new RideSharingWorkers());

    private static UnaryOperator<JsonObject> upcoming(String list) {
        return input -> input.with("upcoming", JsonReader.parse(list));
    }

    private MemoryBoard play(UnaryOperator<JsonObject> input) throws Exception {
        return example.play(input, (worker, patch) -> patch);
    }

    private static String stops(MemoryBoard board, String vehicle) {
        Route route = Route.read(JsonPlace.of(at(board, "/routes/" + vehicle)));
        return route.stops().isEmpty()
                ? "stays"
                : route.leaves() + " "
                        + String.join(
                                " ",
                                route.stops().stream()
                                        .map(stop -> stop.request() + "@" + stop.at())
                                        .toList())
                        + " " + route.arrives() + " " + route.km() + "km";
    }

    @Test
    void undisturbed_twoVehiclesShareTheRides() throws Exception {
        MemoryBoard board = play(upcoming("[]"));

        assertThat(board.log().getLast().event()).isInstanceOf(BoardCompleted.class);
        assertThat(stops(board, "k1")).isEqualTo("494 r1@494 r2@504 525 45km");
        assertThat(stops(board, "k2")).isEqualTo("505 r3@505 r4@515 535 43km");
        assertThat(stops(board, "k3")).isEqualTo("stays");
    }

    @Test
    void cancelledRide_andNewOne_changeOneRoute() throws Exception {
        MemoryBoard board = play(UnaryOperator.identity());

        assertThat(board.log().getLast().event()).isInstanceOf(BoardCompleted.class);
        assertThat(touched(board, "repair"))
                .containsExactly("/routes/k1 /accounts /plans/1", "/routes/k1 /accounts /plans/2");
        assertThat(stops(board, "k1")).isEqualTo("496 r1@496 r5@506 525 41km");
        assertThat(stops(board, "k2")).isEqualTo("505 r3@505 r4@515 535 43km");
        assertThat(JsonWriter.compact(at(board, "/plans"))).contains("\"km\":88", "\"km\":79", "\"km\":84");
        assertThat(rejectedBy(board)).isEmpty();
    }

    @Test
    void latePassenger_whoseVehicleCanWait_isPickedUpLast() throws Exception {
        MemoryBoard board = play(upcoming("[{\"at\": 485, \"kind\": \"late\", \"request\": \"r3\", \"ready\": 510}]"));

        assertThat(stops(board, "k2")).isEqualTo("494 r4@504 r3@514 535 54km");
        assertThat(touched(board, "repair")).containsExactly("/routes/k2 /accounts /plans/1");
    }

    @Test
    void latePassenger_whoseVehicleCannotWait_makesTheNeighbourhoodGrow() throws Exception {
        MemoryBoard board = play(upcoming("[{\"at\": 500, \"kind\": \"late\", \"request\": \"r3\", \"ready\": 510}]"));

        assertThat(board.log().getLast().event()).isInstanceOf(BoardCompleted.class);
        assertThat(rejectedBy(board)).hasSize(1); // of the two in the vehicle, nobody could come in time
        assertThat(stops(board, "k1")).isEqualTo("494 r1@494 r2@504 525 45km"); // underway
        assertThat(stops(board, "k2")).isEqualTo("514 r3@514 535 34km");
        assertThat(stops(board, "k3")).isEqualTo("510 r4@520 540 43km");
    }

    @Test
    void passengerWhoCannotComeInTime_waitsForAPerson_withTheOldRoutes() throws Exception {
        MemoryBoard board = play(upcoming("[{\"at\": 500, \"kind\": \"late\", \"request\": \"r3\", \"ready\": 530}]"));

        assertThat(board.board().phase().ended()).isFalse();
        assertThat(board.board().waitsForPersonAlone()).isTrue();
        assertThat(stops(board, "k2")).isEqualTo("505 r3@505 r4@515 535 43km");
    }

    /** Else who has left would be planned anew. */
    @Test
    void whatIsToldTooLate_isRefused() throws Exception {
        MemoryBoard board = play(upcoming("""
                [{"at": 500, "kind": "late", "request": "r3", "ready": 510},
                 {"at": 485, "kind": "cancels", "request": "r2"}]"""));

        assertThat(rejectedBy(board)).contains("time-goes-on");
        assertThat(at(board, "/now")).isEqualTo(Json.of(500));
    }

    /** What a planner may say wrong, and which of the invariants keeps it out. */
    @ParameterizedTest
    @CsvSource({
        "'\"arrives\":525', '\"arrives\":530', in-time", // with r1, who wants to be there by 525
        "'\"at\":504', '\"at\":503', driving",
        "'\"km\":45', '\"km\":44', driving",
        "'\"request\":\"r4\"', '\"request\":\"r3\"', everyone",
        "'\"stops\":[{\"request\":\"r3\",\"from\":\"C\",\"at\":505},', '\"stops\":[', everyone"
    })
    void wrongRoutes_areRejected(String right, String wrong, String rule) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        MemoryBoard board = example.play(upcoming("[]"), (worker, patch) -> {
            String text = JsonWriter.compact(patch);
            return worker.equals("planner") && !done.getAndSet(true)
                    ? JsonReader.parse(text.replace(right, wrong))
                    : patch;
        });

        assertThat(rejectedBy(board)).contains(rule);
        assertThat(board.log().getLast().event()).isInstanceOf(BoardCompleted.class);
    }
}
