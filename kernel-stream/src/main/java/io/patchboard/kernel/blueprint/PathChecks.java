package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaPlaces;
import io.patchboard.kernel.schema.WorkBudget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** Finds paths that lead out of the state's schema, which are typing mistakes as a rule. */
public final class PathChecks {

    /** What stands for any name in paths of other kinds: {@code {id}}, {@code [*]}, {@code :id}. */
    private static final String VARIABLE = "[{].*[}]|\\[.*]|<.*>|:.+";

    /** A step takes up to half a microsecond. */
    private static final long MOST_STEPS = 200_000;

    /** Characters of a path that may be meant as another: the latter is looked for segment by segment. */
    private static final int MOST_MEANT = 200;

    private static final JsonPointer SCHEMA = new JsonPointer(List.of("state", "schema"));

    private final Json schema;
    private final SchemaPlaces places;
    private final WorkBudget work = new WorkBudget(MOST_STEPS);
    private final Map<String, Optional<JsonPointer>> known = new HashMap<>();

    /** @param schema that has the places */
    public PathChecks(Json schema, SchemaPlaces places) {
        this.schema = schema;
        this.places = places;
    }

    /** Whether there is time to look at one more field, so many steps from the root. */
    boolean looks(int depth) {
        return work.spend(1 + depth);
    }

    /** Whether whatever is there is an array. */
    boolean areArrays(String path) {
        return places.areArrays(PathPattern.parse(path), work);
    }

    /** The members that the schema names there. */
    SortedSet<String> names(String path) {
        return places.names(PathPattern.parse(path), work);
    }

    /**
     * The keyword of the schema by which nothing at the places of a pattern equals the value; empty if something may.
     *
     * @param typeOnly whether another value of its type is as good
     */
    Optional<JsonPointer> excludes(String path, Json value, boolean typeOnly) {
        return places.excludes(PathPattern.parse(path), value, typeOnly, work);
    }

    /** What stands at a place of the schema. */
    Optional<Json> schema(JsonPointer at) {
        return at.resolve(schema);
    }

    /** What a worker wants to read and no state can hold is an error, unless it says that it is not to be checked. */
    void checkReads(JsonPlace root, Problems problems) {
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            worker.items("read").stream()
                    .filter(read -> !read.flag("unchecked"))
                    .map(PathChecks::path)
                    .forEach(path -> check(path, "read", problems));
        }
    }

    /** The path of an entry of {@code read}, which may be an object or the path alone. */
    static JsonPlace path(JsonPlace read) {
        return read.child("path").orElse(read);
    }

    /** What a worker may write and no state can hold is an error: every such proposal would be rejected. */
    void checkWrites(JsonPlace root, Problems problems) {
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            for (JsonPlace grant : worker.items("write")) {
                if (writes(grant)) {
                    grant.child("path").ifPresent(path -> check(path, "write", problems));
                }
            }
        }
    }

    /** What nobody can look into is nothing to find a board by, and an index would keep it. */
    void checkIndexes(JsonPlace root, Problems problems) {
        for (JsonPlace index : root.child("indexes").map(JsonPlace::members).orElse(List.of())) {
            JsonPlace place = Index.path(index);
            place.text()
                    .filter(this::isSealed)
                    .ifPresent(path -> problems.add(
                            place.at(),
                            "Expected a place by whose value boards can be found, but what is at " + path
                                    + " is sealed. Index another, or take $sealed from its schema."));
        }
    }

    private boolean isSealed(String path) {
        try {
            return places.areSealed(PathPattern.parse(path), work);
        } catch (IllegalArgumentException e) {
            return false; // reported already
        }
    }

    /** Whether a grant allows anything but to look. */
    public static boolean writes(JsonPlace grant) {
        return grant.items("op").stream()
                .anyMatch(operation -> !operation.value().equals(Json.of("test")));
    }

    /**
     * Says so if nothing can ever be at the places of a pattern.
     *
     * @param what people would do there, for the message
     */
    public void check(JsonPlace path, String what, Problems found) {
        path.text().flatMap(this::forbidden).ifPresent(keyword -> {
            String place = path.text().orElseThrow();
            found.add(
                    path.at(),
                    "Expected a place to " + what + " that the state's schema allows, but nothing can ever be at "
                            + place + ": " + SCHEMA + keyword
                            + " forbids it."
                            + (found.suggests() && place.length() <= MOST_MEANT ? meant(place, found) : "")
                            + " Correct the path, or add the place to the schema"
                            + (what.equals("read") ? ", or write {path: " + place + ", unchecked: true}." : "."));
        });
    }

    /** The path with its first segment that cannot be as it may have been meant. */
    private String meant(String place, Problems found) {
        String otherwise = place.replaceAll("\\[[^/]*]", "/*").replaceFirst("/$", "");
        if (!otherwise.equals(place) && isFree(otherwise)) {
            return " Did you mean \"" + otherwise + "\"?";
        }
        List<String> segments = PathPattern.parse(place).segments();
        JsonPointer at = JsonPointer.ROOT;
        for (int i = 0; i < segments.size(); i++) {
            JsonPointer next = at.child(segments.get(i));
            if (forbidden(next.toString()).isPresent()) {
                JsonPointer parent = at;
                JsonPointer rest = new JsonPointer(segments.subList(i + 1, segments.size()));
                return meant(segments.get(i), parent, rest, found)
                        .map(nearest -> " Did you mean \"" + parent.child(nearest) + rest + "\"?")
                        .orElse("");
            }
            at = next;
        }
        return "";
    }

    private Optional<String> meant(String segment, JsonPointer parent, JsonPointer rest, Problems found) {
        boolean any = segment.matches(VARIABLE) && isFree(parent.child("*") + rest.toString());
        return any ? Optional.of("*") : found.nearest(segment, names(parent.toString()));
    }

    private boolean isFree(String path) {
        return forbidden(path).isEmpty();
    }

    /** The keyword of the schema by which nothing can be at the places of a pattern; empty if something may be. */
    Optional<JsonPointer> forbidden(String path) {
        return known.computeIfAbsent(path, text -> {
            try {
                return places.forbids(PathPattern.parse(text), work);
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // reported already
            }
        });
    }
}
