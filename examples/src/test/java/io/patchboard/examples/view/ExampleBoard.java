package io.patchboard.examples.view;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** An example on the real decision core, with its real workers and its own files. */
public final class ExampleBoard {

    private final WorkerProvider provider;

    public ExampleBoard(WorkerProvider provider) {
        this.provider = provider;
    }

    private String file(String name) {
        try (var in = provider.getClass().getResourceAsStream("/examples/" + provider.name() + "/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Plays it to its end.
     *
     * @param input what is made of the example's own
     * @param answers by worker's name and patch, what is sent in its place
     */
    public MemoryBoard play(UnaryOperator<JsonObject> input, BiFunction<String, Json, Json> answers) throws Exception {
        Json blueprint =
                new JsonReader(JsonLimits.DEFAULT).readDocument(new YAMLFactory().createParser(file("blueprint.yaml")));
        return MemoryBoard.play(
                new Blueprints(),
                blueprint,
                input.apply((JsonObject) JsonReader.parse(file("input.json"))),
                invitation -> {
                    Answer answer = answer(new Invocation(invitation));
                    String worker = ((WorkerInvoked) invitation.event()).worker();
                    return answer.failure().isPresent()
                            ? Optional.empty()
                            : Optional.of(answers.apply(worker, answer.patch()));
                });
    }

    private Answer answer(Invocation invocation) {
        try {
            return provider.workers().get(invocation.worker()).work(invocation);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What stands at a place of the state. */
    public static Json at(MemoryBoard board, String pointer) {
        return JsonPointer.parse(pointer).resolve(board.board().state()).orElse(Json.nul());
    }

    /** The places that a worker's committed patches touched, one text for each patch. */
    public static List<String> touched(MemoryBoard board, String worker) {
        return of(PatchCommitted.class, board)
                .filter(commit -> commit.worker().equals(worker))
                .map(commit -> String.join(
                        " ",
                        ((JsonArray) commit.patch())
                                .stream()
                                        .map(op -> JsonWriter.compact(
                                                ((JsonObject) op).get("path").orElseThrow()))
                                        .map(path -> path.replace("\"", ""))
                                        .toList()))
                .toList();
    }

    /** The rules that patches were rejected by, in order. */
    public static List<String> rejectedBy(MemoryBoard board) {
        return of(PatchRejected.class, board)
                .map(rejected ->
                        rejected.rejection().rule().orElse(rejected.rejection().code()))
                .toList();
    }

    private static <T> Stream<T> of(Class<T> type, MemoryBoard board) {
        return board.log().stream()
                .map(LogEntry::event)
                .filter(type::isInstance)
                .map(type::cast);
    }
}
