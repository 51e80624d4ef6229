package io.patchboard.examples.household;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.tokens.Tokenizer;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The example on the real decision core, with its real workers and its own files. */
class HouseholdBoardTest {

    private final Map<String, Worker> workers = new HouseholdWorkers().workers();

    private static String file(String name) throws Exception {
        try (var in = HouseholdWorkers.class.getResourceAsStream("/examples/household/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Json blueprint() throws Exception {
        return new JsonReader(JsonLimits.DEFAULT).readDocument(new YAMLFactory().createParser(file("blueprint.yaml")));
    }

    /** @param verdict what becomes of the verifier's patches on their way */
    private MemoryBoard play(UnaryOperator<Json> verdict) throws Exception {
        return MemoryBoard.play(
                new Blueprints(), blueprint(), (JsonObject) JsonReader.parse(file("input.json")), invitation -> {
                    Invocation invocation = new Invocation(invitation);
                    Json patch = answer(invocation);
                    return Optional.of(
                            invocation.worker().equals("verifier") && invocation.attempt() == 1
                                    ? verdict.apply(patch)
                                    : patch);
                });
    }

    private Json answer(Invocation invocation) {
        try {
            return workers.get(invocation.worker()).work(invocation).patch();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<String> commits(MemoryBoard board, String worker) {
        return board.log().stream()
                .map(LogEntry::event)
                .filter(PatchCommitted.class::isInstance)
                .map(PatchCommitted.class::cast)
                .filter(commit -> commit.worker().equals(worker))
                .map(commit -> JsonWriter.compact(commit.patch()));
    }

    private static Json at(MemoryBoard board, String pointer) {
        return JsonPointer.parse(pointer).resolve(board.board().state()).orElse(Json.nul());
    }

    @Test
    void appendixD_inadmissiblePlacement_isMarked_mended_andTheAppleArrives() throws Exception {
        MemoryBoard board = play(patch -> patch);

        assertThat(board.log().getLast().event()).isInstanceOf(BoardCompleted.class);
        assertThat(at(board, "/outcome/reached")).isEqualTo(Json.of(true));
        assertThat(commits(board, "verifier").filter(patch -> patch.contains("inadmissible")))
                .hasSize(1);
        assertThat(commits(board, "repair"))
                .containsExactly(
                        "[{\"op\":\"add\",\"path\":\"/hints/0\",\"value\":{\"refused\":\"move apple 1 to diningtable 1\","
                                + "\"instead\":\"go to diningtable 1\"}}]");
        // The look around and twelve commands, each observation a commit of its own.
        assertThat(commits(board, "environment")).hasSize(13).allMatch(patch -> patch.contains("/observations/"));
        assertThat(((JsonArray) at(board, "/observations"))
                        .stream().map(step -> JsonWriter.compact(step)).toList())
                .anyMatch(step -> step.contains("You clean the apple 1 using the sinkbasin 1."));
    }

    @Test
    void verifier_thatAdmitsWhatCannotBeDone_isRejectedByTheKernel() throws Exception {
        MemoryBoard board =
                play(patch -> JsonReader.parse(JsonWriter.compact(patch).replace("inadmissible", "admitted")));

        List<PatchRejected> rejected = board.log().stream()
                .map(LogEntry::event)
                .filter(PatchRejected.class::isInstance)
                .map(PatchRejected.class::cast)
                .toList();
        assertThat(rejected).hasSize(1);
        assertThat(rejected.getFirst().rejection().rule()).contains("admitted-is-admissible");
        assertThat(at(board, "/outcome/reached")).isEqualTo(Json.of(true));
    }

    @Test
    void sameTeam_givesTheSameLog() throws Exception {
        assertThat(play(patch -> patch).log()).isEqualTo(play(patch -> patch).log());
    }

    /** No model wrote the blueprint; the file says what one would have been charged for writing it. */
    @Test
    void architectsTokens_areThoseOfTheBlueprint() throws Exception {
        JsonObject usage = (JsonObject) JsonReader.parse(file("blueprint.usage.json"));

        assertThat(usage.get("outputTokens"))
                .contains(Json.of(Tokenizer.DEFAULT.count(JsonWriter.compact(blueprint()))));
        assertThat(usage.get("inputTokens")).contains(Json.of(Tokenizer.DEFAULT.count(file("input.json"))));
        assertThat(usage.toString()).contains(HouseholdWorkers.MODEL);
    }
}
