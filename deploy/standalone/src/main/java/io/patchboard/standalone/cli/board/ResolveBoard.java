package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.kernel.state.Incident;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Raise;
import io.patchboard.record.Word;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.SpeakerOptions;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.Spelling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code board resolve}. */
@Command(
        name = "resolve",
        description = {
            "Decides what a board waits for: it may try again, have another worker do it, leave it undone, have a budget"
                    + " raised, go on, or end.",
            "With --where, decides the same for many boards, so many in a second."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard board resolve review-7 --retry --reason \"the model is back\"",
            "  patchboard board resolve review-7 41 --raise tokens=500000 --reason \"worth it\"",
            "  patchboard board resolve --where reason=outage --where worker=extractor --retry --reason \"it is back\""
        })
final class ResolveBoard implements Callable<Integer> {

    private static final List<String> KEYS = List.of("blueprint", "detail", "reason", "worker");

    private static final List<String> REASONS =
            Arrays.stream(BoardHalted.Reason.values()).map(Word::word).toList();

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions options;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "The board.")
    private Optional<String> boardId = Optional.empty();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SEQUENCE",
            description = "Of the entry that says what it waits for; it may be left out where that is one thing alone.")
    private Optional<Long> sequence = Optional.empty();

    /** What is decided. */
    static final class Choice {

        @Option(names = "--retry", description = "Whoever was given up is invited again, as for the first time.")
        private boolean retry;

        @Option(
                names = "--worker",
                paramLabel = "NAME",
                description = "Another worker is invited in place of the one that was given up.")
        private Optional<String> worker = Optional.empty();

        @Option(names = "--skip", description = "What was given up stays undone.")
        private boolean skip;

        @Option(names = "--resume", description = "Nothing was given up: the board goes on as it is.")
        private boolean resume;

        @Option(
                names = "--raise",
                paramLabel = "BUDGET=MOST",
                converter = RaiseConverter.class,
                description = "A larger bound for a budget, in all: tokens=500000, workers/senior/tokens=90000,"
                        + " duration=2h. May be repeated.")
        private List<Raise> raised = new ArrayList<>();

        @Option(names = "--halt", description = "The board ends.")
        private boolean halt;

        NeedsPerson.Option option() {
            if (retry) {
                return NeedsPerson.Option.RETRY;
            } else if (skip) {
                return NeedsPerson.Option.SKIP;
            } else if (resume) {
                return NeedsPerson.Option.RESUME;
            } else if (halt) {
                return NeedsPerson.Option.HALT;
            }
            return worker.isPresent() ? NeedsPerson.Option.WORKER : NeedsPerson.Option.RAISE;
        }
    }

    @ArgGroup(multiplicity = "1")
    private Choice choice;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; kept in the board's log.")
    private String reason;

    @Mixin
    private SpeakerOptions speaker;

    @Option(
            names = "--where",
            paramLabel = "KEY=VALUE",
            description = "On all boards where something of this kind waits; keys are blueprint, reason, detail and"
                    + " worker. May be repeated, and all have to hold.")
    private Map<String, String> where = new LinkedHashMap<>();

    @Option(
            names = "--rate",
            paramLabel = "NUMBER",
            defaultValue = "5",
            description = "With --where: how many decisions in a second, so that what is back does not break down"
                    + " again. One decision may invite many: all that was given up with it, as many at once as the"
                    + " blueprint's maxConcurrent lets. Default: ${DEFAULT-VALUE}")
    private double rate;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "How long to wait for each outcome. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    private record Waiting(String boardId, Optional<Long> item) {}

    @Override
    public Integer call() {
        if (boardId.isPresent() == !where.isEmpty()) {
            throw CliException.failed("Expected a board's ID, or --where to find boards by, but got "
                    + (boardId.isPresent() ? "both." : "neither."));
        }
        for (String key : where.keySet()) {
            if (!KEYS.contains(key)) {
                throw CliException.failed("Expected --where with one of " + String.join(", ", KEYS) + ", but got \""
                        + key + "\"." + Spelling.question(key, KEYS));
            }
        }
        String wanted = where.getOrDefault("reason", REASONS.get(0));
        if (!REASONS.contains(wanted)) {
            throw CliException.failed("Expected --where reason= with one of " + String.join(", ", REASONS)
                    + ", but got \"" + wanted + "\"." + Spelling.question(wanted, REASONS));
        }
        if (!(rate > 0)) {
            throw CliException.failed("Expected a --rate above 0, but got " + rate + ".");
        }
        Output output = options.output();
        try (Cluster cluster = Cluster.connect(connection)) {
            return boardId.isPresent()
                    ? resolve(new Waiting(boardId.get(), sequence), cluster, output)
                    : resolveAll(waiting(cluster, output), cluster, output);
        }
    }

    private int resolve(Waiting item, Cluster cluster, Output output) {
        ControlBoard.show(
                ControlBoard.decided(speaker.signed(command(item), cluster.connection()), cluster, timeout, output),
                output);
        return ExitCodes.OK;
    }

    /** One that is refused, because somebody was quicker, keeps nobody from the others. */
    private int resolveAll(List<Waiting> items, Cluster cluster, Output output) {
        int decided = new Pace(rate).each(items, item -> {
            try {
                resolve(item, cluster, output);
                return true;
            } catch (CliException e) {
                output.progress(Text.printable("Board " + item.boardId() + ": " + e.getMessage()));
                return false;
            }
        });
        output.progress("Decided " + decided + " of " + items.size() + ".");
        return decided == items.size() ? ExitCodes.OK : ExitCodes.REJECTED;
    }

    private Decide command(Waiting item) {
        return new Decide(
                CommandHeader.of(UUID.randomUUID().toString(), item.boardId(), speaker.by(), reason),
                item.item(),
                choice.option(),
                choice.worker,
                choice.raised);
    }

    /** What is wanted and may be decided so; says what is not. */
    private List<Waiting> waiting(Cluster cluster, Output output) {
        List<Waiting> found = new ArrayList<>();
        Map<String, Set<String>> known = new HashMap<>();
        int others = 0;
        for (BoardProjection projection :
                Projections.needingPerson(cluster, output).boards()) {
            for (Incident item : projection.board().work().incidents()) {
                Map<String, String> facts = facts(projection, item);
                facts.forEach((key, value) ->
                        known.computeIfAbsent(key, any -> new TreeSet<>()).add(value));
                if (!facts.entrySet().containsAll(where.entrySet())) {
                    continue;
                }
                if (item.options().contains(choice.option())) {
                    found.add(new Waiting(projection.board().id(), Optional.of(item.sequence())));
                } else {
                    others++;
                }
            }
        }
        if (others > 0) {
            output.progress("Left out: " + others + " to which "
                    + choice.option().word() + " is no answer. \"patchboard board show ID\" says what is.");
        } else if (found.isEmpty()) {
            output.progress(Text.printable(nothing(known)));
        }
        return found;
    }

    /** Why nothing was found, as far as one can say. */
    private String nothing(Map<String, Set<String>> known) {
        if (known.isEmpty()) {
            return "Nothing waits for a person's decision.";
        }
        return where.entrySet().stream()
                .filter(wanted -> !known.getOrDefault(wanted.getKey(), Set.of()).contains(wanted.getValue()))
                .map(wanted -> "Nothing that waits has " + wanted.getKey() + "=" + wanted.getValue() + "."
                        + Spelling.question(wanted.getValue(), known.getOrDefault(wanted.getKey(), Set.of())))
                .findFirst()
                .orElse("Nothing that waits has all of it.");
    }

    private static Map<String, String> facts(BoardProjection projection, Incident item) {
        Map<String, String> facts = new HashMap<>();
        projection.board().blueprint().ifPresent(blueprint -> facts.put("blueprint", blueprint.name()));
        facts.put("reason", item.reason().word());
        facts.put("detail", item.detail());
        item.worker().ifPresent(worker -> facts.put("worker", worker));
        return facts;
    }
}
