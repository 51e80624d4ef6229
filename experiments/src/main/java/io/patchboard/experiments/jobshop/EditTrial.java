package io.patchboard.experiments.jobshop;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.InvariantCheck;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What the decision about one edit of a planned job shop takes: an operation is done a unit later or earlier, or
 * changes places with the next one on its machine. Time of the processor, so that what else the machine does hardly
 * counts, and the steps of work that are charged for invariants, which are the same on any machine.
 */
public final class EditTrial {

    private static final String EDITOR = "optimizer";
    private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();
    private static final int LONGEST = 99;
    private static final JsonObject OFTEN = JsonObject.of("window", Json.of(1L)).with("times", Json.of(100L));

    /**
     * @param middle microseconds that half of the edits take at most; {@code most}: 95 of 100
     * @param steps charged for the invariants of the edit that takes the most
     */
    public record Result(int jobs, int machines, int edits, long middle, long most, long steps) {

        /** With the members of a row of the results. */
        public JsonObject json() {
            return JsonObject.builder()
                    .put("jobs", jobs)
                    .put("machines", machines)
                    .put("operations", (long) jobs * machines)
                    .put("edits", edits)
                    .put("medianMicros", middle)
                    .put("p95Micros", most)
                    .put("steps", steps)
                    .build();
        }
    }

    private final Decider decider =
            new Decider(Limits.DEFAULT, new Blueprints(), new InvocationIds(new byte[16]), queue -> true);
    private final SeenIds history = new SeenIds();
    private Board board = Board.absent("edits");
    private int count;

    private EditTrial() {}

    /**
     * Plans an instance that is drawn, and edits its schedule; the first half of the edits warms up.
     *
     * @param blueprint of the job shop; its rules are left out, its invariants are not
     * @throws IllegalStateException if an edit is not committed
     */
    public static Result of(Json blueprint, int jobs, int machines, int edits, long seed) {
        Random random = new Random(seed);
        Instance instance = drawn(jobs, machines, random);
        Schedule schedule = Dispatch.of(instance);
        EditTrial trial = new EditTrial();
        trial.decide(new Input.Commanded(
                new CreateBoard(
                        "create",
                        "edits",
                        edited((JsonObject) blueprint),
                        ShopState.input(instance, List.of(), instance.total(), 1)),
                Json.nul()));
        Situation planned = ShopState.read((JsonObject) trial.board.state());
        trial.propose(
                "planner",
                Replanned.whole(
                        planned,
                        schedule,
                        JsonObject.of("by", Json.of("planner")).with("makespan", Json.of((long) schedule.makespan()))));
        EditedShop shop = new EditedShop(instance, schedule);
        List<Long> micros = new ArrayList<>();
        long steps = 0;
        for (int i = 0; i < edits; i++) {
            for (JsonArray edit : shop.thereAndBack(random)) {
                steps = Math.max(steps, trial.steps(edit));
                long begun = PROCESSOR.getCurrentThreadCpuTime();
                trial.propose(EDITOR, edit);
                micros.add((PROCESSOR.getCurrentThreadCpuTime() - begun) / 1_000);
            }
        }
        List<Long> warm = new ArrayList<>(micros.subList(micros.size() / 2, micros.size()));
        Collections.sort(warm);
        return new Result(
                jobs, machines, warm.size(), warm.get(warm.size() / 2), warm.get(warm.size() * 95 / 100), steps);
    }

    /** Each job visits each machine once, in an order of its own. */
    private static Instance drawn(int jobs, int machines, Random random) {
        return new Instance(
                IntStream.range(0, jobs)
                        .mapToObj(job -> {
                            List<Integer> order = new ArrayList<>(
                                    IntStream.range(0, machines).boxed().toList());
                            Collections.shuffle(order, random);
                            return order.stream()
                                    .map(machine -> new Instance.Step(machine, 1 + random.nextInt(LONGEST)))
                                    .toList();
                        })
                        .toList(),
                machines);
    }

    /** Nobody is invited, and who edits may change one operation and what comes before and after it. */
    private static JsonObject edited(JsonObject blueprint) {
        JsonObject workers = ShopState.object(blueprint, "workers");
        JsonObject editor = ShopState.object(workers, EDITOR);
        List<Json> grants = new ArrayList<>(ShopState.array(editor, "write").items());
        for (String place : List.of("/schedule/*/times/*", "/schedule/*/order/*")) {
            grants.add(
                    JsonObject.of("op", JsonArray.ofStrings(List.of("replace"))).with("path", Json.of(place)));
        }
        JsonObject free = editor.with("unsolicited", Json.of(true)).with("write", JsonArray.copyOf(grants));
        JsonObject planner = ShopState.object(workers, "planner").with("unsolicited", Json.of(true));
        return blueprint
                .with("workers", workers.with(EDITOR, free).with("planner", planner))
                .with("rules", JsonArray.EMPTY)
                .with("circuit", JsonObject.of("repeatedState", OFTEN)); // whoever edits to and fro is meant to
    }

    private long steps(JsonArray patch) {
        Work work = Work.unbounded();
        try {
            PatchResult applied = PatchApplier.apply(board.state(), Patch.parse(patch, Limits.DEFAULT.patch()));
            InvariantCheck.ofChange(board, ((PatchResult.Applied) applied).revision(), work);
            return work.done();
        } catch (PatchSyntaxException e) {
            throw new IllegalStateException("Expected a patch, but: " + e.getMessage(), e);
        }
    }

    private void propose(String worker, JsonArray patch) {
        PatchProposal proposal = new PatchProposal(
                "p-" + count++,
                board.id(),
                worker,
                Optional.empty(),
                patch,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        long version = board.version();
        List<LogEntry> entries = decide(new Input.Proposed(proposal, proposal.toJson()));
        if (board.version() == version) {
            throw new IllegalStateException("Expected an edit that is committed, but: "
                    + entries.stream().map(LogEntry::toJson).toList());
        }
    }

    private List<LogEntry> decide(Input input) {
        var decision = decider.decide(board, input, history, Instant.EPOCH.plusSeconds(count));
        decision.entries().forEach(history::remember);
        board = decision.board();
        return decision.entries();
    }
}
