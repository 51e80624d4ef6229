package io.patchboard.gateway.runner.llm;

import io.patchboard.gateway.llm.protocol.ToolTurn;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far a model has come with its tools: what a later attempt at the same goes on from. Used by one thread.
 *
 * <p>A call of a tool with effects is written down before it is made. So a later attempt that finds one without its
 * result has it looked for, and does not make it again before.
 */
final class Conversation {

    private final String prefixHash;
    private final String action;
    private final List<ToolTurn> turns = new ArrayList<>();
    private final Map<String, Long> callsOf = new TreeMap<>();

    /** A turn some of whose calls have no result yet, the first of which may have been made. */
    private Optional<ToolTurn> begun = Optional.empty();

    /** What a person says of that one. */
    private Optional<UnknownCall.Settled> settled = Optional.empty();

    private Conversation(String prefixHash, String action) {
        this.prefixHash = prefixHash;
        this.action = action;
    }

    /**
     * The one that was written down, if it was had with the same prompt and the same tools, or may have done something
     * that is not to be done twice; otherwise a new one.
     *
     * @param action begins the idempotency keys of a new one's calls
     */
    static Conversation of(Optional<Json> checkpoint, String prefixHash, String action) {
        return checkpoint
                .flatMap(Conversation::read)
                .filter(before -> before.prefixHash.equals(prefixHash) || before.begun.isPresent())
                .orElseGet(() -> new Conversation(prefixHash, action));
    }

    /** Absent for what is none: other programs may have served the worker before. */
    static Optional<Conversation> read(Json checkpoint) {
        try {
            Fields fields = new Fields(checkpoint instanceof JsonObject object ? object : JsonObject.EMPTY);
            Conversation read = new Conversation(fields.string("prefixHash"), fields.string("action"));
            read.turns.addAll(fields.records("turns", ToolTurn::read));
            read.begun = fields.optionalRecord("begun", ToolTurn::read);
            read.settled = fields.optionalRecord(UnknownCall.SETTLED, UnknownCall.Settled::read);
            fields.requiredRecord("callsOf", counts -> {
                counts.names().forEach(tool -> read.callsOf.put(tool, counts.integer(tool)));
                return counts;
            });
            return Optional.of(read).filter(Conversation::isWhole);
        } catch (FieldException e) {
            return Optional.empty();
        }
    }

    private boolean isWhole() {
        return turns.stream()
                        .allMatch(turn ->
                                turn.results().size() == turn.asked().calls().size())
                && begun.stream()
                        .allMatch(turn ->
                                turn.results().size() < turn.asked().calls().size());
    }

    JsonObject toJson() {
        JsonObject.Builder counts = JsonObject.builder();
        callsOf.forEach(counts::put);
        return JsonObject.builder()
                .put("prefixHash", prefixHash)
                .put("action", action)
                .put("callsOf", counts.build())
                .put(
                        "turns",
                        JsonArray.copyOf(
                                turns.stream().map(turn -> (Json) turn.toJson()).toList()))
                .putIfPresent("begun", begun.map(ToolTurn::toJson))
                .build();
    }

    /** Whether it goes on from where an earlier attempt was. */
    boolean isResumed() {
        return !turns.isEmpty() || begun.isPresent();
    }

    List<ToolTurn> turns() {
        return turns;
    }

    Optional<ToolTurn> begun() {
        return begun;
    }

    /** What a person says of the call that may have been made; absent if nobody has said anything. */
    Optional<UnknownCall.Settled> settled() {
        return settled;
    }

    /** Calls that were made, by earlier attempts, too. */
    long calls() {
        return callsOf.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The idempotency key of the next call of a tool: that of the logical action for the first one, with a number for
     * the next ones. A later attempt at the same action that calls the tool again, in whatever words, has the same
     * keys.
     */
    String nextKey(String tool) {
        return key(callsOf.merge(tool, 1L, Long::sum));
    }

    /** That of the latest call of a tool. */
    String latestKey(String tool) {
        return key(callsOf.getOrDefault(tool, 1L));
    }

    private String key(long number) {
        return number == 1 ? action : action + "-" + number;
    }

    void begin(ToolTurn turn) {
        settled = Optional.empty();
        begun = Optional.of(turn);
    }

    void add(ToolTurn turn) {
        begun = Optional.empty();
        settled = Optional.empty();
        turns.add(turn);
    }
}
