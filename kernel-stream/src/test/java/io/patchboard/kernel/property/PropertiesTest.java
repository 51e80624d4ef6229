package io.patchboard.kernel.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.property.Machine.Step;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.BoardSize;
import io.patchboard.kernel.stream.SlotFormat;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.RejectedEvent;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * See the package. For other blueprints: {@code -Dpatchboard.seed=SEED}, and {@code -Dpatchboard.runs=1} for that seed
 * alone.
 */
final class PropertiesTest {

    private static final long FIRST_SEED = Long.getLong("patchboard.seed", 1);
    private static final int RUNS = Integer.getInteger("patchboard.runs", 20);
    private static final int STEPS = 120;
    private static final Map<Long, Run> RUNS_BY_SEED = new HashMap<>();
    private static final String SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema";

    @BeforeAll
    static void printSeed() {
        System.out.printf(
                "Random blueprints: %d runs from seed %d (-Dpatchboard.runs, -Dpatchboard.seed)%n", RUNS, FIRST_SEED);
    }

    static LongStream seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + RUNS);
    }

    /** A blueprint and what happened to its board. */
    private record Run(JsonObject blueprint, List<Step> steps, Machine machine) {

        static Run of(long seed) {
            return RUNS_BY_SEED.computeIfAbsent(seed, Run::make);
        }

        private static Run make(long seed) {
            Random random = new Random(seed);
            JsonObject blueprint = RandomBlueprint.make(random);
            RandomSteps steps = new RandomSteps(random);
            Run run = new Run(blueprint, new ArrayList<>(), new Machine());
            run.take(steps.create(blueprint));
            assertThat(run.machine().board().blueprint())
                    .as("%s", run.machine().log())
                    .isPresent();
            for (int i = 0; i < STEPS; i++) {
                run.take(steps.next(run.machine().board()));
            }
            return run;
        }

        private void take(Step step) {
            steps.add(step);
            machine.take(step);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyState_satisfiesAnIndependentValidator(long seed) {
        Run run = Run.of(seed);
        JsonObject state = (JsonObject) run.blueprint().get("state").orElseThrow();
        JsonObject schema = ((JsonObject) state.get("schema").orElseThrow()).with("$schema", Json.of(SCHEMA_DIALECT));
        Validator validator = new ValidatorFactory().createValidator();
        URI id = validator.registerSchema(schema.toString());
        Machine again = new Machine();
        for (Step step : run.steps()) {
            again.take(step);
            Validator.Result result =
                    validator.validate(id, again.board().state().toString());
            assertThat(result.isValid())
                    .as("%s at version %d", again.board().state(), again.board().version())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everythingDeliveredTwice_andOutOfDate_givesTheSameLog(long seed) {
        Run run = Run.of(seed);
        Random random = new Random(seed);
        Machine again = new Machine();
        List<Step> past = new ArrayList<>();
        for (Step step : run.steps()) {
            again.take(step);
            if (!(step.input() instanceof Input.Tick)) {
                past.add(step);
                assertThat(again.take(step)).isEmpty();
                Step old = past.get(random.nextInt(past.size()));
                assertThat(again.take(new Step(old.input(), step.time()))).isEmpty();
            }
        }
        past.forEach(old -> assertThat(again.take(old)).isEmpty());

        assertThat(again.log()).isEqualTo(run.machine().log());
        assertThat(BoardJson.write(again.board()))
                .isEqualTo(BoardJson.write(run.machine().board()));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void orderOfRulesAndWorkers_changesNoDecision(long seed) {
        Run run = Run.of(seed);
        JsonObject shuffled = shuffled(run.blueprint(), new Random(seed));
        Machine again = new Machine();
        again.take(new RandomSteps(new Random(seed)).create(shuffled));
        run.steps().subList(1, run.steps().size()).forEach(again::take);

        assertThat(masked(again.log())).isEqualTo(masked(run.machine().log()));
    }

    private static JsonObject shuffled(JsonObject blueprint, Random random) {
        List<Map.Entry<String, Json>> workers = new ArrayList<>(
                ((JsonObject) blueprint.get("workers").orElseThrow()).members().entrySet());
        Collections.shuffle(workers, random);
        JsonObject.Builder builder = JsonObject.builder();
        workers.forEach(worker -> builder.put(worker.getKey(), worker.getValue()));
        JsonObject shuffled = blueprint.with("workers", builder.build());
        return blueprint
                .get("rules")
                .map(rules -> {
                    List<Json> items = new ArrayList<>(((JsonArray) rules).items());
                    Collections.shuffle(items, random);
                    return shuffled.with("rules", JsonArray.copyOf(items));
                })
                .orElse(shuffled);
    }

    /** What was decided, as text: entries without the blueprint and what depends on its bytes. */
    private static List<String> masked(List<LogEntry> log) {
        return log.stream()
                .map(entry -> JsonWriter.compact(entry.toJson()
                        .without("hash")
                        .without("previousHash")
                        .without("blueprint")
                        .without("blueprintHash")
                        .without("previousBlueprintHash")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void replayOfTheWrittenLog_givesTheSameBytes(long seed) {
        Machine machine = Run.of(seed).machine();
        BoardReplay replay = new BoardReplay(
                Machine.BOARD, new Applier(new Blueprints()), new Review(Limits.DEFAULT, new Blueprints()));
        for (LogEntry entry : machine.log()) {
            String written = JsonWriter.compact(entry.toJson());
            LogEntry read = LogEntry.fromJson((JsonObject) JsonReader.parse(written));
            assertThat(JsonWriter.compact(read.toJson())).isEqualTo(written);
            replay.accept(read);
        }

        assertThat(replay.differences()).isEmpty();
        assertThat(JsonWriter.compact(BoardJson.write(replay.board())))
                .isEqualTo(JsonWriter.compact(BoardJson.write(machine.board())));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void foldOfWhatTheStoreKeeps_givesTheSameBytes(long seed) {
        Machine machine = new Machine();
        Applier applier = new Applier(new Blueprints());
        Board folded = machine.board();
        for (Step step : Run.of(seed).steps()) {
            Board before = machine.board();
            List<LogEntry> entries = machine.take(step);
            if (entries.stream().map(LogEntry::event).anyMatch(BoardCreated.class::isInstance)) {
                folded = machine.board();
            } else if (!entries.isEmpty()) {
                byte[] slot = SlotFormat.write(before, entries);
                for (LogEntry entry : SlotFormat.read(folded, 0, slot).orElseThrow()) {
                    folded = applier.apply(folded, entry);
                }
            }
            assertThat(JsonWriter.compact(BoardJson.write(folded)))
                    .isEqualTo(JsonWriter.compact(BoardJson.write(machine.board())));
            assertThat(BoardSize.of(folded).storedAtMost()).isGreaterThanOrEqualTo(BoardJson.bytes(folded).length);
        }
    }

    /** What a board knows of its size from the boards before it is what is counted when it is loaded. */
    @ParameterizedTest
    @MethodSource("seeds")
    void size_ofALoadedBoard_isThatOfTheBoardThatWasDecided(long seed) {
        Machine machine = new Machine();
        for (Step step : Run.of(seed).steps()) {
            machine.take(step);
            Board decided = machine.board();
            Board loaded = BoardJson.read(
                    (JsonObject) JsonReader.parse(JsonWriter.compact(BoardJson.write(decided))),
                    hash -> decided.rules());
            assertThat(BoardSize.of(loaded).heap())
                    .isEqualTo(BoardSize.of(decided).heap());
            assertThat(BoardSize.of(loaded).storedAtMost())
                    .isEqualTo(BoardSize.of(decided).storedAtMost());
        }
    }

    /** Where nobody does anything any more, whatever is due leads to something that is due later, or to rest. */
    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsDue_doesNotStayDue(long seed) {
        Machine machine = new Machine();
        Run.of(seed).steps().forEach(machine::take);
        Instant now = machine.board().time();
        int inARow = 0;
        for (int i = 0; i < 300 && machine.board().nextDue().isPresent(); i++) {
            Instant due = machine.board().nextDue().get();
            inARow = due.isAfter(now) ? 0 : inARow + 1;
            assertThat(inARow).as("looks in a row at the board of %s", now).isLessThan(20);
            now = due.isAfter(now) ? due : now;
            machine.take(new Step(new Input.Tick(), now));
        }
    }

    /** What holds for boards to which nothing happens says nothing. The seeds are fixed, as is what they lead to. */
    @Test
    void runs_areVaried() {
        Map<String, Integer> seen = new TreeMap<>();
        LongStream.range(0, 60).forEach(seed -> {
            for (LogEntry entry : Run.of(seed).machine().log()) {
                seen.merge(
                        entry.event() instanceof RejectedEvent rejected
                                ? rejected.stage().name()
                                : entry.type(),
                        1,
                        Integer::sum);
            }
        });
        System.out.println("Random blueprints, entries: " + seen);
        assertThat(seen)
                .containsKeys(
                        "PatchCommitted",
                        "WorkerInvoked",
                        "BoardCompleted",
                        "BoardHalted",
                        "BoardPaused",
                        "BoardResumed",
                        "NeedsPerson",
                        "PatchHeld",
                        "APPROVAL",
                        "Decided",
                        "ADMISSION",
                        "SYNTAX",
                        "AUTHORIZATION",
                        "APPLICATION",
                        "PRECONDITION",
                        "SCHEMA",
                        "INVARIANT",
                        "TIMEOUT",
                        "WORKER");
        assertThat(seen.get("PatchCommitted")).isGreaterThan(200);
    }
}
