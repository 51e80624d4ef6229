package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.kernel.schema.keyword.KeywordReader;
import io.patchboard.kernel.schema.keyword.Links;
import io.patchboard.kernel.schema.keyword.Regex;
import io.patchboard.kernel.schema.keyword.Subschema;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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
    record Key(Place place, Scope scope) implements Comparable<Key> {

        private static final Comparator<Key> ORDER = Comparator.comparing(Key::place)
                .thenComparingInt(key -> key.scope().number());

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private final SchemaWalk walk;
    private final Scopes scopes = new Scopes();
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
        Subschema root = compiler.subschema(Place.ROOT, compiler.scopes.none());
        while (!compiler.open.isEmpty()) {
            compiler.define(compiler.open.remove());
        }
        return root;
    }

    private Subschema subschema(Place place, Scope outer) {
        Key key = new Key(place, scopes.inside(outer, walk.dynamicAnchors(place)));
        Subschema known = subschemas.get(key);
        if (known != null) {
            return known;
        }
        if (subschemas.size() == MAX_SUBSCHEMAS) {
            throw new TooManySubschemasException("Expected at most " + MAX_SUBSCHEMAS
                    + " subschemas, each counted for every set of dynamic anchors that it can be reached with, but got"
                    + " more. " + TooManySubschemasException.ADVICE);
        }
        Subschema made = new Subschema();
        subschemas.put(key, made);
        open.add(key);
        return made;
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
                                        .map(name -> key.scope().bound(name).orElse(target.initial()))
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

        static final String ADVICE = "Use fewer resources with dynamic anchors.";

        TooManySubschemasException(String message) {
            super(message);
        }
    }
}
