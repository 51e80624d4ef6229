package io.patchboard.kernel.state;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.Versions;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.circuit.CircuitJson;
import io.patchboard.kernel.circuit.Ring;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.record.Cause;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A board as one JSON value, for the store. The blueprint is left out but for its hash, because many boards share one.
 */
public final class BoardJson {

    /** Version of this form, written into every value. */
    private static final long FORMAT = 1;

    private BoardJson() {}

    public static JsonObject write(Board board) {
        JsonObject.Builder json = JsonObject.builder()
                .put("format", FORMAT)
                .put("id", board.id())
                .put("phase", board.phase().name())
                .putStringIfPresent("blueprintHash", board.blueprint().map(Blueprint::hash))
                .put("state", board.state())
                .put("stateHash", board.stateHash())
                .put("version", board.version())
                .put("sequence", board.sequence())
                .put("lastHash", board.lastHash())
                .put("created", LogHeader.format(board.created()))
                .put("time", LogHeader.format(board.time()))
                .putStringIfPresent("pausedAt", board.pausedAt().map(LogHeader::format))
                .put("open", array(board.open().values(), BoardJson::write))
                .put("waiting", array(board.waiting(), BoardJson::write))
                .put("held", array(board.held(), HeldTrigger::toJson))
                .put("fruitless", writeFruitless(board.fruitless()))
                .put("pinned", writePinned(board.pinned()))
                .put("changes", array(board.changes(), BoardJson::write))
                .put("recent", array(board.recent(), BoardJson::write))
                .put("feedback", writeFeedback(board.feedback()))
                .put("circuit", CircuitJson.write(board.circuit()));
        SpendingJson.write(board.spending(), json);
        return json.build();
    }

    /**
     * As it is stored. Numbers are spelled as in canonical JSON, for which a state knows its size ({@link BoardSize});
     * members keep their order, which people see in views.
     */
    public static byte[] bytes(Board board) {
        return CanonicalJson.bytesInOrder(write(board));
    }

    /**
     * The board as it was written.
     *
     * @param blueprints finds the compiled blueprint with a hash
     * @throws RuntimeException of any kind if it is none: what it says is of use to people, its class is not
     */
    public static Board read(JsonObject json, Function<String, Blueprint> blueprints) {
        Fields fields = new Fields(json);
        long format = fields.integer("format");
        if (format != FORMAT) {
            throw new IllegalArgumentException(
                    "Expected a stored board of format " + FORMAT + ", but got " + format + ".");
        }
        SortedMap<String, OpenInvocation> open = new TreeMap<>();
        fields.records("open", BoardJson::readOpen).forEach(invocation -> open.put(invocation.id(), invocation));
        return new Board(
                fields.string("id"),
                Phase.valueOf(fields.string("phase")),
                fields.optionalString("blueprintHash").map(blueprints),
                Versions.mark(fields.jsonOrNull("state"), fields.integer("version")),
                fields.string("stateHash"),
                fields.integer("version"),
                fields.integer("sequence"),
                fields.string("lastHash"),
                fields.time("created"),
                fields.time("time"),
                fields.optionalTime("pausedAt"),
                open,
                fields.records("waiting", BoardJson::readWaiting),
                fields.records("held", HeldTrigger::read),
                readFruitless(fields),
                readPinned(fields),
                Ring.copyOf(fields.records("changes", BoardJson::readChange)),
                Ring.copyOf(fields.records("recent", BoardJson::readChange)),
                readFeedback(fields),
                SpendingJson.read(fields),
                fields.requiredRecord("circuit", CircuitJson::read));
    }

    /**
     * Whether a version that is still to come wrote it, so that it cannot be read.
     *
     * @throws io.patchboard.record.FieldException if it does not say what wrote it
     */
    public static boolean isNewer(JsonObject json) {
        return new Fields(json).integer("format") > FORMAT;
    }

    private static JsonObject write(OpenInvocation invocation) {
        return JsonObject.builder()
                .put("id", invocation.id())
                .put("worker", invocation.worker())
                .put("attempt", invocation.attempt())
                .put("deadline", LogHeader.format(invocation.deadline()))
                .put("baseVersion", invocation.baseVersion())
                .put("trigger", invocation.trigger().toJson())
                .put("viewHash", invocation.viewHash())
                .putIfPresent("expansions", write(invocation.expansions()))
                .put("gone", invocation.current().isEmpty())
                .putIfPresent(
                        "current",
                        invocation
                                .current()
                                .filter(moved -> !moved.equals(invocation.trigger()))
                                .map(Trigger::toJson))
                .build();
    }

    private static OpenInvocation readOpen(Fields fields) {
        Trigger trigger = readTrigger(fields);
        Optional<Trigger> moved = fields.optionalRecord("current", Trigger::read);
        return new OpenInvocation(
                fields.string("id"),
                fields.string("worker"),
                fields.integer("attempt"),
                fields.time("deadline"),
                fields.integer("baseVersion"),
                trigger,
                fields.flag("gone") ? Optional.empty() : moved.or(() -> Optional.of(trigger)),
                fields.string("viewHash"),
                readExpansions(fields));
    }

    private static JsonObject write(WaitingInvocation waiting) {
        return JsonObject.builder()
                .put("worker", waiting.worker())
                .put("attempt", waiting.attempt())
                .put("trigger", waiting.trigger().toJson())
                .put("notBefore", LogHeader.format(waiting.notBefore()))
                .put("cause", waiting.cause().toJson())
                .put("baseVersion", waiting.baseVersion())
                .putIfPresent("expansions", write(waiting.expansions()))
                .build();
    }

    private static WaitingInvocation readWaiting(Fields fields) {
        return new WaitingInvocation(
                fields.string("worker"),
                fields.integer("attempt"),
                readTrigger(fields),
                fields.time("notBefore"),
                fields.requiredRecord("cause", Cause::read),
                fields.integer("baseVersion"),
                readExpansions(fields));
    }

    private static Optional<Json> write(Expansions expansions) {
        return expansions.rounds() == 0
                ? Optional.empty()
                : Optional.of(JsonObject.builder()
                        .put("handles", JsonArray.ofStrings(expansions.handles()))
                        .put("rounds", expansions.rounds())
                        .build());
    }

    private static Expansions readExpansions(Fields fields) {
        return fields.optionalRecord(
                        "expansions",
                        expansions -> new Expansions(expansions.strings("handles"), expansions.integer("rounds")))
                .orElse(Expansions.NONE);
    }

    private static Trigger readTrigger(Fields fields) {
        return fields.requiredRecord("trigger", Trigger::read);
    }

    private static JsonObject write(StateChange change) {
        return JsonObject.builder()
                .put("version", change.version())
                .put("places", array(change.places()))
                .putIfPresent(
                        "disturbed", Optional.of(array(change.disturbed())).filter(places -> !places.isEmpty()))
                .putIfPresent(
                        "relocation", Optional.of(change.relocation().toJson()).filter(steps -> !steps.isEmpty()))
                .putStringIfPresent("worker", change.author().map(StateChange.Author::worker))
                .putIfPresent(
                        "trigger",
                        change.author().map(author -> author.trigger().toJson()))
                .build();
    }

    private static JsonArray array(List<JsonPointer> places) {
        return JsonArray.ofStrings(places.stream().map(JsonPointer::toString).toList());
    }

    private static StateChange readChange(Fields fields) {
        return new StateChange(
                fields.integer("version"),
                readPlaces(fields, "places"),
                readPlaces(fields, "disturbed"),
                fields.optionalJson("relocation")
                        .map(steps -> Relocation.read((JsonArray) steps))
                        .orElse(Relocation.NONE),
                fields.optionalString("worker").map(worker -> new StateChange.Author(worker, readTrigger(fields))));
    }

    private static List<JsonPointer> readPlaces(Fields fields, String name) {
        return fields.strings(name).stream().map(JsonPointer::parse).toList();
    }

    private static JsonArray writeFruitless(Map<String, Long> fruitless) {
        return array(
                fruitless.entrySet(),
                entry -> JsonObject.builder()
                        .put("rule", entry.getKey())
                        .put("version", entry.getValue())
                        .build());
    }

    private static Map<String, Long> readFruitless(Fields fields) {
        Map<String, Long> fruitless = new TreeMap<>();
        fields.records("fruitless", item -> fruitless.put(item.string("rule"), item.integer("version")) == null);
        return fruitless;
    }

    private static JsonArray writePinned(Map<Long, Json> pinned) {
        return array(
                pinned.entrySet(),
                entry -> JsonObject.builder()
                        .put("version", entry.getKey())
                        .put("state", entry.getValue())
                        .build());
    }

    private static Map<Long, Json> readPinned(Fields fields) {
        Map<Long, Json> pinned = new TreeMap<>();
        fields.records("pinned", item -> pinned.put(item.integer("version"), item.jsonOrNull("state")) == null);
        return pinned;
    }

    private static JsonObject writeFeedback(Map<String, List<Rejection>> feedback) {
        Map<String, Json> byWorker = new LinkedHashMap<>();
        feedback.forEach((worker, rejections) -> byWorker.put(worker, array(rejections, Rejection::toJson)));
        return JsonObject.copyOf(byWorker);
    }

    private static Map<String, List<Rejection>> readFeedback(Fields board) {
        Map<String, List<Rejection>> feedback = new TreeMap<>();
        Fields workers = board.requiredRecord("feedback", Function.identity());
        workers.names().forEach(worker -> feedback.put(worker, workers.records(worker, Rejection::read)));
        return feedback;
    }

    private static <T> JsonArray array(Iterable<T> items, Function<T, JsonObject> write) {
        List<Json> written = new ArrayList<>();
        items.forEach(item -> written.add(write.apply(item)));
        return JsonArray.copyOf(written);
    }
}
