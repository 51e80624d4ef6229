package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogHeader;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code board list}. */
@Command(
        name = "list",
        description = "Lists all boards.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board list --json | jq '.[] | select(.phase == \"open\") | .boardId'"})
final class ListBoards implements Callable<Integer> {

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Override
    public Integer call() {
        Output output = options.output();
        Projections projections = new Projections();
        try (Cluster cluster = source.open(output)) {
            cluster.logReader().scan(Optional.empty(), projections);
            if (projections.isEmpty() && cluster.logReader().topics().isEmpty()) {
                throw CliException.noLog(cluster.connection().topics().prefix());
            }
        }
        List<BoardProjection> boards = projections.boards();
        if (output.isJson()) {
            output.document(
                    JsonArray.copyOf(boards.stream().map(ListBoards::json).toList()));
        } else {
            table(boards).lines().forEach(output::line);
        }
        projections.notes().forEach(output::progress);
        return ExitCodes.OK;
    }

    private static JsonObject json(BoardProjection projection) {
        Board board = projection.board();
        return JsonObject.builder()
                .put("boardId", board.id())
                .putStringIfPresent("blueprint", board.blueprint().map(Blueprint::name))
                .put("phase", board.phase().word())
                .put("version", board.version())
                .put("sequence", board.sequence())
                .put("openInvocations", board.open().size())
                .put("lastActivity", LogHeader.format(board.time()))
                .putIfPresent("damage", projection.damage().map(Json::of))
                .build();
    }

    private static Table table(List<BoardProjection> boards) {
        Table table = new Table("BOARD", "BLUEPRINT", "PHASE", "VERSION#", "SEQUENCE#", "OPEN#", "LAST ACTIVITY");
        for (BoardProjection projection : boards) {
            Board board = projection.board();
            table.row(
                    Text.printable(board.id()),
                    board.blueprint().map(Blueprint::name).map(Text::printable).orElse(""),
                    board.phase().word() + (projection.damage().isPresent() ? " (damaged)" : ""),
                    board.version(),
                    board.sequence(),
                    board.open().size(),
                    LogHeader.format(board.time()));
        }
        return table;
    }

    /** Folds every board while its entries come, so that no log has to be kept. */
    private static final class Projections implements LogListener {

        private final Blueprints blueprints = new Blueprints();
        private final SortedMap<String, BoardProjection> byId = new TreeMap<>();
        private int unreadable;
        private long needRegistry;

        @Override
        public boolean entry(LogRecord next) {
            byId.computeIfAbsent(next.boardId(), id -> new BoardProjection(id, blueprints))
                    .accept(next.entry());
            return true;
        }

        @Override
        public void problem(LogProblem problem) {
            if (problem.kind() == LogProblem.Kind.NEEDS_REGISTRY) {
                needRegistry++;
            } else {
                unreadable++;
            }
        }

        boolean isEmpty() {
            return byId.isEmpty();
        }

        List<BoardProjection> boards() {
            if (needRegistry > 0) {
                throw CliException.needsRegistry(needRegistry);
            }
            return byId.values().stream().filter(BoardProjection::exists).toList();
        }

        List<String> notes() {
            List<String> notes = new ArrayList<>();
            int others = byId.size() - boards().size();
            if (others > 0) {
                notes.add("Not listed: " + others + " log" + (others == 1 ? "" : "s")
                        + " of ids that were never created and have only rejections.");
            }
            if (unreadable > 0) {
                notes.add("Expected log entries only, but " + unreadable
                        + " records are none or are repeated. \"patchboard replay --verify\" names them.");
            }
            return notes;
        }
    }
}
