package io.patchboard.standalone.cli.analytics;

import io.patchboard.client.model.RejectionCount;
import io.patchboard.client.model.RejectionCounts;
import io.patchboard.client.model.RejectionQuery;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogIndex;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.MomentConverter;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rejections}. */
@Command(
        name = "rejections",
        description = {
            "Where the rejections go: how many, what they cost, how often the next attempt repaired them, and where to look.",
            "Of one board or blueprint, clauses that have not fired are told, too, each with its place in the blueprint and what it says.",
            "It asks the index of a running server that has its data below the working directory, or the one in --data-dir, or"
                    + " makes one of the log. GET /v1/analytics/rejections of a running server answers the same."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 told; 3 unknown board; 1 there is no log, or it could not be read.",
            "",
            "Examples:",
            "  patchboard rejections --blueprint evidence-review",
            "  patchboard rejections --by model --since 7d --json"
        })
public final class RejectionsCommand implements Callable<Integer> {

    private static final int MOST_COLUMNS = 140;

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Option(names = "--board", paramLabel = "ID", description = "Of this board.")
    private Optional<String> board = Optional.empty();

    @Option(
            names = "--blueprint",
            paramLabel = "NAME",
            description = "Of boards whose blueprint has this name, or hash.")
    private Optional<String> blueprint = Optional.empty();

    @Option(
            names = "--since",
            paramLabel = "MOMENT",
            description = "Not of before: a time such as 2026-01-31T12:00:00Z, or how long ago, such as 12h.",
            converter = MomentConverter.class)
    private Optional<Instant> since = Optional.empty();

    @Option(
            names = "--by",
            paramLabel = "clause|worker|version|model|stage|path",
            description = "What is counted together. Default: clause.")
    private RejectionQuery.By by = RejectionQuery.By.CLAUSE;

    @Override
    public Integer call() {
        Output output = options.output();
        RejectionQuery query = new RejectionQuery(board, blueprint, since, by);
        RejectionCounts found;
        try (Cluster cluster = source.open(output)) {
            found = LogIndex.ask(cluster, output, model -> {
                board.filter(id -> model.summary(id).isEmpty()).ifPresent(id -> {
                    throw CliException.unknownBoard(
                            "Expected the id of a board, but there is no log of an id \"" + id + "\".");
                });
                return model.rejections(query);
            });
        }
        if (output.isJson()) {
            output.document(found.toJson(by));
        } else {
            found.counts().forEach(count -> print(count, output));
            if (found.left() > 0) {
                output.line("and " + found.left() + " others");
            }
            output.line(found.counted() + " rejections"
                    + found.from()
                            .map(time -> ", the newest, from " + time + " on")
                            .orElse(""));
        }
        return ExitCodes.OK;
    }

    private static void print(RejectionCount count, Output output) {
        Look look = output.look();
        String key = count.key().isEmpty() ? "(unknown)" : Text.printable(count.key());
        String of = count.blueprint()
                .map(rules -> " of " + Text.printable(rules.name()) + " "
                        + rules.hash().substring(0, 8))
                .orElse("");
        output.line(look.paint(count.count() == 0 ? Style.DIM : Style.BOLD, key + of + ": " + cost(count)));
        count.text()
                .ifPresent(text ->
                        output.line(look.paint(Style.DIM, "    " + Text.cut(Text.printable(text), MOST_COLUMNS))));
        count.example()
                .ifPresent(example -> output.line("    see " + Text.printable(example.board()) + " #"
                        + example.sequence() + (example.count() > 1 ? ", " + example.count() + " times" : "")));
    }

    private static String cost(RejectionCount count) {
        if (count.count() == 0) {
            return "none";
        }
        return String.format(
                Locale.ROOT,
                "%d (%.0f %%), %d tokens, %.1f s, next attempt repaired %d of %d%s",
                count.count(),
                100 * count.share(),
                count.tokens(),
                count.seconds(),
                count.repaired(),
                count.retried(),
                count.attempts().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                ", committed at attempt %.0f",
                                count.attempts().getAsDouble())
                        : "");
    }
}
