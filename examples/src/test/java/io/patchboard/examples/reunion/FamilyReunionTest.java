package io.patchboard.examples.reunion;

import static io.patchboard.examples.view.ExampleBoard.at;
import static io.patchboard.examples.view.ExampleBoard.rejectedBy;
import static io.patchboard.examples.view.ExampleBoard.touched;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.examples.view.ExampleBoard;
import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardCompleted;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FamilyReunionTest {

    private final ExampleBoard example = new ExampleBoard(new FamilyReunionWorkers());

    private static Json asItIs(String worker, Json patch) {
        return patch;
    }

    private static JsonObject onTime(JsonObject input) {
        return input.with("upcoming", JsonArray.EMPTY);
    }

    private static String legs(MemoryBoard board, String driver) {
        Trip trip = Trip.read(new JsonPlace(
                at(board, "/trips/" + driver), JsonPointer.ROOT.child("trips").child(driver)));
        return String.join(
                ", ",
                trip.legs().stream()
                        .map(leg -> leg.leaves() + " " + leg.from() + " to " + leg.to() + " "
                                + String.join("+", leg.riders()) + " " + leg.arrives())
                        .toList());
    }

    /** The schedule of the paper's table 21: James waits for Emily, and Michael fetches Grandma, who prefers him. */
    @Test
    void everybodyOnTime_isTheSchedule_ofThePaper() throws Exception {
        MemoryBoard board = example.play(FamilyReunionTest::onTime, FamilyReunionTest::asItIs);

        assertThat(board.log().getLast().event()).isInstanceOf(BoardCompleted.class);
        assertThat(legs(board, "james")).isEqualTo("900 airport to home emily 960");
        assertThat(legs(board, "michael")).isEqualTo("900 home to grandma's  930, 930 grandma's to home grandma 960");
        assertThat(JsonWriter.compact(at(board, "/cooking/turkey"))).contains("\"from\":840", "\"cook\":\"sarah\"");
        assertThat(JsonWriter.compact(at(board, "/cooking/sides"))).contains("\"from\":960");
        assertThat(rejectedBy(board)).isEmpty();
    }

    /** Michael drives straight to the airport, then to Grandma (F.9); James is home just in time. */
    @Test
    void lateFlight_isMended_onceTheNeighbourhoodHasGrown() throws Exception {
        MemoryBoard board = example.play(UnaryOperator.identity(), FamilyReunionTest::asItIs);

        assertThat(board.log().getLast().event()).isInstanceOf(BoardCompleted.class);
        assertThat(legs(board, "james")).isEqualTo("1020 airport to home  1080");
        assertThat(legs(board, "michael"))
                .isEqualTo("900 airport to grandma's emily 960, 960 grandma's to home emily+grandma 990");
        assertThat(rejectedBy(board)).hasSize(1); // James alone, within his own trip, could not
        assertThat(touched(board, "repair")).containsExactly("/trips/james /trips/michael /accounts /plans/1");
    }

    @Test
    void flightThatIsTooLate_waitsForAPerson_withTheOldTrips() throws Exception {
        MemoryBoard board = example.play(
                input -> input.with(
                        "upcoming",
                        JsonReader.parse(
                                "[{\"at\": 720, \"person\": \"james\", \"place\": \"airport\", \"until\": 961}]")),
                FamilyReunionTest::asItIs);

        assertThat(board.board().waitsForPersonAlone()).isTrue();
        assertThat(legs(board, "james")).isEqualTo("900 airport to home emily 960");
    }

    /** Else a trip that has begun would be planned anew. */
    @Test
    void whatIsToldTooLate_isRefused() throws Exception {
        Json told = JsonReader.parse("""
                [{"at": 720, "person": "james", "place": "airport", "until": 900},
                 {"at": 700, "person": "james", "place": "airport", "until": 901}]""");
        MemoryBoard board = example.play(input -> input.with("upcoming", told), FamilyReunionTest::asItIs);

        assertThat(rejectedBy(board)).contains("time-goes-on");
        assertThat(at(board, "/now")).isEqualTo(Json.of(720));
    }

    /** What models got wrong in the paper's experiments, and which of the invariants keeps it out. */
    @ParameterizedTest
    @CsvSource({
        "'\"arrives\":960,\"riders\":[\"emily\"]', '\"arrives\":945,\"riders\":[\"emily\"]', driving", // 60 as 45
        "'\"leaves\":900,\"arrives\":960,\"riders\":[\"emily\"]', '\"leaves\":840,\"arrives\":900,\"riders\":[]', fetched",
        "'\"riders\":[\"grandma\"]', '\"riders\":[]', fetched", // "oops, Grandma was not picked up"
        "'\"from\":840,\"to\":1080', '\"from\":600,\"to\":840', dishes", // the turkey at 10 in the morning
        "'\"leaves\":900,\"arrives\":960,\"riders\":[\"emily\"]', '\"leaves\":830,\"arrives\":960,\"riders\":[\"emily\"]',"
                + " drivers-are-there",
        "'\"cook\":\"sarah\"', '\"cook\":\"james\"', minded"
    })
    void wrongPlans_areRejected(String right, String wrong, String rule) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        MemoryBoard board = example.play(FamilyReunionTest::onTime, (worker, patch) -> {
            String text = JsonWriter.compact(patch);
            return worker.equals("planner") && !done.getAndSet(true)
                    ? JsonReader.parse(text.replace(right, wrong))
                    : patch;
        });

        assertThat(rejectedBy(board)).contains(rule);
        assertThat(board.log().getLast().event()).isInstanceOf(BoardCompleted.class);
    }
}
