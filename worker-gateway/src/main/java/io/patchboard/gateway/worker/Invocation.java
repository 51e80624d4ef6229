package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.Fields;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One invitation to a worker, and the cut of the board that the kernel shows it.
 *
 * <p>The view is what the worker's blueprint lets it read, cut to its budget: instruction, contract and JSON Schemas of
 * what may be written, which never change; the {@code item} that the rule matched, the other readable values by their
 * JSON Pointer ({@code state}), handles of what did not fit, and why answers before were rejected. {@link #field} and
 * {@link #fields} look a value up wherever in the view it stands; {@link PatchBuilder#expand} asks for what is not
 * there.
 *
 * @param entry the record as the kernel wrote it
 */
public record Invocation(LogEntry entry) {

    /** @throws IllegalArgumentException if the entry is of another type */
    public Invocation {
        if (!(entry.event() instanceof WorkerInvoked)) {
            throw new IllegalArgumentException("Expected a WorkerInvoked, but got a " + entry.type() + ".");
        }
    }

    /** The same with another view, in which what was sealed is open. */
    public Invocation showing(JsonObject view) {
        return new Invocation(new LogEntry(entry.header(), invoked().showing(view)));
    }

    public WorkerInvoked invoked() {
        return (WorkerInvoked) entry.event();
    }

    public String boardId() {
        return entry.boardId();
    }

    public String invocationId() {
        return invoked().invocationId();
    }

    public String worker() {
        return invoked().worker();
    }

    /** 1 for the first; counts up when a rejected answer is tried again. */
    public long attempt() {
        return invoked().attempt();
    }

    /** An answer that comes later is rejected. */
    public Instant deadline() {
        return invoked().deadline();
    }

    public String instruction() {
        return invoked().instruction();
    }

    /** The view as the kernel built it; empty if it is not an object. */
    public JsonObject view() {
        return invoked().view() instanceof JsonObject view ? view : JsonObject.EMPTY;
    }

    /** JSON Pointer to the item that the rule matched; absent for rules on the board as a whole. */
    public Optional<String> itemPath() {
        return object("item").get("path").flatMap(Invocation::text);
    }

    /** The item that the rule matched; absent if there is none, it is gone, or it did not fit the view. */
    public Optional<Json> item() {
        return object("item").get("value");
    }

    /** The readable values beside the item, by their JSON Pointer. */
    public JsonObject state() {
        return object("state");
    }

    /** JSON Schemas of what this worker may write, by the path pattern of its contract. */
    public JsonObject schema() {
        return object("schema");
    }

    /** How many parts were left out of the view of which nothing is told; see {@link #handles} for the others. */
    public long omitted() {
        return new Fields(view()).optionalInteger("omitted").orElse(0L);
    }

    /** Why earlier answers about the same place were rejected, one for each class of error, newest first. */
    public List<Feedback> rejections() {
        return new Fields(view()).records("rejections", Feedback::read);
    }

    /** What the view does not show, as far as it names it: left out of a collection, or referred to. */
    public List<Handle> handles() {
        List<Handle> handles = new ArrayList<>();
        for (Json summary : object("summaries").members().values()) {
            handles.addAll(new Fields(summary instanceof JsonObject object ? object : JsonObject.EMPTY)
                    .records("handles", Handle::read));
        }
        handles.addAll(new Fields(view()).records("dependencies", Handle::read));
        return List.copyOf(handles);
    }

    /**
     * The value at a JSON Pointer into the board's state, if the view shows it, alone or as a part of a larger value.
     *
     * @throws IllegalArgumentException if it is not a JSON Pointer
     */
    public Optional<Json> field(String pointer) {
        JsonPointer wanted = JsonPointer.parse(pointer);
        return shown().entrySet().stream()
                .filter(entry -> entry.getKey().isPrefixOf(wanted))
                .flatMap(entry -> rest(wanted, entry.getKey()).resolve(entry.getValue()).stream())
                .findFirst();
    }

    /**
     * The string at a JSON Pointer into the board's state; absent if the view does not show it.
     *
     * @throws IllegalArgumentException if something else stands there
     */
    public Optional<String> text(String pointer) {
        return field(pointer)
                .map(value -> typed(pointer, value, JsonString.class).value());
    }

    /** The integer at a JSON Pointer; see {@link #text}. */
    public Optional<Long> integer(String pointer) {
        return field(pointer).map(value -> integer(pointer, typed(pointer, value, JsonNumber.class)));
    }

    /** The truth value at a JSON Pointer; see {@link #text}. */
    public Optional<Boolean> bool(String pointer) {
        return field(pointer)
                .map(value -> typed(pointer, value, JsonBoolean.class).value());
    }

    /** The items of the array at a JSON Pointer; see {@link #text}. None if the view does not show it. */
    public List<Json> list(String pointer) {
        return field(pointer)
                .map(value -> typed(pointer, value, JsonArray.class).items())
                .orElse(List.of());
    }

    /**
     * A part of the item that the rule matched.
     *
     * @param pointer into the item; empty for all of it
     */
    public Optional<Json> itemField(String pointer) {
        JsonPointer wanted = JsonPointer.parse(pointer);
        return item().flatMap(wanted::resolve);
    }

    /** The string at a place of the item; see {@link #text}. */
    public Optional<String> itemText(String pointer) {
        return itemField(pointer)
                .map(value -> typed(pointer, value, JsonString.class).value());
    }

    private static long integer(String pointer, JsonNumber number) {
        try {
            return number.value().longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "Expected an integer at \"" + pointer + "\", but got " + number + ".", e);
        }
    }

    private static <T extends Json> T typed(String pointer, Json value, Class<T> type) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        String expected = type.getSimpleName().substring("Json".length()).toLowerCase(Locale.ROOT);
        throw new IllegalArgumentException("Expected a value of type " + expected + " at \"" + pointer
                + "\", but got one of type " + value.typeName() + ".");
    }

    /**
     * Every value that the view shows at a path that fits the pattern, by its JSON Pointer: {@code /claims/*} finds
     * the claims, whether the view lists them one by one or as one array. The item comes first, if it is one of them.
     *
     * @param pattern a JSON Pointer in which a segment {@code *} stands for any one key or index
     * @throws IllegalArgumentException if it is not a JSON Pointer
     */
    public Map<String, Json> fields(String pattern) {
        JsonPointer wanted = JsonPointer.parse(pattern);
        Map<String, Json> found = new LinkedHashMap<>();
        shown().forEach((pointer, value) -> {
            if (fits(pointer, wanted)) {
                collect(rest(wanted, pointer), pointer, value, found);
            }
        });
        return Collections.unmodifiableMap(found);
    }

    /** All items that brought the invocation about, where it was more than one, by their JSON Pointer. */
    public Map<String, Json> items() {
        Map<String, Json> items = new LinkedHashMap<>();
        if (view().get("items").orElse(Json.nul()) instanceof JsonArray array) {
            for (Json line : array) {
                if (line instanceof JsonObject object) {
                    object.get("path")
                            .flatMap(Invocation::text)
                            .ifPresent(path -> object.get("value").ifPresent(value -> items.put(path, value)));
                }
            }
        }
        return Collections.unmodifiableMap(items);
    }

    private Map<JsonPointer, Json> shown() {
        Map<JsonPointer, Json> shown = new LinkedHashMap<>();
        item().ifPresent(item -> itemPath().ifPresent(path -> shown.put(JsonPointer.parse(path), item)));
        items().forEach((path, value) -> shown.putIfAbsent(JsonPointer.parse(path), value));
        state().members().forEach((path, value) -> shown.putIfAbsent(JsonPointer.parse(path), value));
        return shown;
    }

    private static boolean fits(JsonPointer pointer, JsonPointer pattern) {
        if (pointer.tokens().size() > pattern.tokens().size()) {
            return false;
        }
        for (int i = 0; i < pointer.tokens().size(); i++) {
            String wanted = pattern.tokens().get(i);
            if (!wanted.equals("*") && !wanted.equals(pointer.tokens().get(i))) {
                return false;
            }
        }
        return true;
    }

    private static void collect(JsonPointer pattern, JsonPointer at, Json value, Map<String, Json> found) {
        if (pattern.isRoot()) {
            found.putIfAbsent(at.toString(), value);
            return;
        }
        String token = pattern.tokens().get(0);
        JsonPointer deeper = rest(pattern, new JsonPointer(List.of(token)));
        if (!token.equals("*")) {
            JsonPointer child = new JsonPointer(List.of(token));
            child.resolve(value).ifPresent(inner -> collect(deeper, at.child(token), inner, found));
        } else if (value instanceof JsonObject object) {
            object.members().forEach((name, inner) -> collect(deeper, at.child(name), inner, found));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                collect(deeper, at.child(i), array.get(i), found);
            }
        }
    }

    private static JsonPointer rest(JsonPointer pointer, JsonPointer prefix) {
        return new JsonPointer(pointer.tokens()
                .subList(prefix.tokens().size(), pointer.tokens().size()));
    }

    private JsonObject object(String name) {
        return view().get(name)
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .orElse(JsonObject.EMPTY);
    }

    private static Optional<String> text(Json value) {
        return value instanceof JsonString string ? Optional.of(string.value()) : Optional.empty();
    }
}
