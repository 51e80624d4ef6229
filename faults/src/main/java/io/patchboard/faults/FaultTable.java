package io.patchboard.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.FaultReport.Proportion;
import io.patchboard.faults.board.Attentive;
import io.patchboard.faults.board.Blackboard;
import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.board.PlainBlackboard;
import io.patchboard.faults.board.Service;
import io.patchboard.faults.board.StructuredBlackboard;
import io.patchboard.faults.board.WholeUpdates;
import io.patchboard.faults.cycle.HonestRun;
import io.patchboard.faults.cycle.LoopFault;
import io.patchboard.faults.cycle.LoopRun;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.inject.BadPathOrType;
import io.patchboard.faults.inject.FalseClaim;
import io.patchboard.faults.inject.Fault;
import io.patchboard.faults.inject.Injector;
import io.patchboard.faults.inject.InvalidJson;
import io.patchboard.faults.inject.Judges;
import io.patchboard.faults.inject.UnauthorizedWrite;
import io.patchboard.faults.oracle.SchemaJudge;
import io.patchboard.faults.oracle.Verdict;
import io.patchboard.faults.world.Reached;
import io.patchboard.faults.world.ReachedStates;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The fault table of the paper (arXiv 2605.29313, Table 1): the same generated faults, put to a plain blackboard, a
 * structured one and this kernel, from the same states, judged by an oracle that knows none of them.
 *
 * <p>A function of its seed: everything that is drawn is drawn from it, and no clock is asked.
 */
public final class FaultTable {

    private final int perType;
    private final long seed;
    private final Progress progress;
    private final Optional<Service> service;
    private final Kernel kernel = new Kernel();
    private final Judges judges = new Judges();
    private final List<Row> rows = new ArrayList<>();
    private final Map<FaultType, SortedMap<String, Proportion>> varieties = new EnumMap<>(FaultType.class);
    private final SortedMap<String, Integer> detectors = new TreeMap<>();

    private FaultTable(int perType, long seed, Optional<Service> service, Progress progress) {
        this.perType = perType;
        this.service = service;
        this.seed = seed;
        this.progress = progress;
    }

    /**
     * @param perType how many faults of each type, and how many honest runs; at least 1
     * @param progress is told what is being done
     */
    public static FaultReport run(int perType, long seed, Progress progress) {
        return new FaultTable(perType, seed, Optional.empty(), progress).run();
    }

    /**
     * The same, with all records for the kernel going to one that runs somewhere. States that time had to pass for are
     * not among those that are drawn; loops and honest runs stay in memory.
     */
    public static FaultReport run(int perType, long seed, Service service, Progress progress) {
        return new FaultTable(perType, seed, Optional.of(service), progress).run();
    }

    private FaultReport run() {
        progress.begins("Reaching states by honest work (seed " + seed + ")...");
        ReachedStates states = new ReachedStates(kernel, seed);
        for (FaultType type : FaultType.values()) {
            progress.begins("Injecting " + perType + " faults: " + type.label() + "...");
            if (type == FaultType.CYCLE) {
                loops();
            } else {
                inject(type, injector(type, states));
            }
        }
        progress.begins("Running " + perType + " honest workflows...");
        SortedMap<String, Integer> ends = new TreeMap<>();
        int mistakes = 0;
        for (int i = 0; i < perType; i++) {
            HonestRun.Outcome outcome = HonestRun.go(kernel, "honest-" + i, Dice.of(seed, "honest", i));
            String end = outcome.ended() + (outcome.detail().isEmpty() ? "" : ": " + outcome.detail());
            ends.merge(outcome.ended().equals("completed") ? end : outcome.kind() + ", " + end, 1, Integer::sum);
            mistakes += outcome.haltedByMistake() ? 1 : 0;
            progress.done(i + 1);
        }
        return new FaultReport(List.copyOf(rows), varieties, detectors, perType, mistakes, ends);
    }

    private Injector injector(FaultType type, ReachedStates states) {
        return switch (type) {
            case INVALID_JSON -> new InvalidJson(states);
            case BAD_PATH_OR_TYPE -> new BadPathOrType(states, judges);
            case UNAUTHORIZED_WRITE -> new UnauthorizedWrite(states, judges);
            case FALSE_CLAIM_UNQUOTED -> FalseClaim.unquoted(states);
            case FALSE_CLAIM_IRRELEVANT_QUOTE -> FalseClaim.irrelevant(states);
            case CYCLE ->
                throw new IllegalArgumentException("Expected a type whose faults are records, but got " + type);
        };
    }

    private void inject(FaultType type, Injector injector) {
        Map<SystemKind, Integer> counts = new EnumMap<>(SystemKind.class);
        Map<SystemKind, Integer> mildest = new EnumMap<>(SystemKind.class);
        List<Drawn> faults = IntStream.range(0, perType)
                .mapToObj(i -> draw(type, injector, i))
                .toList();
        for (int i = 0; i < perType; i++) {
            Fault fault = faults.get(i).fault();
            for (SystemKind system : SystemKind.values()) {
                boolean contaminated = system == SystemKind.PATCHBOARD
                        ? faults.get(i)
                                .served()
                                .map(served -> contaminates(fault, served.join()))
                                .orElseGet(() -> contaminates(fault, board(system, fault.at())))
                        : contaminates(fault, board(system, fault.at()));
                counts.merge(system, contaminated ? 1 : 0, Integer::sum);
                mildest(system, fault.at())
                        .ifPresent(mild -> mildest.merge(system, contaminates(fault, mild) ? 1 : 0, Integer::sum));
                if (system == SystemKind.PATCHBOARD) {
                    count(type, fault.variety(), contaminated);
                }
            }
            progress.done(i + 1);
        }
        addRows(type, counts, mildest);
    }

    /** @param served what a running kernel holds after it, if it goes to one */
    private record Drawn(Fault fault, Optional<CompletableFuture<byte[]>> served) {}

    private Drawn draw(FaultType type, Injector injector, int number) {
        Fault fault = injector.next(Dice.of(seed, type.label(), number));
        for (int again = 1; service.isPresent() && fault.at().board().waited(); again++) {
            fault = injector.next(Dice.of(seed, type.label(), number, again));
        }
        Fault drawn = fault;
        return new Drawn(
                drawn,
                service.map(
                        kept -> kept.stored(drawn.at().board(), drawn.record()).toCompletableFuture()));
    }

    private boolean contaminates(Fault fault, Blackboard board) {
        board.deliver(fault.record());
        return contaminates(fault, board.stored());
    }

    private boolean contaminates(Fault fault, byte[] stored) {
        Reached at = fault.at();
        Verdict verdict =
                judges.of(at.world()).judge(at.state(), stored, fault.actor(), fault.entitled(), at.situation());
        return verdict.contaminated();
    }

    private static Blackboard board(SystemKind system, Reached at) {
        JsonNode schema = at.world().blueprint().at("/state/schema");
        return switch (system) {
            case PLAIN -> new PlainBlackboard(at.state());
            case STRUCTURED -> new StructuredBlackboard(at.state(), schema);
            case PATCHBOARD -> at.board().copy();
        };
    }

    private Optional<Blackboard> mildest(SystemKind system, Reached at) {
        Predicate<JsonNode> schema = judges.of(at.world()).schema()::accepts;
        return switch (system) {
            case PLAIN -> Optional.of(new Attentive(board(system, at), at::asked));
            case STRUCTURED -> {
                JsonNode declared = at.world().blueprint().at("/state/schema");
                StructuredBlackboard control = new StructuredBlackboard(at.state(), declared);
                yield Optional.of(new Attentive(new WholeUpdates(control, schema), at::asked));
            }
            case PATCHBOARD -> Optional.empty();
        };
    }

    private void addRows(FaultType type, Map<SystemKind, Integer> counts, Map<SystemKind, Integer> mildest) {
        counts.forEach((system, count) ->
                rows.add(new Row(type, system, perType, count, Optional.ofNullable(mildest.get(system)))));
    }

    private void loops() {
        Map<SystemKind, Integer> counts = new EnumMap<>(SystemKind.class);
        Map<SystemKind, Integer> mildest = new EnumMap<>(SystemKind.class);
        for (int i = 0; i < perType; i++) {
            LoopFault loop = LoopFault.draw(Dice.of(seed, "cycle", i));
            for (SystemKind system : SystemKind.values()) {
                LoopRun.Outcome outcome = run(loop, system, i);
                counts.merge(system, outcome.halted() ? 1 : 0, Integer::sum);
                supervised(loop, system, i)
                        .ifPresent(mild -> mildest.merge(system, mild.halted() ? 1 : 0, Integer::sum));
                if (system == SystemKind.PATCHBOARD) {
                    count(FaultType.CYCLE, loop.kind(), !outcome.halted());
                    String end = outcome.halted() ? outcome.detector().orElseThrow() : "(" + outcome.otherwise() + ")";
                    detectors.merge(end, 1, Integer::sum);
                }
            }
            progress.done(i + 1);
        }
        addRows(FaultType.CYCLE, counts, mildest);
    }

    private LoopRun.Outcome run(LoopFault loop, SystemKind system, int number) {
        LoopRun run = new LoopRun(loop, Dice.of(seed, "loop", number));
        if (system == SystemKind.PATCHBOARD) {
            return run.on(kernel, "loop-" + number);
        }
        return run.on(control(loop, system), loop.workers());
    }

    private Optional<LoopRun.Outcome> supervised(LoopFault loop, SystemKind system, int number) {
        LoopRun run = new LoopRun(loop, Dice.of(seed, "loop", number));
        return switch (system) {
            case PLAIN -> Optional.of(run.supervised(control(loop, system), loop.workers()));
            case STRUCTURED -> {
                SchemaJudge schema = new SchemaJudge(loop.schema());
                StructuredBlackboard control = new StructuredBlackboard(loop.initialState(), loop.schema());
                yield Optional.of(run.supervised(new WholeUpdates(control, schema::accepts), loop.workers()));
            }
            case PATCHBOARD -> Optional.empty();
        };
    }

    private static Blackboard control(LoopFault loop, SystemKind system) {
        return system == SystemKind.PLAIN
                ? new PlainBlackboard(loop.initialState())
                : new StructuredBlackboard(loop.initialState(), loop.schema());
    }

    private void count(FaultType type, String variety, boolean counted) {
        varieties
                .computeIfAbsent(type, none -> new TreeMap<>())
                .merge(variety, Proportion.NONE.and(counted), (old, added) -> old.and(counted));
    }
}
