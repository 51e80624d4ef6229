package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.blueprint.Invariant;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An invariant about items is asked about those that a patch changed, and comes to what asking about all would come to.
 */
class TouchedItemsTest {

    private static String blueprint(String invariant) {
        return """
                apiVersion: patchboard/v1
                name: items
                workers: {w: {privileged: true, unsolicited: true, write: [{op: [add, remove, replace, move, copy], path: '/**'}]}}
                invariants: [%s]
                state: {schema: true, initial: {xs: [{n: 5}, {n: 1}], ys: {}, v: 0}}
                """.formatted(invariant);
    }

    private static Scenario board(String invariant) {
        return new Scenario(blueprint(invariant)).created();
    }

    private static Invariant compiled(String invariant) {
        return board(invariant).board().rules().invariants().get(0);
    }

    private static Revision revision(Json state, Operation... operations) {
        Patch patch = new Patch(List.of(operations));
        return ((PatchResult.Applied) PatchApplier.apply(state, patch, ApplyLimits.DEFAULT)).revision();
    }

    private static JsonPointer at(String pointer) {
        return JsonPointer.parse(pointer);
    }

    private static Json items(int count) {
        List<Json> items = IntStream.range(0, count)
                .<Json>mapToObj(i -> JsonObject.of("n", Json.of(i)))
                .toList();
        return JsonObject.of("xs", JsonArray.copyOf(items));
    }

    private static List<JsonPointer> places(Invariant invariant, Revision revision) {
        return invariant.places(revision, place -> {});
    }

    @Test
    void places_oneChangeAmongAThousandItems_isOne() {
        Invariant invariant = compiled("{name: i, path: '/xs/*', rule: 'self.n >= 0'}");
        Json state = items(1_000);

        assertThat(places(invariant, revision(state, new Operation.Replace(at("/xs/70/n"), Json.of(3)))))
                .containsExactly(at("/xs/70"));
        assertThat(places(invariant, revision(state, new Operation.Remove(at("/xs/0")))))
                .isEmpty();
        assertThat(places(invariant, revision(state, new Operation.Add(at("/xs/0"), Json.of(1)))))
                .containsExactly(at("/xs/0"));
        assertThat(places(
                        invariant,
                        revision(
                                state,
                                new Operation.Replace(
                                        at("/xs"),
                                        at("/xs").resolve(items(1_001)).orElseThrow()))))
                .containsExactly(at("/xs/1000"));
    }

    @Test
    void places_ofAConditionOnThePlace_areThoseThatChangedOrMoved() {
        Invariant invariant = compiled("{name: i, path: '/xs/*', rule: \"path != '/xs/9' + string(self.n)\"}");
        Json state = items(1_000);

        assertThat(places(invariant, revision(state, new Operation.Replace(at("/xs/70/n"), Json.of(3)))))
                .containsExactly(at("/xs/70"));
        assertThat(places(invariant, revision(state, new Operation.Remove(at("/xs/997")))))
                .containsExactly(at("/xs/997"), at("/xs/998"));
        assertThat(places(invariant, revision(state, new Operation.Add(at("/v"), Json.of(3)))))
                .isEmpty();
    }

    @Test
    void places_ofAConditionOnTheState_areAll() {
        Revision elsewhere = revision(items(1_000), new Operation.Add(at("/v"), Json.of(3)));

        assertThat(compiled("{name: i, path: '/xs/*', rule: 'self.n >= 0 && has(state.xs)'}")
                        .places(elsewhere, place -> {}))
                .hasSize(1_000);
        assertThat(compiled("{name: i, path: '/xs/*', rule: 'oldState == state || self.n >= 0'}")
                        .places(elsewhere, place -> {}))
                .hasSize(1_000);
        assertThat(compiled("{name: i, rule: 'self.xs.all(state, state.n >= 0)'}")
                        .places(elsewhere, place -> {}))
                .containsExactly(JsonPointer.ROOT);
        assertThat(compiled("{name: i, path: '/xs/*', rule: '[self].all(state, state.n >= 0)'}")
                        .places(elsewhere, place -> {}))
                .isEmpty();
    }

    /** A search is charged by the product of the lengths: each item takes a good part of what one decision may. */
    @Test
    void costLimit_isThatOfTheItemsThatChanged() {
        Scenario board = board("{name: slow, path: '/xs/*', rule: '!has(self.t) || self.t.indexOf(self.t) == 0'}");
        String text = "x".repeat(3_900);
        for (int i = 0; i < 25; i++) {
            assertThat(first(board, "[{op: add, path: /xs/-, value: {n: 1, t: " + text + "}}]")
                            .event())
                    .isInstanceOf(PatchCommitted.class);
        }
        String others = Collections.nCopies(27, "{n: 2, t: " + text + "}").toString();
        PatchRejected rejected = Scenario.only(
                board.propose("w", "[{op: replace, path: /xs, value: " + others + "}]"), PatchRejected.class);
        assertThat(rejected.rejection().code()).isEqualTo("cost");
    }

    @Test
    void violation_isNamedAtTheFirstItemThatBreaksIt() {
        Scenario board = board("{name: i, path: '/xs/*', rule: 'self.n >= 0'}");
        PatchRejected rejected = Scenario.only(
                board.propose(
                        "w",
                        "[{op: replace, path: /xs/1/n, value: -1}, {op: replace, path: /xs/0/n, value: -2},"
                                + " {op: add, path: /xs/0, value: {n: 1}}]"),
                PatchRejected.class);

        assertThat(rejected.rejection().stage()).isEqualTo(Stage.INVARIANT);
        assertThat(rejected.rejection().pointer()).isEqualTo("/xs/1");
    }

    @Test
    void comparison_ofItems_isMadeWhereOneChanged() {
        Scenario board = board("{name: counts, path: '/xs/*', rule: self.n == oldSelf.n + 1}");

        assertThat(first(board, "[{op: replace, path: /xs/0/n, value: 6}]").event())
                .isInstanceOf(PatchCommitted.class);
        assertThat(first(board, "[{op: replace, path: /v, value: 6}]").event()).isInstanceOf(PatchCommitted.class);
        assertThat(first(board, "[{op: remove, path: /xs/0}]").event()).isInstanceOf(PatchCommitted.class);
        assertThat(first(board, "[{op: replace, path: /xs/0/n, value: 3}]").event())
                .isInstanceOf(PatchRejected.class);
    }

    @Test
    void comparison_ofOnePlace_isMadeWithEachCommit() {
        Scenario board = board("{name: counts, path: /v, rule: self == oldSelf + 1}");

        assertThat(first(board, "[{op: replace, path: /v, value: 1}]").event()).isInstanceOf(PatchCommitted.class);
        assertThat(first(board, "[{op: replace, path: /xs/0/n, value: 6}]").event())
                .isInstanceOf(PatchRejected.class);
    }

    private static LogEntry first(Scenario board, String patch) {
        return board.propose("w", patch).get(0);
    }

    /** The same found by asking about all places of the state after. */
    private static boolean holdsEverywhere(Invariant invariant, Json state) {
        return invariant.places(state, place -> {}).stream()
                .allMatch(place -> invariant
                        .evaluate(place, state, Degraded.NOWHERE, new CelAllowance())
                        .map(CelOutcome::isTrue)
                        .orElse(true));
    }

    @Test
    void verdict_ofRandomPatches_isThatOfALookAtAllItems() {
        judgesAsIfAllWereAsked("type(self) != map || !has(self.n) || type(self.n) != int || self.n < 7");
    }

    @Test
    void verdict_onPlacesOfItems_isThatOfALookAtAllItems() {
        judgesAsIfAllWereAsked(
                "type(self) != map || !has(self.n) || type(self.n) != int || !path.endsWith(string((self.n + 2) % 3))");
    }

    private static void judgesAsIfAllWereAsked(String rule) {
        long seed = Long.getLong("patchboard.seed", 1);
        Random random = new Random(seed);
        int committed = 0;
        int rejected = 0;
        for (String path : List.of("/xs/*", "/xs/0", "/ys/*", "/*/*", "/**", "/ys/**", "/ys")) {
            Scenario board = board("{name: i, path: '" + path + "', rule: \"" + rule + "\"}");
            Invariant invariant = board.board().rules().invariants().get(0);
            for (int run = 0; run < 500; run++) {
                String patch = patch(random);
                Json before = board.board().state();
                LogEntry entry = first(board, patch);
                if (entry.event() instanceof PatchCommitted) {
                    assertThat(holdsEverywhere(invariant, board.board().state()))
                            .as("seed %d: %s in %s, by %s", seed, path, before, patch)
                            .isTrue();
                    committed++;
                } else if (((PatchRejected) entry.event()).rejection().stage() == Stage.INVARIANT) {
                    Optional<Json> after = after(before, ((PatchRejected) entry.event()));
                    assertThat(holdsEverywhere(invariant, after.orElseThrow()))
                            .as("seed %d: %s in %s, by %s", seed, path, before, patch)
                            .isFalse();
                    rejected++;
                }
            }
        }
        assertThat(committed).isGreaterThan(500);
        assertThat(rejected).isGreaterThan(100);
    }

    private static Optional<Json> after(Json before, PatchRejected rejected) {
        try {
            Json patch = at("/patch").resolve(rejected.proposal().orElseThrow()).orElseThrow();
            Patch parsed = Patch.parse(patch, Limits.DEFAULT.patch());
            return Optional.of(((PatchResult.Applied) PatchApplier.apply(before, parsed)).document());
        } catch (PatchSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static String patch(Random random) {
        return Stream.generate(() -> operation(random))
                .limit(1 + random.nextInt(3))
                .toList()
                .toString();
    }

    private static String operation(Random random) {
        String value = List.of("{n: 3}", "{n: 6}", "{n: 8}", "{a: {n: 2}}", "{a: {n: 9}}", "[{n: 1}]", "4")
                .get(random.nextInt(7));
        String place = place(random);
        return switch (random.nextInt(9)) {
            case 0, 1 -> "{op: remove, path: " + place + "}";
            case 2, 3, 4 -> "{op: add, path: " + place + ", value: " + value + "}";
            case 5 -> "{op: replace, path: " + place + "/n, value: " + random.nextInt(9) + "}";
            case 6 -> "{op: copy, from: " + place + ", path: " + place(random) + "}";
            case 7 -> "{op: move, from: " + place + ", path: " + place(random) + "}";
            default -> "{op: replace, path: /xs, value: [" + value + ", {n: 1}]}";
        };
    }

    private static String place(Random random) {
        return List.of("/xs/0", "/xs/1", "/xs/2", "/ys/a", "/ys/b", "/ys/a/a", "/zs")
                .get(random.nextInt(7));
    }
}
