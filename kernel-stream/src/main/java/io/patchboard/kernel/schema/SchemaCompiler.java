package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.kernel.schema.keyword.KeywordReader;
import io.patchboard.kernel.schema.keyword.Links;
import io.patchboard.kernel.schema.keyword.Regex;
import io.patchboard.kernel.schema.keyword.Subschema;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes subschemas ready to judge values.
 *
 * <p>What a {@code $dynamicRef} means depends on the resources that an evaluation came through: the outermost that has
 * the dynamic anchor. So a place in a schema is made into one {@link Subschema} for each <em>scope</em>, the anchors
 * that are bound on the way there; without dynamic anchors there is only one. Therefore what a subschema says of a
 * value depends on nothing but the value.
 */
final class SchemaCompiler {

    /** Places times scopes. */
    private static final int MAX_SUBSCHEMAS = 50_000;

    /** With an order, as {@link Place} has one. */
    record Key(Place place, SortedMap<String, Place> scope) implements Comparable<Key> {

        private static final Comparator<Map.Entry<String, Place>> BINDINGS =
                Map.Entry.<String, Place>comparingByKey().thenComparing(Map.Entry.comparingByValue());

        @Override
        public int compareTo(Key other) {
            int order = place.compareTo(other.place);
            Iterator<Map.Entry<String, Place>> mine = scope.entrySet().iterator();
            Iterator<Map.Entry<String, Place>> theirs = other.scope.entrySet().iterator();
            while (order == 0 && mine.hasNext() && theirs.hasNext()) {
                order = BINDINGS.compare(mine.next(), theirs.next());
            }
            return order == 0 ? Boolean.compare(mine.hasNext(), theirs.hasNext()) : order;
        }
    }

    private final SchemaWalk walk;
    private final Map<Key, Subschema> subschemas = new HashMap<>();
    private final Deque<Key> open = new ArrayDeque<>();

    private SchemaCompiler(SchemaWalk walk) {
        this.walk = walk;
    }

    /**
     * The root of a schema without problems.
     *
     * @throws TooManySubschemasException if it unfolds to too many
     */
    static Subschema compile(SchemaWalk walk) {
        SchemaCompiler compiler = new SchemaCompiler(walk);
        Subschema root = compiler.subschema(Place.ROOT, Collections.emptySortedMap());
        while (!compiler.open.isEmpty()) {
            compiler.define(compiler.open.remove());
        }
        return root;
    }

    private Subschema subschema(Place place, SortedMap<String, Place> outer) {
        Key key = new Key(place, scope(place, outer));
        Subschema known = subschemas.get(key);
        if (known != null) {
            return known;
        }
        if (subschemas.size() == MAX_SUBSCHEMAS) {
            throw new TooManySubschemasException();
        }
        Subschema made = new Subschema();
        subschemas.put(key, made);
        open.add(key);
        return made;
    }

    private SortedMap<String, Place> scope(Place place, SortedMap<String, Place> outer) {
        SortedMap<String, Place> anchors = walk.dynamicAnchors(place);
        if (outer == anchors || outer.keySet().containsAll(anchors.keySet())) {
            return outer;
        }
        if (outer.isEmpty()) {
            return anchors;
        }
        SortedMap<String, Place> scope = new TreeMap<>(anchors);
        scope.putAll(outer);
        return scope;
    }

    private void define(Key key) {
        Json schema = walk.schema(key.place());
        KeywordReader.define(
                subschemas.get(key),
                schema,
                key.place().pointer(),
                walk.dialect(key.place()).vocabularies(),
                links(key));
    }

    private Links links(Key key) {
        return new Links() {
            @Override
            public Subschema below(String... tokens) {
                Place place = key.place();
                for (String token : tokens) {
                    place = place.child(token);
                }
                return subschema(place, key.scope());
            }

            @Override
            public Optional<Subschema> reference() {
                return walk.target(key.place()).map(target -> subschema(target, key.scope()));
            }

            @Override
            public Optional<Subschema> dynamicReference() {
                return walk.dynamicTarget(key.place())
                        .map(target -> subschema(
                                target.name()
                                        .map(name -> key.scope().getOrDefault(name, target.initial()))
                                        .orElse(target.initial()),
                                key.scope()));
            }

            @Override
            public Regex pattern(String source) {
                return walk.patterns().get(source);
            }
        };
    }

    /** A schema in which dynamic references make too many subschemas out of few. */
    static final class TooManySubschemasException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private TooManySubschemasException() {
            super("Expected at most " + MAX_SUBSCHEMAS + " subschemas, each counted for every set of dynamic anchors"
                    + " that it can be reached with, but got more. Use fewer resources with dynamic anchors.");
        }
    }
}
