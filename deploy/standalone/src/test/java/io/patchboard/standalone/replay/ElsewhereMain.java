package io.patchboard.standalone.replay;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The process that replays: {@code main(bootstrapServers, commandsFile, reportFile)}.
 *
 * <p>Each line of the first file holds the arguments of a {@code patchboard} command as a JSON array. The second gets
 * one JSON object for each line: first where and when this runs; then what each command said; then each board as a
 * kernel would store it, with the hash of its state at each version.
 */
final class ElsewhereMain {

    private ElsewhereMain() {}

    public static void main(String[] args) throws IOException {
        List<String> report = new ArrayList<>();
        report.add(JsonWriter.compact(JsonObject.builder()
                .put("clock", Instant.now().toString())
                .put("zone", ZoneId.systemDefault().getId())
                .put("locale", Locale.getDefault().toLanguageTag())
                .put("million", String.format("%,d", 1_000_000)) // as this place writes it
                .build()));
        for (String line : Files.readAllLines(Path.of(args[1]), StandardCharsets.UTF_8)) {
            report.add(run((JsonArray) JsonReader.parse(line)));
        }
        ReadLogs logs = ReadLogs.by(new LogReader(KafkaConnection.to(args[0])), Optional.empty());
        Blueprints blueprints = new Blueprints();
        logs.boards().forEach((id, log) -> {
            BoardProjection board = new BoardProjection(id, blueprints);
            JsonObject.Builder states = JsonObject.builder();
            log.forEach(next -> {
                board.accept(next.entry());
                states.put(
                        Long.toString(board.board().version()),
                        CanonicalJson.sha256(board.board().state()));
            });
            report.add(JsonWriter.compact(JsonObject.builder()
                    .put("board", id)
                    .put("stored", JsonWriter.compact(BoardJson.write(board.board())))
                    .put("states", states.build())
                    .build()));
        });
        Files.write(Path.of(args[2]), report, StandardCharsets.UTF_8);
        System.exit(0); // whatever a library has left running
    }

    private static String run(JsonArray command) {
        String[] words = command.items().stream()
                .map(word -> ((JsonString) word).value())
                .toArray(String[]::new);
        Cli result = Cli.run(words);
        return JsonWriter.compact(JsonObject.builder()
                .put("exit", (long) result.exitCode())
                .put("out", result.out())
                .put("err", result.err())
                .build());
    }
}
