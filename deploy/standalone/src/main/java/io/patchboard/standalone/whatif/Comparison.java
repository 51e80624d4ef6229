package io.patchboard.standalone.whatif;

import io.patchboard.client.board.Clauses;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.replay.whatif.Flip;
import io.patchboard.kernel.replay.whatif.Invited;
import io.patchboard.kernel.replay.whatif.Outlook;
import io.patchboard.kernel.replay.whatif.WhatIf;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What would have been other on many boards, added up. Not for several threads. */
public final class Comparison {

    /** Of each clause, the first so many entries are told. */
    private static final int MOST_TOLD = 3;

    private final WhatIf.Mode mode;
    private final Clauses now;
    private final Predicate<Told> accepted;
    private final Map<ByClause.Key, ByClause> clauses = new TreeMap<>();
    private final Map<String, Integer> added = new TreeMap<>();
    private final Map<String, Integer> gone = new TreeMap<>();
    private final Map<String, Outlook.Answers> answers = new TreeMap<>();
    private final Map<String, Integer> addedByWorker = new TreeMap<>();
    private final Map<String, Long> leaves = new TreeMap<>();
    private long boards;
    private long judged;
    private long unjudged;
    private long acceptedFlips;
    private long saved;

    /**
     * A flip of a board.
     *
     * @param board its id
     */
    public record Told(String board, Flip flip) {

        /** Sequence, worker and both verdicts. */
        public JsonObject json() {
            return JsonObject.builder()
                    .put("board", board)
                    .put("sequence", flip.sequence())
                    .put("worker", flip.worker())
                    .put("then", flip.then().toString())
                    .put("now", flip.now().toString())
                    .build();
        }
    }

    /** @param accepted asked of each flip; those that are known and wanted do not count */
    public Comparison(WhatIf.Mode mode, Json blueprint, Predicate<Told> accepted) {
        this.mode = mode;
        this.now = new Clauses(blueprint);
        this.accepted = accepted;
    }

    /** @param then the board's own blueprint */
    public void add(String board, Json then, Outlook outlook) {
        Clauses before = new Clauses(then);
        boards++;
        judged += outlook.judged();
        unjudged += outlook.unjudged();
        saved += outlook.tokensSaved();
        outlook.leaves().ifPresent(sequence -> leaves.put(board, sequence));
        outlook.added().forEach(invited -> {
            added.merge(name(invited), 1, Integer::sum);
            addedByWorker.merge(invited.worker(), 1, Integer::sum);
        });
        outlook.gone().forEach(invited -> gone.merge(name(invited), 1, Integer::sum));
        outlook.answers().forEach((worker, cost) -> answers.merge(worker, cost, Outlook.Answers::plus));
        for (Flip flip : outlook.flips()) {
            add(new Told(board, flip), flip.isStricter() ? now : before);
        }
    }

    private void add(Told told, Clauses by) {
        if (accepted.test(told)) {
            acceptedFlips++;
            return;
        }
        Optional<String> worker = Optional.of(told.flip().worker()).filter(name -> !name.isEmpty());
        Verdict refusal = told.flip().refusal();
        // A gate does not reject: the verdict itself says what it is, and no entry of the log by which gate.
        String clause = refusal.rejection().map(why -> by.name(why, worker)).orElseGet(refusal::toString);
        ByClause.Key key = new ByClause.Key(ByClause.Change.of(told.flip()), clause, by.hash());
        clauses.computeIfAbsent(key, any -> new ByClause(key, by.text(clause))).add(told, MOST_TOLD);
    }

    private static String name(Invited invited) {
        return invited.worker() + " by " + invited.rule();
    }

    /** Whether anything flips that was not accepted. */
    public boolean flips() {
        return !clauses.isEmpty();
    }

    /** Those that flip most come first. */
    public List<ByClause> clauses() {
        return clauses.values().stream()
                .sorted(Comparator.comparingLong(ByClause::count).reversed())
                .toList();
    }

    public long acceptedFlips() {
        return acceptedFlips;
    }

    public long boards() {
        return boards;
    }

    public long judged() {
        return judged;
    }

    public long unjudged() {
        return unjudged;
    }

    /** By who is invited by which rule, how many there would have been that the logs do not have. */
    public Map<String, Integer> added() {
        return Map.copyOf(added);
    }

    /** The same of those that there would not have been. */
    public Map<String, Integer> gone() {
        return Map.copyOf(gone);
    }

    /** Tokens of the answers to those. */
    public long tokensSaved() {
        return saved;
    }

    /** What new invocations would cost if each took what its worker's answers take on average in these logs. */
    public long tokensSpent() {
        double sum = 0;
        for (Map.Entry<String, Integer> more : addedByWorker.entrySet()) {
            Outlook.Answers known = answers.get(more.getKey());
            sum += known == null ? 0 : (double) more.getValue() * known.tokens() / known.count();
        }
        return Math.round(sum);
    }

    /** By board, the entry after which workers would have been invited otherwise. */
    public Map<String, Long> leaves() {
        return new TreeMap<>(leaves);
    }

    /** @param damaged boards whose logs could not be followed, with the reason */
    public JsonObject json(SortedMap<String, String> damaged) {
        JsonObject.Builder left = JsonObject.builder();
        leaves.forEach(left::put);
        JsonObject.Builder broken = JsonObject.builder();
        damaged.forEach(broken::put);
        return JsonObject.builder()
                .put("mode", mode == WhatIf.Mode.EACH ? "each" : "onward")
                .put("blueprintHash", now.hash())
                .put("boards", boards)
                .put("judged", judged)
                .put("unjudged", unjudged)
                .put(
                        "flips",
                        clauses.values().stream().mapToLong(ByClause::count).sum())
                .put("accepted", acceptedFlips)
                .put(
                        "clauses",
                        JsonArray.copyOf(clauses().stream().map(ByClause::json).toList()))
                .put(
                        "invocations",
                        JsonObject.builder()
                                .put("new", counts(added))
                                .put("gone", counts(gone))
                                .build())
                .put(
                        "tokens",
                        JsonObject.builder()
                                .put("saved", saved)
                                .put("spent", tokensSpent())
                                .build())
                .put("leaves", left.build())
                .put("damaged", broken.build())
                .build();
    }

    private static JsonObject counts(Map<String, Integer> counts) {
        JsonObject.Builder json = JsonObject.builder();
        counts.forEach(json::put);
        return json.build();
    }
}
