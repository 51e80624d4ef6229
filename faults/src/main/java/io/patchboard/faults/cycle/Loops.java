package io.patchboard.faults.cycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Teams that get nowhere: each play would go on for ever, and its board comes back to where it was. */
final class Loops {

    /** Beside the loop, honest work of this worker: invoked for each task. */
    static final String DOER = "doer";

    /** Beside the loop, honest work of this worker: speaks unasked. */
    static final String WATCHER = "watcher";

    private static final int TASKS = 100;
    private static final List<String> WORDS = List.of("draft", "review", "approved", "blocked", "open", "closed");

    private static final List<Function<Dice, Play>> KINDS = List.of(
            Loops::ring,
            Loops::statusPingPong,
            Loops::editWar,
            Loops::addAndRemove,
            Loops::backAndForth,
            Loops::quietNoOp,
            Loops::quietTurns,
            Loops::unaskedWar,
            Loops::unaskedNoOp);

    private Loops() {}

    static Play draw(Dice dice) {
        return dice.pick(KINDS).apply(dice);
    }

    private static Blueprints beside() {
        List<String> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            tasks.add("task " + i);
        }
        return new Blueprints()
                .with("tasks", Blueprints.texts(tasks))
                .with("results", Trees.object())
                .with("notes", Trees.array());
    }

    private static Blueprints honest(Blueprints blueprint) {
        return blueprint
                .worker(DOER, "add /results/*")
                .worker(WATCHER, true, "add /notes/-")
                .on("add", "/tasks/*", "", DOER);
    }

    /** Without tasks, because a board with open invocations is never quiet. */
    private static Blueprints honestButQuiet(Blueprints blueprint) {
        return blueprint.worker(WATCHER, true, "add /notes/-");
    }

    /** What the honest workers say. */
    private static Play.Role beside(Play.Role loop) {
        return (worker, state, path, step) -> switch (worker) {
            case DOER ->
                Trees.array(
                        Trees.op("add", "/results/r" + path.substring(path.lastIndexOf('/') + 1), "result of " + path));
            case WATCHER -> Trees.array(Trees.op("add", "/notes/-", "note at " + step));
            default -> loop.patch(worker, state, path, step);
        };
    }

    private static int number(String worker) {
        return Integer.parseInt(worker.substring(1));
    }

    private static JsonNode set(String path, String value) {
        return Trees.array(Trees.op("replace", path, value));
    }

    /** Workers in a ring, each woken by the write of the one before, each toggling its own field. */
    private static Play ring(Dice dice) {
        int period = dice.between(1, 6);
        Blueprints blueprint = beside();
        for (int i = 0; i < period; i++) {
            blueprint.with("s" + i, Trees.value("on"));
        }
        honest(blueprint).onCreated("begin", "w0");
        for (int i = 0; i < period; i++) {
            blueprint.worker("w" + i, "replace /s" + i).on("replace", "/s" + i, "", "w" + (i + 1) % period);
        }
        return new Play("ring of " + period, blueprint.build("ring"), List.of(), beside((worker, state, path, step) -> {
            String field = "/s" + number(worker);
            return set(field, Pointers.at(state, field).asText().equals("on") ? "off" : "on");
        }));
    }

    /** A status handed on from worker to worker until it is what it was. */
    private static Play statusPingPong(Dice dice) {
        int period = dice.between(2, 6);
        List<String> words = WORDS.subList(0, period);
        Blueprints blueprint =
                honest(beside().with("status", Trees.value(words.get(0)))).onCreated("begin", "w0");
        for (int i = 0; i < period; i++) {
            blueprint
                    .worker("w" + i, "replace /status")
                    .on("replace", "/status", "item == '" + words.get(i) + "'", "w" + i);
        }
        return new Play(
                "status round of " + period,
                blueprint.build("status"),
                List.of(),
                beside((worker, state, path, step) -> set("/status", words.get((number(worker) + 1) % period))));
    }

    /** Writers who each restore their own wording of a text. */
    private static Play editWar(Dice dice) {
        int period = dice.between(2, 6);
        Blueprints blueprint = honest(
                        beside().with("text", Trees.value("In the beginning.")).with("author", Trees.value("nobody")))
                .onCreated("begin", "w0");
        for (int i = 0; i < period; i++) {
            blueprint
                    .worker("w" + i, "replace /text", "replace /author")
                    .on("replace", "/author", "item == 'w" + i + "'", "w" + (i + 1) % period);
        }
        return new Play(
                "edit war of " + period,
                blueprint.build("edit-war"),
                List.of(),
                beside((worker, state, path, step) -> Trees.array(
                        Trees.op("replace", "/text", "The wording of " + worker + "."),
                        Trees.op("replace", "/author", worker))));
    }

    /** One adds an item, another removes it. */
    private static Play addAndRemove(Dice dice) {
        int items = dice.between(1, 3);
        Blueprints blueprint = honest(beside().with("claims", Trees.array())).onCreated("begin", "w0");
        blueprint.worker("w0", "add /claims/-").on("add", "/claims/0", "", "w1");
        blueprint.worker("w1", "remove /claims/*").on("remove", "/claims/0", "", "w0");
        return new Play(
                "add and remove", blueprint.build("add-remove"), List.of(), beside((worker, state, path, step) -> {
                    var patch = Trees.array();
                    for (int i = 0; i < items; i++) {
                        patch.add(
                                worker.equals("w0")
                                        ? Trees.op("add", "/claims/-", "claim " + i)
                                        : Trees.op("remove", "/claims/0"));
                    }
                    return patch;
                }));
    }

    /** A thing carried through some places and back, in the manner of ALFWorld; one worker wakes itself. */
    private static Play backAndForth(Dice dice) {
        List<String> places = List.of("fridge 1", "countertop 2", "cabinet 4", "table 1", "shelf 3", "drawer 2")
                .subList(0, dice.between(2, 6));
        Blueprints blueprint = honest(beside().with("apple", Trees.value(places.get(0))))
                .onCreated("begin", "w0")
                .worker("w0", "replace /apple")
                .on("replace", "/apple", "", "w0");
        return new Play(
                "carried round " + places.size(),
                blueprint.build("carry"),
                List.of(),
                beside((worker, state, path, step) -> set(
                        "/apple", places.get((places.indexOf(state.path("apple").asText()) + 1) % places.size()))));
    }

    /** Workers who are asked when all is quiet, and have nothing to say. */
    private static Play quietNoOp(Dice dice) {
        int period = dice.between(1, 6);
        int way = dice.below(3);
        Blueprints blueprint = honestButQuiet(beside().with("status", Trees.value("done")));
        for (int i = 0; i < period; i++) {
            blueprint.worker("w" + i, "replace /status", "test /status").onQuiet("quiet-" + i, "", "w" + i);
        }
        return new Play(
                "no-op of " + period,
                blueprint.build("quiet"),
                List.of(),
                beside((worker, state, path, step) -> switch (way) {
                    case 0 -> Trees.array();
                    case 1 -> set("/status", "done");
                    default -> Trees.array(Trees.op("test", "/status", "done"));
                }));
    }

    /** Workers who take turns when all is quiet, and come round again. */
    private static Play quietTurns(Dice dice) {
        int period = dice.between(1, 6);
        int states = Math.max(2, period);
        Blueprints blueprint = honestButQuiet(beside().with("turn", Trees.value(0)));
        for (int i = 0; i < states; i++) {
            String worker = "w" + i % period;
            if (i < period) {
                blueprint.worker(worker, "replace /turn");
            }
            blueprint.onQuiet("turn-" + i, "state.turn == " + i, worker);
        }
        return new Play(
                "turns of " + period,
                blueprint.build("turns"),
                List.of(),
                beside((worker, state, path, step) -> Trees.array(Trees.op(
                        "replace", "/turn", Trees.value((state.path("turn").asInt() + 1) % states)))));
    }

    /** Workers whom nobody asked overwrite one another. */
    private static Play unaskedWar(Dice dice) {
        int period = dice.between(1, 6);
        return unasked("war", "unasked", period, (worker, state, path, step) -> {
            String mine = WORDS.get(number(worker));
            boolean there = state.path("status").asText().equals(mine);
            return set("/status", there && period == 1 ? "closed" : mine);
        });
    }

    /** Workers whom nobody asked say again what is there already. */
    private static Play unaskedNoOp(Dice dice) {
        return unasked(
                "no-op",
                "unasked-no-op",
                dice.between(1, 6),
                (worker, state, path, step) -> number(worker) % 2 == 0 ? set("/status", "open") : Trees.array());
    }

    private static Play unasked(String what, String name, int period, Play.Role role) {
        Blueprints blueprint = honest(beside().with("status", Trees.value("open")));
        List<String> volunteers = new ArrayList<>();
        for (int i = 0; i < period; i++) {
            blueprint.worker("w" + i, true, "replace /status");
            volunteers.add("w" + i);
        }
        return new Play("unasked " + what + " of " + period, blueprint.build(name), volunteers, beside(role));
    }
}
