package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.Cause;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is invited for a place reads what was rejected there, whoever proposed it, and not what was wrong elsewhere. */
class RegionFeedbackTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: region
            state:
              schema:
                type: object
                properties:
                  claims:
                    type: array
                    items: {type: object, properties: {text: {type: string}, status: {enum: [good, bad]}, secret: {maximum: 9}}}
                  report: {type: string}
              initial: {claims: [], report: '', vault: {}}
            workers:
              scout: {unsolicited: true, privileged: true, read: ['/claims/*'], write: [{op: [add], path: /claims/-}, {op: [remove], path: '/claims/*'}, {op: [replace], path: '/claims/*/text'}]}
              checker: {read: ['/claims/*'], write: [{op: [add, replace], path: '/claims/*/status'}], policy: patient}
              second: {read: ['/claims/*'], write: [{op: [add, replace], path: '/claims/*/status'}]}
              narrow: {read: ['/claims/*/text'], write: [{op: [add], path: '/claims/*/note'}]}
              keeper: {unsolicited: true, read: ['/**'], write: [{op: [add], path: '/claims/*/secret'}, {op: [add], path: '/claims/*/status'}, {op: [replace], path: /report}]}
              writer: {read: [/report], write: [{op: [replace], path: /report}]}
              chair: {read: [/report], write: [{op: [replace], path: /report}]}
            private: [{path: '/claims/*/secret', to: keeper}]
            rules:
              - {name: check, on: {op: [add], path: '/claims/*'}, invoke: checker}
              - {name: again, on: {op: [add], path: '/claims/*/status'}, invoke: second}
              - {name: narrow, on: {op: [replace], path: '/claims/*/text'}, invoke: narrow}
              - {name: write, on: {event: created}, invoke: writer}
              - {name: chair, on: {event: created}, delay: PT1H, invoke: chair}
            circuit: {invalidStreak: 100, sameRejection: 100}
            policies:
              default: {timeout: PT10H, retry: {maxAttempts: 9}}
              patient: {timeout: PT10H, retry: {maxAttempts: 9, backoff: {mode: fixed, base: PT1M, cap: PT1M}}}
            """;

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private void claim(String text) {
        board.propose("scout", "[{op: add, path: /claims/-, value: {text: " + text + "}}]");
    }

    private WorkerInvoked invoked(String worker, String path) {
        return board.entries(WorkerInvoked.class).stream()
                .filter(entry -> entry.worker().equals(worker)
                        && entry.trigger().path().filter(path::equals).isPresent())
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private void reject(WorkerInvoked invoked, String patch) {
        Scenario.only(board.answer(invoked, patch), PatchRejected.class);
    }

    private static String status(int claim, String value) {
        return "[{op: add, path: /claims/" + claim + "/status, value: " + value + "}]";
    }

    private static List<Json> lines(WorkerInvoked invoked) {
        return JsonPointer.parse("/rejections").resolve(invoked.view()).orElse(JsonArray.EMPTY) instanceof JsonArray all
                ? all.items()
                : List.of();
    }

    @Test
    void workerOfOnePlace_doesNotReadWhatItDidWrongAtAnother() {
        claim("a");
        claim("b");
        reject(invoked("checker", "/claims/0"), status(0, "WRONG-0"));
        reject(invoked("checker", "/claims/1"), status(1, "WRONG-1"));

        board.tick(Duration.ofMinutes(1));

        assertThat(lines(invoked("checker", "/claims/0")))
                .singleElement()
                .asString()
                .contains("WRONG-0", "\"count\":1")
                .doesNotContain("\"by\"");
        assertThat(lines(invoked("checker", "/claims/1")))
                .singleElement()
                .asString()
                .contains("WRONG-1");
    }

    @Test
    void workerOfAPlace_readsWhatOthersDidWrongThere_andWho() {
        claim("a");
        claim("b");
        reject(invoked("checker", "/claims/0"), status(0, "WRONG-0"));
        reject(invoked("checker", "/claims/1"), status(1, "WRONG-1"));
        board.propose("keeper", status(1, "good"));

        assertThat(lines(invoked("second", "/claims/1/status")))
                .singleElement()
                .asString()
                .contains("WRONG-1", "\"by\":\"checker\"", "/claims/*/status");
    }

    @Test
    void placesOfRejections_followTheirItems_andGoWithThem() {
        claim("a");
        claim("b");
        claim("c");
        reject(invoked("checker", "/claims/1"), status(1, "WRONG-1"));
        reject(invoked("checker", "/claims/2"), status(2, "WRONG-2"));
        board.propose("scout", "[{op: remove, path: /claims/0}]");
        board.propose("scout", "[{op: remove, path: /claims/0}]");
        board.propose("keeper", status(0, "good"));

        assertThat(lines(invoked("second", "/claims/0/status")))
                .singleElement()
                .asString()
                .contains("WRONG-2")
                .doesNotContain("WRONG-1");
        assertThat(board.board().memory().feedback().get("checker")).hasSize(1);
    }

    @Test
    void whatIsPrivateToAnother_isNotToldThroughItsRejection() {
        claim("a");
        Scenario.only(board.propose("keeper", "[{op: add, path: /claims/0/secret, value: 4711}]"), PatchRejected.class);
        board.propose("keeper", status(0, "good"));

        assertThat(lines(invoked("second", "/claims/0/status"))).isEmpty();
    }

    @Test
    void whatIsOutsideOfTheReadContract_isNotToldThroughARejection() {
        claim("a");
        reject(invoked("checker", "/claims/0"), status(0, "HUSH"));
        board.propose("scout", "[{op: replace, path: /claims/0/text, value: b}]");

        assertThat(lines(invoked("narrow", "/claims/0/text"))).isEmpty();
    }

    @Test
    void anothersWords_areNotToldToWhoMayReadLess() {
        claim("a");
        Scenario.only(
                board.propose(
                        "keeper",
                        "[{op: add, path: /claims/0/secret, value: 1}, {op: add, path: /claims/0/status, value: HUSH}]"),
                PatchRejected.class);
        board.propose("keeper", status(0, "good"));

        assertThat(lines(invoked("second", "/claims/0/status")))
                .singleElement()
                .asString()
                .contains("\"by\":\"keeper\"", "enum", "/claims/*/status")
                .doesNotContain("HUSH")
                .doesNotContain("secret");
    }

    @Test
    void invocationForNoPlace_readsItsOwn_andOthersWhereItMayWrite() {
        reject(board.invocation("writer"), "[{op: replace, path: /report, value: 7}]");
        claim("a");
        reject(invoked("checker", "/claims/0"), status(0, "WRONG-0"));
        Scenario.only(board.propose("keeper", "[{op: replace, path: /report, value: 8}]"), PatchRejected.class);

        assertThat(lines(board.invocation("writer"))).singleElement().asString().contains("7");
        board.tick(Duration.ofHours(1));
        assertThat(lines(board.invocation("chair")))
                .extracting(line -> ((JsonObject) line).get("by").orElseThrow())
                .containsExactly(Json.of("keeper"), Json.of("writer"));
    }

    @Test
    void rejectionWithoutAPatch_isOfThePlaceThatItsWorkerWasInvokedFor() {
        claim("a");
        claim("b");
        board.fail(invoked("checker", "/claims/0"), "no idea");
        board.tick(Duration.ofMinutes(1));
        assertThat(lines(invoked("checker", "/claims/0")))
                .singleElement()
                .asString()
                .contains("no idea");

        reject(invoked("checker", "/claims/1"), "[{op: nonsense}]");
        board.tick(Duration.ofMinutes(1));
        assertThat(lines(invoked("checker", "/claims/1")))
                .singleElement()
                .asString()
                .contains("SYNTAX");
    }

    @Test
    void otherAnswersOfTheWorker_doNotCrowdOutThePlace() {
        for (int i = 0; i < 30; i++) {
            claim("c" + i);
        }
        for (int i = 0; i < 30; i++) {
            reject(invoked("checker", "/claims/" + i), status(i, "WRONG-" + i + "-"));
        }

        board.tick(Duration.ofMinutes(1));

        assertThat(invoked("checker", "/claims/0").cause().map(Cause::action)).contains(Cause.Action.RETRY);
        for (int i = 0; i < 30; i++) {
            assertThat(lines(invoked("checker", "/claims/" + i)))
                    .singleElement()
                    .asString()
                    .contains("WRONG-" + i + "-");
        }
    }

    @Test
    void memory_isBounded_andStored() {
        claim("a");
        for (int i = 0; i < 70; i++) {
            board.propose("keeper", status(0, "WRONG-" + i));
        }
        Board now = board.board();

        assertThat(now.memory().feedback().get("keeper")).hasSize(60);
        assertThat(BoardJson.read(
                        (JsonObject) JsonReader.parse(JsonWriter.compact(BoardJson.write(now))), hash -> now.rules()))
                .isEqualTo(now);
    }
}
