package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.Labels;
import io.patchboard.client.model.BoardQuery;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogHeader;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code board list}. */
@Command(
        name = "list",
        description = {
            "Lists boards, in the order of their ids: all, or those that every given option lets pass.",
            "With --url the server answers, which has an index. Else the index itself is read, that of a server which has its"
                    + " data below the working directory or that in --data-dir. Where neither is known, the logs of all boards"
                    + " are read, since nothing else says which boards there are."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard board list --phase open --worker critic",
            "  patchboard board list --url http://localhost:8080 --needs-person",
            "  patchboard board list --q review --json | jq '.[].boardId'"
        })
final class ListBoards implements Callable<Integer> {

    @Mixin
    private BoardSource source;

    @Mixin
    private ListFilter filter;

    @Option(
            names = "--needs-person",
            description = "Only those that wait for a person's decision or answer, or for a board that does.")
    private boolean needsPerson;

    @Mixin
    private OutputOptions options;

    @Override
    public Integer call() {
        long most = filter.limit();
        Output output = options.output();
        Optional<List<JsonObject>> served = source.served(boards -> boards.list(query(), most));
        if (served.isPresent()) {
            print(served.get(), output);
            return ExitCodes.OK;
        }
        Projections projections;
        try (Cluster cluster = source.open(output)) {
            projections = Projections.read(cluster, wanted(), most, output);
        }
        Set<String> needing = projections.needingPerson();
        List<BoardProjection> boards = projections.boards().stream()
                .filter(board -> !needsPerson || needing.contains(board.board().id()))
                .filter(filter)
                .limit(most)
                .toList();
        if (output.isJson()) {
            output.document(
                    JsonArray.copyOf(boards.stream().map(ListBoards::json).toList()));
        } else {
            table(boards, needing).lines().forEach(output::line);
        }
        projections.notes().forEach(output::progress);
        return ExitCodes.OK;
    }

    private BoardQuery wanted() {
        return needsPerson ? filter.wanted().needing(BoardQuery.Needs.PERSON) : filter.wanted();
    }

    private Map<String, String> query() {
        Map<String, String> query = filter.query();
        if (needsPerson) {
            query.put("needsPerson", "true");
        }
        return query;
    }

    /** As the server lists them. */
    private void print(List<JsonObject> boards, Output output) {
        if (output.isJson()) {
            output.document(JsonArray.copyOf(boards));
            return;
        }
        Table table = new Table("BOARD", "BLUEPRINT", "PHASE", "VERSION#", "SEQUENCE#", "WAITS FOR", "LAST ACTIVITY");
        for (JsonObject json : boards) {
            JsonPlace board = JsonPlace.of(json);
            boolean waits = needsPerson
                    || board.integer("decisions").orElse(0L)
                                    + board.integer("decisionsBelow").orElse(0L)
                            > 0;
            table.row(
                    board.text("boardId").orElse(""),
                    board.text("blueprint").orElse(""),
                    board.text("phase").orElse("") + (waits ? " (needs a person)" : ""),
                    board.integer("version").orElse(0L),
                    board.integer("sequence").orElse(0L),
                    board.items("waitsFor").stream()
                            .map(worker -> worker.text().orElse(""))
                            .collect(Collectors.joining(" ")),
                    board.text("time").orElse(""));
        }
        table.lines().forEach(output::line);
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
                .put("decisions", board.work().incidents().size())
                .put("lastActivity", LogHeader.format(board.time()))
                .putIfPresent("labels", Labels.json(projection.labels()))
                .putIfPresent("damage", projection.damage().map(Json::of))
                .build();
    }

    private static Table table(List<BoardProjection> boards, Set<String> needing) {
        Table table = new Table("BOARD", "BLUEPRINT", "PHASE", "VERSION#", "SEQUENCE#", "OPEN#", "LAST ACTIVITY");
        for (BoardProjection projection : boards) {
            Board board = projection.board();
            table.row(
                    board.id(),
                    board.blueprint().map(Blueprint::name).orElse(""),
                    board.phase().word()
                            + (needing.contains(board.id()) ? " (needs a person)" : "")
                            + (projection.damage().isPresent() ? " (damaged)" : ""),
                    board.version(),
                    board.sequence(),
                    board.open().size(),
                    LogHeader.format(board.time()));
        }
        return table;
    }
}
