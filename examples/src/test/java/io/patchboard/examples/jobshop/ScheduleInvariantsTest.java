package io.patchboard.examples.jobshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Event;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The invariants are asked of what a patch changed, and come to what a look at the whole schedule comes to: whoever may
 * write anything anywhere gets no impossible schedule onto the board, and is refused no possible one; but who moves
 * things to where others were may be, since what was there before is then compared with what was elsewhere.
 */
class ScheduleInvariantsTest {

    private static final int PATCHES = 1_500;

    private final Decider decider =
            new Decider(Limits.DEFAULT, new Blueprints(), new InvocationIds(new byte[16]), queue -> true);
    private final SeenIds history = new SeenIds();
    private Board board = Board.absent("shop");
    private int count;

    @Test
    void verdicts_areThoseOfALookAtTheWholeSchedule() throws Exception {
        long seed = Long.getLong("patchboard.seed", 1);
        Random random = new Random(seed);
        Shopfloor shop = new Shopfloor(4, 3, random);
        assertThat(create(shop.input())).isInstanceOf(BoardCreated.class);
        int committed = 0;
        int rejected = 0;
        for (int i = 0; i < PATCHES; i++) {
            JsonObject before = (JsonObject) board.state();
            List<Operation> patch = patch(shop, before, random);
            Optional<JsonObject> after = applied(before, patch);
            Event outcome = propose(patch);
            if (outcome instanceof PatchCommitted) {
                assertThat(shop.isPossible((JsonObject) board.state()))
                        .as("seed %d, patch %d: %s of %s", seed, i, patch, before)
                        .isTrue();
                committed++;
            } else if (((PatchRejected) outcome).rejection().stage() == Stage.INVARIANT
                    && patch.stream().noneMatch(Operation.Move.class::isInstance)) {
                assertThat(shop.isPossible(after.orElseThrow()))
                        .as("seed %d, patch %d: %s of %s: %s", seed, i, patch, before, outcome)
                        .isFalse();
                rejected++;
            }
        }
        assertThat(committed).isGreaterThan(PATCHES / 10);
        assertThat(rejected).isGreaterThan(PATCHES / 3);
    }

    /** What began before now stays where it is; if now could go back, it would not have begun. */
    @Test
    void time_doesNotGoBack_norDoesWhatIsGoingToGoWrong() throws Exception {
        JsonObject input = new Shopfloor(2, 2, new Random(1)).input();
        String breakdown = "{\"kind\": \"breakdown\", \"machine\": \"M1\", \"at\": %d, \"units\": 1}";
        String later = String.format(breakdown, 10);
        String sooner = String.format(breakdown, 5);

        assertThat(create(input.with("upcoming", JsonReader.parse("[" + later + ", " + sooner + "]"))))
                .isInstanceOfSatisfying(
                        CommandRejected.class,
                        rejected -> assertThat(rejected.rejection().message()).contains("order of time"));
        assertThat(create(input.with("upcoming", JsonReader.parse("[" + sooner + ", " + later + ", " + later + "]"))))
                .isInstanceOf(BoardCreated.class);
        assertThat(propose(now(10))).isInstanceOf(PatchCommitted.class);
        assertThat(propose(now(5)))
                .isInstanceOfSatisfying(
                        PatchRejected.class,
                        rejected -> assertThat(rejected.rejection().stage()).isEqualTo(Stage.INVARIANT));
    }

    private static List<Operation> now(int time) {
        return List.of(new Operation.Replace(at("/now"), Json.of(time)));
    }

    private Event create(JsonObject input) throws Exception {
        CreateBoard command = new CreateBoard("create-" + count++, "shop", blueprint(), input);
        return decide(new Input.Commanded(command, Json.nul()));
    }

    private static JsonObject blueprint() throws Exception {
        JsonObject blueprint = (JsonObject) JobShop.blueprint();
        Json cheat = JsonReader.parse("""
                {"privileged": true, "unsolicited": true,
                 "write": [{"op": ["add", "remove", "replace", "move", "copy"], "path": "/**"}]}""");
        JsonObject workers = (JsonObject) blueprint.get("workers").orElseThrow();
        return blueprint
                .with("workers", workers.with("cheat", cheat))
                .with("rules", JsonArray.EMPTY)
                .with(
                        "circuit",
                        JsonReader.parse("{\"noOpStreak\": 100, \"repeatedState\": {\"window\": 1, \"times\": 100}}"));
    }

    private List<Operation> patch(Shopfloor shop, JsonObject before, Random random) {
        JsonObject planned = shop.schedule(random);
        List<Operation> patch = new ArrayList<>();
        if (((JsonObject) before.get("schedule").orElseThrow()).isEmpty() || random.nextInt(10) == 0) {
            planned.members().forEach((name, value) -> patch.add(new Operation.Replace(at("/" + name), value)));
        } else {
            difference(JsonPointer.ROOT, planned, before, patch);
            Collections.shuffle(patch, random);
            if (random.nextInt(4) == 0) { // one machine alone
                String machine = "/schedule/M" + (1 + random.nextInt(3)) + "/";
                patch.removeIf(each -> !each.path().toString().startsWith(machine));
            }
        }
        for (int wrong = random.nextInt(4); wrong > 0; wrong--) {
            spoil(patch, before, random);
        }
        return patch;
    }

    /** The smallest objects that are others. */
    private static void difference(JsonPointer at, JsonObject planned, JsonObject before, List<Operation> patch) {
        planned.members().forEach((name, value) -> {
            Json was = before.get(name).orElseThrow();
            if (value instanceof JsonObject inside && !inside.has("job")) {
                difference(at.child(name), inside, (JsonObject) was, patch);
            } else if (!value.equals(was)) {
                patch.add(new Operation.Replace(at.child(name), value));
            }
        });
    }

    private static void spoil(List<Operation> patch, JsonObject before, Random random) {
        int at = random.nextInt(patch.size() + 1);
        JsonPointer place = place(random);
        switch (random.nextInt(9)) {
            case 0, 1 -> {
                if (at < patch.size()) {
                    patch.remove(at);
                }
            }
            case 2 -> patch.add(at, new Operation.Remove(place));
            case 3 -> patch.add(at, new Operation.Copy(place(random), place));
            case 4 -> patch.add(at, new Operation.Move(place(random), place));
            case 5 ->
                place.resolve(before).ifPresent(value -> {
                    patch.add(at, new Operation.Remove(place));
                    patch.add(at + 1, new Operation.Add(place, value));
                });
            case 6 ->
                machine(place).resolve(before).ifPresent(value -> {
                    if (value instanceof JsonObject machine) {
                        JsonObject emptied = machine.with("order", JsonObject.EMPTY);
                        patch.add(at, new Operation.Replace(machine(place), emptied));
                        patch.add(at + 1, new Operation.Replace(machine(place), value));
                    }
                });
            default -> {
                Optional<Json> value = at < patch.size() ? value(patch.get(at)) : place.resolve(before);
                JsonPointer there = at < patch.size() ? patch.get(at).path() : place;
                if (value.isPresent()) {
                    patch.add(
                            Math.min(at + 1, patch.size()), new Operation.Replace(there, changed(value.get(), random)));
                }
            }
        }
    }

    private static Optional<Json> value(Operation operation) {
        return operation instanceof Operation.Replace replace ? Optional.of(replace.value()) : Optional.empty();
    }

    private static Json changed(Json value, Random random) {
        if (value instanceof JsonNumber number) {
            return Json.of(number.value().intValue() + (random.nextBoolean() ? 1 : -1));
        }
        if (!(value instanceof JsonObject object) || object.isEmpty()) {
            return value instanceof JsonString ? Json.of(random.nextInt(4) == 0 ? "" : job(random)) : value;
        }
        List<String> names = List.copyOf(object.names());
        String name = names.get(random.nextInt(names.size()));
        JsonObject other = object.with(name, changed(object.get(name).orElseThrow(), random));
        boolean both = random.nextBoolean() && name.equals("start");
        return both
                ? other.with("end", Json.of(number(other, "start") + number(object, "end") - number(object, "start")))
                : other;
    }

    private static long number(JsonObject of, String name) {
        return ((JsonNumber) of.get(name).orElseThrow()).value().longValue();
    }

    private static String job(Random random) {
        return "J" + (1 + random.nextInt(5)); // one more than there are
    }

    private static JsonPointer place(Random random) {
        String machine = "/schedule/M" + (1 + random.nextInt(3));
        return switch (random.nextInt(8)) {
            case 0 -> at("/makespan");
            case 1 -> at(machine);
            case 2 -> at(machine + "/order/");
            case 3, 4 -> at(machine + "/order/" + job(random));
            default -> at(machine + "/times/" + job(random));
        };
    }

    private static JsonPointer machine(JsonPointer place) {
        return new JsonPointer(
                place.tokens().subList(0, Math.min(2, place.tokens().size())));
    }

    private static JsonPointer at(String pointer) {
        return JsonPointer.parse(pointer);
    }

    private static Optional<JsonObject> applied(Json before, List<Operation> patch) {
        return PatchApplier.apply(before, new Patch(patch)) instanceof PatchResult.Applied applied
                ? Optional.of((JsonObject) applied.document())
                : Optional.empty();
    }

    private Event propose(List<Operation> patch) {
        PatchProposal proposal = new PatchProposal(
                "p-" + count++,
                "shop",
                "cheat",
                Optional.empty(),
                new Patch(patch).toJson(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return decide(new Input.Proposed(proposal, proposal.toJson()));
    }

    private Event decide(Input input) {
        var decision = decider.decide(board, input, history, Instant.EPOCH.plusSeconds(count));
        Event outcome = decision.entries().getFirst().event();
        // What is refused leaves no trace, or its circuit would soon trip.
        if (outcome instanceof PatchCommitted || outcome instanceof BoardCreated) {
            decision.entries().forEach(history::remember);
            board = decision.board();
        }
        return outcome;
    }
}
