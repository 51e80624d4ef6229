package io.patchboard.standalone.cli.scenario;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.LogRecord;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.cli.base.ArchivedLogOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.NewFiles;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.board.BoardLog;
import io.patchboard.standalone.scenario.Played;
import io.patchboard.standalone.scenario.Player;
import io.patchboard.standalone.scenario.Recorder;
import io.patchboard.standalone.scenario.ScenarioReader;
import io.patchboard.standalone.screen.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code patchboard record}. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a scenario of a board that ran, for \"patchboard test\", and writes its blueprint beside it.",
            "It has the workers' answers and when they came, what operators and approvers asked for, and what came of it.",
            "It is played at once. Exit code 7: it then comes to something else, which is told, and so is what was left out."
        },
        footer = {"", "Example:", "  patchboard record review-7 -o tests/review-7.scenario.json"})
public final class RecordCommand implements Callable<Integer> {

    private static final String ENDING = ".scenario.json";

    @Mixin
    private ArchivedLogOptions source;

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "ID", description = "The board. It has ended, or waits for a person.")
    private String boardId;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to write; its name ends in " + ENDING + ". Left out: ID" + ENDING + ", here.")
    private Optional<Path> file = Optional.empty();

    @Option(names = "--force", description = "Write over files that are there.")
    private boolean force;

    @Override
    public Integer call() {
        Path scenarioFile = file.orElseGet(() -> Path.of(boardId.replaceAll("[^A-Za-z0-9._-]", "-") + ENDING));
        String name = scenarioFile.getFileName().toString();
        if (!name.endsWith(ENDING)) {
            throw CliException.failed("Expected a name that ends in " + ENDING
                    + ", as \"patchboard test\" looks for, but got \"" + name + "\".");
        }
        Path blueprintFile = scenarioFile.resolveSibling(name.replace(ENDING, ".blueprint.json"));
        Output output = options.output();
        Recorder.Recorded recorded = record(output, blueprintFile.getFileName().toString());
        Path folder = Optional.ofNullable(scenarioFile.getParent()).orElse(Path.of(""));
        NewFiles.write(
                folder,
                Map.of(
                        blueprintFile.getFileName().toString(),
                        text(recorded.blueprint()),
                        name,
                        text(recorded.scenario())),
                force);
        recorded.left().forEach(output::progress);
        Played played = Player.play(ScenarioReader.read(recorded.scenario(), name, any -> recorded.blueprint()));
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("scenario", scenarioFile.toString())
                    .put("blueprint", blueprintFile.toString())
                    .put("left", JsonArray.ofStrings(recorded.left()))
                    .put("missed", JsonArray.ofStrings(played.missed()))
                    .build());
        }
        output.line("Wrote " + scenarioFile + " and " + blueprintFile + ".");
        if (played.isAsExpected()) {
            output.line("Played at once, it comes to the same. Play it again with: patchboard test " + scenarioFile);
            return ExitCodes.OK;
        }
        output.line("Played at once, it comes to something else:");
        played.missed().forEach(sentence -> output.line("  " + Text.printable(sentence)));
        return ExitCodes.CHECK_FAILED;
    }

    private Recorder.Recorded record(Output output, String blueprintFile) {
        List<LogEntry> log;
        try (Cluster cluster = source.open(output)) {
            log = BoardLog.existing(cluster, boardId, output).stream()
                    .map(LogRecord::entry)
                    .toList();
        }
        BoardProjection projection = new BoardProjection(boardId, new Blueprints());
        log.forEach(projection::accept);
        if (!projection.exists()) {
            throw CliException.unknownBoard("Expected the id of a board, but \"" + boardId + "\" was never created.");
        }
        projection.damage().ifPresent(damage -> {
            throw CliException.failed(damage);
        });
        try {
            return Recorder.record(projection.board(), log, blueprintFile);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private static String text(Json document) {
        return JsonWriter.pretty(document) + "\n";
    }
}
