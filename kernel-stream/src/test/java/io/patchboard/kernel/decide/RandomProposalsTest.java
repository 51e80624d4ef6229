package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is proposed, the state is valid, replay agrees, and a second delivery changes nothing. */
class RandomProposalsTest {

    private static final String SCHEMA = """
            {"type": "object", "additionalProperties": false, "required": ["items", "total"],
             "properties": {
               "items": {"type": "array", "maxItems": 8, "items": {"type": "object", "required": ["n"],
                         "additionalProperties": false,
                         "properties": {"n": {"type": "integer", "minimum": 0, "maximum": 20},
                                        "tag": {"enum": ["a", "b"]}}}},
               "total": {"type": "integer"},
               "box": {"type": "object", "maxProperties": 3, "additionalProperties": {"type": "integer"}}}}
            """;

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: random
            state: {initial: {items: [], total: 0, box: {}}, schema: %s}
            workers:
              free: {privileged: true, unsolicited: true, read: ['/items/*', /total], write: [{op: [add, remove, replace, move, copy], path: /items/**}, {op: [add, remove, move, copy], path: /box/*}, {op: [replace], path: /total}]}
              asked: {privileged: true, read: ['/**'], write: [{op: [add, replace, remove], path: '/items/*/tag'}, {op: [replace], path: /total}]}
              idle: {read: [/total], write: [{op: [replace], path: /total}]}
            rules:
              - {name: tag, on: {op: [add, replace], path: '/items/*'}, when: '!has(item.tag)', invoke: asked}
              - {name: count, on: {path: /total}, invoke: asked}
              - {name: idle, on: {event: quiescent}, when: state.total < 5, invoke: idle}
            invariants:
              - {name: total-grows, path: /total, rule: self >= oldSelf, message: the total must not fall}
              - {name: small, path: '/items/*', rule: self.n < 15}
            policies: {default: {timeout: PT30S, retry: {maxAttempts: 2, backoff: {base: PT5S}}, outage: {patience: PT0S}}}
            budgets: {invocations: 10000}
            circuit: {invalidStreak: 100, noOpStreak: 100, sameRejection: 100, repeatedState: {times: 100}, cycle: {repeats: 20}}
            """;

    private static final Schema INDEPENDENT = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SCHEMA, InputFormat.JSON);

    private static final List<String> PATHS = List.of(
            "/items/-",
            "/items/0",
            "/items/1",
            "/items/2",
            "/items/7",
            "/items/0/n",
            "/items/1/tag",
            "/items/2/tag",
            "/items/0/tag",
            "/total",
            "/box/x",
            "/box/y",
            "/box/z",
            "/box/w",
            "/items",
            "/box",
            "",
            "/other",
            "/items/x");

    private static final List<String> VALUES = List.of(
            "{\"n\":3}",
            "{\"n\":4,\"tag\":\"a\"}",
            "{\"n\":17}",
            "{}",
            "1",
            "2",
            "7",
            "-1",
            "\"a\"",
            "\"b\"",
            "\"c\"",
            "null",
            "[]");

    private static <T> T any(List<T> items, Random random) {
        return items.get(random.nextInt(items.size()));
    }

    /** Often a patch that makes sense, so that there is something to go wrong with; otherwise anything. */
    private static String patch(Scenario board, Random random) {
        int index = random.nextInt(4);
        long total = ((JsonNumber) board.at("/total")).value().longValueExact();
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> "[{\"op\":\"add\",\"path\":\"/items/-\",\"value\":{\"n\":" + random.nextInt(14) + "}}]";
            case 3 -> "[{\"op\":\"replace\",\"path\":\"/total\",\"value\":" + (total + 1) + "}]";
            case 4 -> "[{\"op\":\"remove\",\"path\":\"/items/" + index + "\"}]";
            case 5 -> "[{\"op\":\"move\",\"from\":\"/items/" + index + "\",\"path\":\"/items/0\"}]";
            case 6, 7 -> "[{\"op\":\"add\",\"path\":\"/items/" + index + "/tag\",\"value\":\"a\"}]";
            default -> anyPatch(random);
        };
    }

    private static String anyPatch(Random random) {
        StringBuilder patch = new StringBuilder("[");
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String op =
                    any(List.of("add", "add", "add", "remove", "replace", "replace", "move", "copy", "test"), random);
            patch.append("{\"op\":\"")
                    .append(op)
                    .append("\",\"path\":\"")
                    .append(any(PATHS, random))
                    .append('"');
            switch (op) {
                case "move", "copy" ->
                    patch.append(",\"from\":\"").append(any(PATHS, random)).append('"');
                case "remove" -> {}
                default -> patch.append(",\"value\":").append(any(VALUES, random));
            }
            patch.append(i == 1 ? "}" : "},");
        }
        return patch.append(']').toString();
    }

    private static PatchProposal proposal(Scenario board, int step, Random random) {
        List<OpenInvocation> open = new ArrayList<>(board.board().open().values());
        boolean answer = !open.isEmpty() && random.nextInt(3) > 0;
        OpenInvocation invocation = answer ? any(open, random) : null;
        String worker = answer ? invocation.worker() : any(List.of("free", "free", "free", "asked"), random);
        Json patch = random.nextInt(20) == 0 ? Json.of("nonsense") : JsonReader.parse(patch(board, random));
        return new PatchProposal(
                "p-" + step,
                Scenario.BOARD,
                worker,
                Optional.ofNullable(invocation).map(OpenInvocation::id),
                patch,
                Optional.of(new Usage(random.nextInt(10), 1)),
                random.nextInt(25) == 0 ? Optional.of("no idea") : Optional.empty());
    }

    private static Set<Stage> run(long seed, int steps) {
        Random random = new Random(seed);
        Scenario board = new Scenario(Texts.json(BLUEPRINT.formatted(SCHEMA)), Limits.DEFAULT).created();
        BoardReplay replay = new BoardReplay(Scenario.BOARD, new Applier(new Blueprints()), true);
        board.log().forEach(replay::accept);
        Set<Stage> stages = EnumSet.noneOf(Stage.class);
        for (int step = 0; step < steps; step++) {
            String where = "seed " + seed + ", step " + step;
            List<LogEntry> entries;
            switch (random.nextInt(12)) {
                case 0 -> entries = board.tick(Duration.ofSeconds(random.nextInt(60)));
                case 1 -> entries = random.nextInt(5) == 0 ? board.pause() : List.of();
                case 2 -> entries = board.board().pausedAt().isPresent() ? board.resume() : List.of();
                default -> {
                    PatchProposal proposal = proposal(board, step, random);
                    entries = board.propose(proposal);
                    Board once = board.board();
                    assertThat(board.propose(proposal)).as(where).isEmpty();
                    assertThat(board.board()).as(where).isSameAs(once);
                    assertThat(entries).as(where).isNotEmpty();
                }
            }
            entries.forEach(replay::accept);
            entries.stream()
                    .map(LogEntry::event)
                    .filter(RejectedEvent.class::isInstance)
                    .forEach(entry -> stages.add(((RejectedEvent) entry).stage()));
            assertThat(INDEPENDENT.validate(board.state(), InputFormat.JSON))
                    .as(where)
                    .isEmpty();
            assertThat(replay.differences()).as(where).isEmpty();
            assertThat(BoardJson.write(replay.board())).as(where).isEqualTo(BoardJson.write(board.board()));
        }
        assertThat(board.board().phase().ended())
                .as("seed %d: %s", seed, board.log().get(board.log().size() - 1))
                .isFalse();
        assertThat(board.entries(PatchCommitted.class).size())
                .as("seed " + seed)
                .isGreaterThan(steps / 20);
        return stages;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyProposals_leaveAValidStateThatReplayAgreesWith(long seed) {
        run(seed, 150);
    }

    @Test
    void theProposals_areVariedEnoughToBeRejectedAtEveryStage() {
        assertThat(run(20260102, 600))
                .contains(
                        Stage.ADMISSION,
                        Stage.SYNTAX,
                        Stage.AUTHORIZATION,
                        Stage.APPLICATION,
                        Stage.PRECONDITION,
                        Stage.SCHEMA,
                        Stage.INVARIANT,
                        Stage.TIMEOUT,
                        Stage.WORKER);
    }
}
