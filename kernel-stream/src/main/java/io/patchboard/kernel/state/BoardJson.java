package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import java.time.Instant;
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
        return JsonObject.builder()
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
                .put("changes", array(board.changes(), BoardJson::write))
                .put("feedback", writeFeedback(board.feedback()))
                .put("invocations", board.spending().invocations())
                .put("tokens", board.spending().tokens())
                .build();
    }

    /** @param blueprints finds the compiled blueprint with a hash */
    public static Board read(JsonObject json, Function<String, Blueprint> blueprints) {
        Fields fields = new Fields(json);
        long format = fields.integer("format");
        if (format != FORMAT) {
            throw new IllegalStateException(
                    "Expected a stored board of format " + FORMAT + ", but got " + format + ".");
        }
        SortedMap<String, OpenInvocation> open = new TreeMap<>();
        fields.records("open", BoardJson::readOpen).forEach(invocation -> open.put(invocation.id(), invocation));
        return new Board(
                fields.string("id"),
                Phase.valueOf(fields.string("phase")),
                fields.optionalString("blueprintHash").map(blueprints),
                fields.jsonOrNull("state"),
                fields.string("stateHash"),
                fields.integer("version"),
                fields.integer("sequence"),
                fields.string("lastHash"),
                fields.time("created"),
                fields.time("time"),
                fields.optionalTime("pausedAt"),
                open,
                fields.records("waiting", BoardJson::readWaiting),
                fields.records("changes", BoardJson::readChange),
                readFeedback(fields.optionalJson("feedback")),
                new Spending(fields.integer("invocations"), fields.integer("tokens")));
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
                .build();
    }

    private static OpenInvocation readOpen(Fields fields) {
        return new OpenInvocation(
                fields.string("id"),
                fields.string("worker"),
                fields.integer("attempt"),
                fields.time("deadline"),
                fields.integer("baseVersion"),
                readTrigger(fields),
                fields.string("viewHash"));
    }

    private static JsonObject write(WaitingInvocation waiting) {
        return JsonObject.builder()
                .put("worker", waiting.worker())
                .put("attempt", waiting.attempt())
                .put("trigger", waiting.trigger().toJson())
                .put("notBefore", LogHeader.format(waiting.notBefore()))
                .build();
    }

    private static WaitingInvocation readWaiting(Fields fields) {
        Instant notBefore = fields.time("notBefore");
        return new WaitingInvocation(
                fields.string("worker"), fields.integer("attempt"), readTrigger(fields), notBefore);
    }

    private static Trigger readTrigger(Fields fields) {
        return fields.optionalRecord("trigger", Trigger::read).orElseThrow();
    }

    private static JsonObject write(StateChange change) {
        return JsonObject.builder()
                .put("version", change.version())
                .put(
                        "places",
                        JsonArray.ofStrings(change.places().stream()
                                .map(JsonPointer::toString)
                                .toList()))
                .build();
    }

    private static StateChange readChange(Fields fields) {
        return new StateChange(
                fields.integer("version"),
                fields.strings("places").stream().map(JsonPointer::parse).toList());
    }

    private static JsonObject writeFeedback(Map<String, List<Rejection>> feedback) {
        Map<String, Json> byWorker = new LinkedHashMap<>();
        feedback.forEach((worker, rejections) -> byWorker.put(worker, array(rejections, Rejection::toJson)));
        return JsonObject.copyOf(byWorker);
    }

    private static Map<String, List<Rejection>> readFeedback(Optional<Json> json) {
        Map<String, List<Rejection>> feedback = new TreeMap<>();
        if (json.isPresent() && json.get() instanceof JsonObject object) {
            Fields fields = new Fields(object);
            object.names().forEach(worker -> feedback.put(worker, fields.records(worker, Rejection::read)));
        }
        return feedback;
    }

    private static <T> JsonArray array(Iterable<T> items, Function<T, JsonObject> write) {
        List<Json> written = new ArrayList<>();
        items.forEach(item -> written.add(write.apply(item)));
        return JsonArray.copyOf(written);
    }
}
