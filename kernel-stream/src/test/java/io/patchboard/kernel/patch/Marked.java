package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A document in which every value has its origin written down: the plainest there is, copied whole for each patch. */
final class Marked {

    private final boolean array;
    private final Map<String, Marked> members = new TreeMap<>();
    private final List<Marked> items = new ArrayList<>();
    private Origin own;
    private Origin latest;

    private Marked(Origin own, Origin latest, boolean array) {
        this.own = own;
        this.latest = latest;
        this.array = array;
    }

    static Marked of(Json value, Origin by) {
        Marked marked = new Marked(by, by, value instanceof JsonArray);
        if (value instanceof JsonArray array) {
            array.forEach(item -> marked.items.add(of(item, by)));
        } else if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> marked.members.put(name, of(member, by)));
        }
        return marked;
    }

    private Marked copy() {
        Marked copy = new Marked(own, latest, array);
        items.forEach(item -> copy.items.add(item.copy()));
        members.forEach((name, member) -> copy.members.put(name, member.copy()));
        return copy;
    }

    Marked after(JsonObject operation, Origin by) {
        Marked next = copy();
        String op = ((JsonString) operation.get("op").orElseThrow()).value();
        JsonPointer path = pointer(operation, "path");
        return switch (op) {
            case "remove" -> next.take(path, by);
            case "replace" -> next.put(path, of(operation.get("value").orElseThrow(), by), by, false);
            case "add" -> next.put(path, of(operation.get("value").orElseThrow(), by), by, true);
            case "copy" -> next.put(path, next.at(pointer(operation, "from")).copy(), by, true);
            case "move" -> {
                Marked moved = next.at(pointer(operation, "from")).copy();
                yield next.take(pointer(operation, "from"), by).put(path, moved, by, true);
            }
            default -> next;
        };
    }

    private static JsonPointer pointer(JsonObject operation, String name) {
        return JsonPointer.parse(((JsonString) operation.get(name).orElseThrow()).value());
    }

    private Marked child(String token) {
        return array ? items.get(Integer.parseInt(token)) : members.get(token);
    }

    private Marked at(JsonPointer place) {
        Marked at = this;
        for (String token : place.tokens()) {
            at = at.child(token);
        }
        return at;
    }

    private Marked touched(JsonPointer place, Origin by) {
        Marked at = this;
        at.latest = by;
        for (String token : place.parent().tokens()) {
            at = at.child(token);
            at.latest = by;
        }
        return at;
    }

    private Marked take(JsonPointer place, Origin by) {
        Marked parent = touched(place, by);
        if (parent.array) {
            parent.items.remove(Integer.parseInt(place.last()));
        } else {
            parent.members.remove(place.last());
        }
        return this;
    }

    private Marked put(JsonPointer place, Marked value, Origin by, boolean inserts) {
        if (place.isRoot()) {
            return value;
        }
        Marked parent = touched(place, by);
        if (!parent.array) {
            parent.members.put(place.last(), value);
        } else if (inserts) {
            parent.items.add(Integer.parseInt(place.last()), value);
        } else {
            parent.items.set(Integer.parseInt(place.last()), value);
        }
        return this;
    }

    private Set<Taint> taint() {
        return Stream.concat(items.stream(), members.values().stream())
                .map(Marked::taint)
                .reduce(own.taint(), Taint::union);
    }

    private boolean degraded() {
        return own.degraded()
                || Stream.concat(items.stream(), members.values().stream()).anyMatch(Marked::degraded);
    }

    /** What is known of each value but who wrote it. */
    void compareMarks(JsonPointer place, Origins origins) {
        assertThat(origins.taint(place)).as("taint of " + place).isEqualTo(taint());
        assertThat(origins.degraded(place)).as("degraded: " + place).isEqualTo(degraded());
        for (int i = 0; i < items.size(); i++) {
            items.get(i).compareMarks(place.child(i), origins);
        }
        members.forEach((name, member) -> member.compareMarks(place.child(name), origins));
    }

    void compare(JsonPointer place, Origins origins) {
        assertThat(origins.of(place)).as("own of " + place).isEqualTo(own);
        assertThat(origins.latest(place)).as("latest of " + place).isEqualTo(latest);
        assertThat(origins.taint(place)).as("taint of " + place).isEqualTo(taint());
        assertThat(origins.degraded(place)).as("degraded: " + place).isEqualTo(degraded());
        for (int i = 0; i < items.size(); i++) {
            items.get(i).compare(place.child(i), origins);
        }
        members.forEach((name, member) -> member.compare(place.child(name), origins));
    }
}
