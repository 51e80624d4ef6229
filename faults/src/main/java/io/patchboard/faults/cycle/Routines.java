package io.patchboard.faults.cycle;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Honest work that looks like a loop from afar, and comes to its end. */
final class Routines {

    private static final List<Function<Dice, Play>> KINDS = List.of(
            Routines::roundRobin,
            Routines::reviewRounds,
            Routines::checkers,
            Routines::queue,
            Routines::secondThoughts,
            Routines::lock,
            Routines::heartbeat);

    private Routines() {}

    static Play draw(Dice dice) {
        return dice.pick(KINDS).apply(dice);
    }

    /** Speakers take turns, each says something new, for some rounds. */
    private static Play roundRobin(Dice dice) {
        int speakers = dice.between(2, 6);
        int most = speakers * dice.between(2, 7);
        Blueprints blueprint = new Blueprints()
                .with("turn", Trees.value(0))
                .with("minutes", Trees.array())
                .onCreated("begin", "w0");
        for (int i = 0; i < speakers; i++) {
            blueprint
                    .worker("w" + i, "replace /turn", "add /minutes/-")
                    .on("replace", "/turn", "state.turn == " + i + " && size(state.minutes) < " + most, "w" + i);
        }
        blueprint.completeWhen("size(state.minutes) == " + most);
        return new Play(
                "round robin",
                blueprint.build("round-robin"),
                List.of(),
                (worker, state, path, step) -> Trees.array(
                        Trees.op(
                                "add",
                                "/minutes/-",
                                worker + " says sentence "
                                        + state.get("minutes").size() + "."),
                        Trees.op(
                                "replace",
                                "/turn",
                                Trees.value((state.get("turn").asInt() + 1) % speakers))));
    }

    /** Draft, review, draft again, with another text each time. */
    private static Play reviewRounds(Dice dice) {
        int rounds = dice.between(1, 8);
        Blueprints blueprint = new Blueprints()
                .with("status", Trees.value("planned"))
                .with("text", Trees.value(""))
                .with("remarks", Trees.array())
                .onCreated("begin", "author")
                .worker("author", "replace /text", "replace /status")
                .worker("reviewer", "add /remarks/-", "replace /status")
                .on("replace", "/status", "item == 'review'", "reviewer")
                .on("replace", "/status", "item == 'draft'", "author")
                .completeWhen("state.status == 'final'");
        return new Play("review rounds", blueprint.build("review-rounds"), List.of(), (worker, state, path, step) -> {
            int round = state.get("remarks").size();
            if (worker.equals("author")) {
                return Trees.array(
                        Trees.op("replace", "/text", "Version " + round + ", with " + round * 3 + " more lines."),
                        Trees.op("replace", "/status", "review"));
            }
            return round == rounds
                    ? Trees.array(Trees.op("replace", "/status", "final"))
                    : Trees.array(
                            Trees.op("add", "/remarks/-", "Remark " + round + " on page " + (round + 2) + "."),
                            Trees.op("replace", "/status", "draft"));
        });
    }

    /** Many are asked whether they object, and most have nothing to say. */
    private static Play checkers(Dice dice) {
        int items = dice.between(5, 60);
        int rare = dice.between(3, 30);
        Blueprints blueprint = new Blueprints()
                .with("items", Blueprints.texts(lines("item", items)))
                .with("objections", Trees.array())
                .with("summary", Trees.value(""))
                .worker("checker", "add /objections/-")
                .worker("writer", "replace /summary")
                .on("add", "/items/*", "", "checker")
                .onQuiet("sum-up", "", "writer")
                .completeWhen("state.summary != ''");
        return new Play("fan-out of checkers", blueprint.build("checkers"), List.of(), (worker, state, path, step) -> {
            if (worker.equals("writer")) {
                return Trees.array(
                        Trees.op("replace", "/summary", state.get("objections").size() + " objections"));
            }
            boolean objects = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1)) % rare == 1;
            return objects ? Trees.array(Trees.op("add", "/objections/-", "I object to " + path + ".")) : Trees.array();
        });
    }

    /** One worker goes through a queue, and wakes itself for the next. */
    private static Play queue(Dice dice) {
        int jobs = dice.between(5, 60);
        Blueprints blueprint = new Blueprints()
                .with("cursor", Trees.value(0))
                .with("jobs", Blueprints.texts(lines("job", jobs)))
                .with("done", Trees.object())
                .with("busy", Trees.value("no"))
                .onCreated("begin", "worker")
                .worker("worker", "replace /cursor", "add /done/*", "replace /busy")
                .on("replace", "/cursor", "state.cursor < " + jobs, "worker")
                .completeWhen("state.cursor == " + jobs);
        return new Play("queue", blueprint.build("queue"), List.of(), (worker, state, path, step) -> {
            int cursor = state.get("cursor").asInt();
            return Trees.array(
                    Trees.op("add", "/done/j" + cursor, "ok"), Trees.op("replace", "/cursor", Trees.value(cursor + 1)));
        });
    }

    /** A decision is taken, taken back once, and taken again. */
    private static Play secondThoughts(Dice dice) {
        int items = dice.between(1, 6);
        boolean undecided = dice.chance(0.6);
        Blueprints blueprint = new Blueprints()
                .with("items", Blueprints.texts(lines("request", items)))
                .with("verdicts", Trees.object());
        blueprint.worker("clerk", "add /verdicts/*").on("add", "/items/*", "", "clerk");
        blueprint.worker("auditor", "replace /verdicts/*", "add /verdicts/*").on("add", "/verdicts/*", "", "auditor");
        blueprint.on("replace", "/verdicts/*", "item == 'reopened'", "clerk");
        blueprint.completeWhen(
                "size(state.verdicts) == " + items + " && state.verdicts.all(v, state.verdicts[v] == 'final')");
        return new Play(
                "second thoughts", blueprint.build("second-thoughts"), List.of(), (worker, state, path, step) -> {
                    String verdict = "/verdicts/v" + path.replaceAll("[^0-9]", "");
                    String now = Pointers.at(state, verdict).asText();
                    if (worker.equals("clerk")) {
                        return Trees.array(Trees.op("add", verdict, now.equals("reopened") ? "final" : "granted"));
                    }
                    boolean reopen = undecided && now.equals("granted");
                    return Trees.array(Trees.op("replace", verdict, reopen ? "reopened" : "final"));
                });
    }

    /** A lock is taken and given back around each piece of work. */
    private static Play lock(Dice dice) {
        int pieces = dice.between(3, 25);
        Blueprints blueprint = new Blueprints()
                .with("lock", Trees.value("free"))
                .with("pieces", Trees.array())
                .onCreated("begin", "holder")
                .worker("holder", "replace /lock")
                .worker("maker", "replace /lock", "add /pieces/-")
                .on("replace", "/lock", "item == 'held'", "maker")
                .on("replace", "/lock", "item == 'free' && size(state.pieces) < " + pieces, "holder")
                .completeWhen("size(state.pieces) == " + pieces);
        return new Play("lock", blueprint.build("lock"), List.of(), (worker, state, path, step) -> {
            if (worker.equals("holder")) {
                return Trees.array(Trees.op("replace", "/lock", "held"));
            }
            ArrayNode patch = Trees.array(
                    Trees.op("add", "/pieces/-", "piece " + state.get("pieces").size()));
            return patch.add(Trees.op("replace", "/lock", "free"));
        });
    }

    /** A watcher says now and then that all is well, which changes nothing, while others work. */
    private static Play heartbeat(Dice dice) {
        int jobs = dice.between(4, 30);
        Blueprints blueprint = new Blueprints()
                .with("health", Trees.value("good"))
                .with("jobs", Blueprints.texts(lines("job", jobs)))
                .with("done", Trees.object())
                .worker("maker", "add /done/*")
                .worker("pulse", true, "replace /health")
                .on("add", "/jobs/*", "", "maker")
                .completeWhen("size(state.done) == " + jobs);
        return new Play(
                "heartbeat",
                blueprint.build("heartbeat"),
                List.of("pulse"),
                (worker, state, path, step) -> worker.equals("pulse")
                        ? Trees.array(Trees.op("replace", "/health", "good"))
                        : Trees.array(Trees.op("add", "/done/j" + path.replaceAll("[^0-9]", ""), "ok")));
    }

    private static List<String> lines(String what, int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(what + " " + i);
        }
        return lines;
    }
}
