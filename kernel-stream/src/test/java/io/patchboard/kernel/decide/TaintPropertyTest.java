package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Taint;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Teams at random, in which everybody repeats every planted word that it is shown, as a model does that obeys it. No
 * planted word gets anywhere without its taint, and nobody who reaches outside is ever shown both kinds.
 */
class TaintPropertyTest {

    private static final Pattern PLANTED = Pattern.compile("(ORDER|SECRET)-\\d+");
    private static final int PLACES = 6;
    private static final int WORKERS = 6;
    private static final int STEPS = 60;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void plantedWords_areTainted_andNeverMeetBesideAWayOut(long seed) {
        Random random = new Random(seed);
        System.out.println("TaintPropertyTest seed " + seed);
        Set<Integer> reachOutside = IntStream.range(0, WORKERS)
                .filter(worker -> random.nextInt(3) == 0)
                .boxed()
                .collect(Collectors.toSet());
        Scenario board = new Scenario(blueprint(random, reachOutside)).created();

        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(5)) {
                case 0 -> board.propose("outside", "[" + add("/p0/-", "ORDER-" + step) + "]");
                case 1 -> board.propose("customer", "[" + add("/p1/-", "SECRET-" + step) + "]");
                case 2 -> board.propose("porter", "[" + moved(board, random) + "]");
                default -> answer(board, random);
            }
            requireTaint(board);
        }

        for (WorkerInvoked invoked : board.entries(WorkerInvoked.class)) {
            Set<String> shown = kinds(invoked.view().toString());
            boolean reaches =
                    reachOutside.contains(Integer.parseInt(invoked.worker().substring(1)));
            assertThat(reaches && shown.size() == 2).as(invoked.toString()).isFalse();
        }
        assertThat(board.entries(PatchCommitted.class))
                .as("it is no idle board")
                .hasSizeGreaterThan(20);
    }

    private static String blueprint(Random random, Set<Integer> reachOutside) {
        StringBuilder workers = new StringBuilder();
        StringBuilder rules = new StringBuilder();
        for (int worker = 0; worker < WORKERS; worker++) {
            String reads = IntStream.range(0, PLACES)
                    .filter(place -> random.nextInt(3) == 0)
                    .mapToObj(place -> "'/p" + place + (random.nextBoolean() ? "/*'" : "'"))
                    .collect(Collectors.joining(", "));
            workers.append("  w").append(worker).append(": {egress: ").append(reachOutside.contains(worker));
            workers.append(", read: [").append(reads).append("], write: [{op: [add], path: /p");
            workers.append(2 + random.nextInt(PLACES - 2)).append("/-}]}\n");
            rules.append("  - {name: r").append(worker).append(", on: {op: [add], path: '/p");
            rules.append(random.nextInt(PLACES))
                    .append("/*'}, invoke: w")
                    .append(worker)
                    .append("}\n");
        }
        return """
                apiVersion: patchboard/v1
                name: planted
                state: {schema: true, initial: {p0: [], p1: [], p2: [], p3: [], p4: [], p5: []}}
                taint: {untrusted: [/p0], confidential: ['/p1/*']}
                budgets: {invocations: 5000}
                workers:
                  outside: {unsolicited: true, write: [{op: [add], path: /p0/-}]}
                  customer: {unsolicited: true, write: [{op: [add], path: /p1/-}]}
                  porter: {unsolicited: true, privileged: true, write: [{op: [move, copy], path: '/*/*'}]}
                """ + workers + "rules:\n" + rules;
    }

    private static String add(String path, String text) {
        return "{op: add, path: " + path + ", value: " + text + "}";
    }

    /** An item from one place to the beginning of another; nothing where there is none. */
    private static String moved(Scenario board, Random random) {
        String from = "/p" + random.nextInt(PLACES) + "/0";
        String to = "/p" + random.nextInt(PLACES) + "/0";
        String op = random.nextBoolean() ? "move" : "copy";
        boolean isThere = JsonPointer.parse(from).resolve(board.board().state()).isPresent();
        return isThere ? "{op: " + op + ", from: " + from + ", path: " + to + "}" : "";
    }

    /** Somebody who was invited repeats what it was shown. */
    private static void answer(Scenario board, Random random) {
        List<WorkerInvoked> open = board.entries(WorkerInvoked.class).stream()
                .filter(invoked -> board.open(invoked).isPresent())
                .toList();
        if (open.isEmpty()) {
            return;
        }
        WorkerInvoked asked = open.get(random.nextInt(open.size()));
        JsonObject grant = (JsonObject) ((JsonArray) asked.writes()).get(0);
        String path = ((JsonString) grant.get("path").orElseThrow()).value();
        String words = String.join(" ", planted(asked.view().toString()));
        board.answer(asked, "[" + add(path, "'" + words + "'") + "]");
    }

    private static Set<String> planted(String text) {
        Set<String> found = new TreeSet<>();
        Matcher word = PLANTED.matcher(text);
        while (word.find()) {
            found.add(word.group());
        }
        return found;
    }

    private static Set<String> kinds(String text) {
        return planted(text).stream()
                .map(word -> word.substring(0, word.indexOf('-')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void requireTaint(Scenario board) {
        List<JsonPointer> places =
                new ArrayList<>(PathPattern.parse("/*/*").expand(board.board().state()));
        for (JsonPointer place : places) {
            Json value = place.resolve(board.board().state()).orElseThrow();
            Set<Taint> taint = Taint.union(
                    board.board().present().origins().taint(place),
                    board.board().rules().taint().at(place));
            Set<String> words = kinds(value.toString());
            assertThat(!words.contains("ORDER") || taint.contains(Taint.UNTRUSTED))
                    .as(place + " " + value + " " + taint)
                    .isTrue();
            assertThat(!words.contains("SECRET") || taint.contains(Taint.CONFIDENTIAL))
                    .as(place + " " + value + " " + taint)
                    .isTrue();
        }
    }
}
