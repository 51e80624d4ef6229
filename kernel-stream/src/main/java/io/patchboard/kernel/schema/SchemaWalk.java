package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.Problem;
import io.patchboard.record.SealedValue;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a schema as a graph: which subschemas there are, under which base URI, and which a value passes to from which.
 *
 * <p>A reference that leads back to itself through keywords that apply to the same value ({@code $ref}, {@code allOf},
 * {@code not}, ...) would never end; such a cycle is a problem of the schema, found here and not by running it.
 */
final class SchemaWalk {

    private static final int MAX_SUBSCHEMAS = 20_000;

    private record Reference(Place from, String keyword, String text, URI base) {}

    private final Documents known;
    private final Map<Json, Optional<String>> sealed;
    private final Map<String, Json> documents = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Place> resources = new HashMap<>();
    private final Map<String, Place> anchors = new HashMap<>();
    private final Map<String, SortedMap<String, Place>> dynamicAnchors = new LinkedHashMap<>();
    private final Set<String> askedAnchors = new HashSet<>();
    private final List<Reference> references = new ArrayList<>();
    private final Map<Place, URI> bases = new LinkedHashMap<>();
    private final Map<Place, List<Place>> sameValue = new HashMap<>();
    private final Map<Place, Place> targets = new HashMap<>();
    private final Map<Place, DynamicTarget> dynamicTargets = new LinkedHashMap<>();
    private final Map<String, Dialect> dialects = new HashMap<>();
    private final Patterns patterns = new Patterns();

    private SchemaWalk(Documents known, Map<Json, Optional<String>> sealed) {
        this.known = known;
        this.sealed = sealed;
    }

    /** @param sealed what is known of schemas of what is sealed, by identity */
    static SchemaWalk of(Json root, Documents known, Map<Json, Optional<String>> sealed) {
        SchemaWalk walk = new SchemaWalk(known, sealed);
        walk.add(Place.ROOT, root);
        walk.resolveReferences();
        new SchemaCycles(walk.sameValue, walk::problem).find(walk.bases.keySet());
        return walk;
    }

    private void add(Place place, Json document) {
        documents.put(place.document(), document);
        resources.put(place.document(), place);
        dialects.put(place.document(), dialect(place, document));
        visit(document, place, URI.create(place.document()));
    }

    List<Problem> problems() {
        return problems;
    }

    /** Where the {@code $ref} of the subschema at this place leads, if that is inside of the compiled document. */
    Optional<JsonPointer> target(JsonPointer subschema) {
        return target(new Place("", subschema)).filter(Place::isOwn).map(Place::pointer);
    }

    Optional<Place> target(Place subschema) {
        return Optional.ofNullable(targets.get(subschema));
    }

    /**
     * Where a {@code $dynamicRef} leads.
     *
     * @param initial without regard to the way that led here
     * @param name the dynamic anchor for which the outermost resource on the way is asked; empty if it leads to
     *     {@code initial} whatever the way
     */
    record DynamicTarget(Place initial, Optional<String> name) {}

    Optional<DynamicTarget> dynamicTarget(Place subschema) {
        return Optional.ofNullable(dynamicTargets.get(subschema));
    }

    /**
     * The dynamic anchors of the resource that a subschema belongs to: the same map for all of the resource, since a
     * schema can have thousands of both. Once all references are resolved, those that a {@code $dynamicRef} asks for.
     */
    SortedMap<String, Place> dynamicAnchors(Place subschema) {
        return dynamicAnchors.getOrDefault(bases.get(subschema).toString(), Collections.emptySortedMap());
    }

    /** The regular expressions of the schema. */
    Patterns patterns() {
        return patterns;
    }

    Dialect dialect(Place subschema) {
        return dialects.get(subschema.document());
    }

    Json schema(Place place) {
        return place.pointer().resolve(documents.get(place.document())).orElseThrow();
    }

    private void visit(Json schema, Place at, URI outerBase) {
        if (bases.containsKey(at) || bases.size() > MAX_SUBSCHEMAS) {
            return;
        }
        if (bases.size() == MAX_SUBSCHEMAS) {
            problem(at, "Expected at most " + MAX_SUBSCHEMAS + " subschemas, but got more. Use $defs and $ref.");
        }
        if (!(schema instanceof JsonObject object)) {
            bases.put(at, outerBase);
            return;
        }
        URI base = identify(object, at, outerBase);
        bases.put(at, base);
        collectReference(object, at, "$ref", base);
        collectReference(object, at, "$dynamicRef", base);
        checkPatterns(object, at);
        object.get(BlobHandle.MEMBER)
                .flatMap(BlobKeyword::problem)
                .ifPresent(problem -> problem(at.child(BlobHandle.MEMBER), problem));
        object.get(SealedValue.MEMBER)
                .flatMap(inside -> SealedKeyword.problem(object, sealed))
                .ifPresent(problem -> problem(at.child(SealedValue.MEMBER), problem));
        object.members()
                .forEach((keyword, value) -> Applicators.forEach(
                        keyword,
                        value,
                        at.child(keyword),
                        (schemaInside, place, same) -> child(schemaInside, place, at, base, same)));
    }

    private void child(Json schema, Place place, Place parent, URI base, boolean same) {
        if (same) {
            sameValue.computeIfAbsent(parent, key -> new ArrayList<>()).add(place);
        }
        visit(schema, place, base);
    }

    private URI identify(JsonObject object, Place at, URI outerBase) {
        URI base = outerBase;
        Optional<String> id = string(object, "$id");
        if (id.isPresent()) {
            try {
                base = SchemaUri.withoutFragment(outerBase.resolve(id.get()));
                resources.put(base.toString(), at);
            } catch (IllegalArgumentException e) {
                problem(at.child("$id"), "Expected a URI reference, but got " + quoted(id.get()) + ".");
            }
        }
        string(object, "$schema").filter(dialect -> !isSupported(dialect)).ifPresent(dialect -> {
            problem(
                    at.child("$schema"),
                    "Expected " + MetaSchema.URI + ", but got " + quoted(dialect)
                            + ". Only JSON Schema 2020-12 is supported.");
        });
        String resource = base.toString();
        string(object, "$anchor").ifPresent(name -> anchors.put(resource + "#" + name, at));
        string(object, "$dynamicAnchor").ifPresent(name -> {
            anchors.put(resource + "#" + name, at);
            dynamicAnchors.computeIfAbsent(resource, key -> new TreeMap<>()).put(name, at);
        });
        return base;
    }

    private void collectReference(JsonObject object, Place at, String keyword, URI base) {
        string(object, keyword).ifPresent(text -> references.add(new Reference(at, keyword, text, base)));
    }

    private void checkPatterns(JsonObject object, Place at) {
        string(object, "pattern").ifPresent(pattern -> checkPattern(pattern, at.child("pattern")));
        if (object.get("patternProperties").orElse(Json.nul()) instanceof JsonObject patterns) {
            patterns.names()
                    .forEach(name ->
                            checkPattern(name, at.child("patternProperties").child(name)));
        }
    }

    private void checkPattern(String pattern, Place at) {
        patterns.problem(pattern).ifPresent(message -> problem(at, message));
    }

    private void resolveReferences() {
        // A target may be a place that no keyword names, such as "#/definitions/x"; it is a schema by being one.
        for (int i = 0; i < references.size(); i++) {
            resolve(references.get(i));
        }
        linkDynamicTargets();
    }

    private boolean isSupported(String dialect) {
        return dialect.equals(MetaSchema.URI)
                || dialect.equals(MetaSchema.URI + "#")
                || known.get(dialect).filter(Dialect::isUnderstood).isPresent();
    }

    private Dialect dialect(Place place, Json document) {
        Optional<String> named = document instanceof JsonObject object ? string(object, "$schema") : Optional.empty();
        Optional<Dialect> other =
                named.flatMap(known::get).filter(Dialect::isUnderstood).map(Dialect::of);
        return place.isOwn() || named.isPresent() ? other.orElse(Dialect.WHOLE) : dialects.get("");
    }

    private void resolve(Reference reference) {
        Place at = reference.from().child(reference.keyword());
        SchemaUri whole;
        try {
            whole = SchemaUri.of(reference.base(), reference.text());
        } catch (IllegalArgumentException e) {
            problem(at, "Expected a URI reference, but got " + quoted(reference.text()) + ".");
            return;
        }
        String resource = whole.resource();
        String fragment = whole.fragment();
        if (!resources.containsKey(resource)) {
            known.get(resource).ifPresent(document -> add(new Place(resource, JsonPointer.ROOT), document));
        }
        Place start = resources.get(resource);
        if (start == null) {
            problem(
                    at,
                    "Expected a reference inside of this document, but " + quoted(reference.text())
                            + " leads outside. Nothing is ever loaded: copy the schema into $defs.");
            return;
        }
        Optional<Place> target = fragment.isEmpty() || fragment.startsWith("/")
                ? existing(start, fragment)
                : Optional.ofNullable(anchors.get(bases.get(start) + "#" + fragment));
        if (target.isEmpty()) {
            problem(at, "Expected a place in this document, but nothing is at " + quoted(reference.text()) + ".");
            return;
        }
        link(reference, target.get(), fragment);
    }

    private void link(Reference reference, Place target, String fragment) {
        visit(schema(target), target, reference.base());
        sameValue.computeIfAbsent(reference.from(), key -> new ArrayList<>()).add(target);
        if (reference.keyword().equals("$ref")) {
            targets.put(reference.from(), target);
        } else {
            boolean dynamic = target.equals(dynamicAnchors(target).get(fragment));
            if (dynamic) {
                askedAnchors.add(fragment);
            }
            dynamicTargets.put(
                    reference.from(), new DynamicTarget(target, dynamic ? Optional.of(fragment) : Optional.empty()));
        }
    }

    private Optional<Place> existing(Place start, String fragment) {
        try {
            List<String> tokens = new ArrayList<>(start.pointer().tokens());
            tokens.addAll(JsonPointer.parse(fragment).tokens());
            JsonPointer target = new JsonPointer(tokens);
            return target.resolve(documents.get(start.document())).map(found -> new Place(start.document(), target));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Any resource on the way may have the dynamic anchor, so all that do are taken as targets. */
    private void linkDynamicTargets() {
        dynamicTargets.forEach((from, target) -> target.name()
                .ifPresent(name -> dynamicAnchors.values().stream()
                        .filter(anchors -> anchors.containsKey(name))
                        .forEach(anchors -> sameValue.get(from).add(anchors.get(name)))));
        dynamicAnchors.values().forEach(anchors -> anchors.keySet().retainAll(askedAnchors));
    }

    private void problem(Place at, String message) {
        problems.add(new Problem(at.pointer().toString(), message));
    }

    private static Optional<String> string(JsonObject object, String name) {
        return object.get(name).filter(JsonString.class::isInstance).map(value -> ((JsonString) value).value());
    }

    private static String quoted(String text) {
        return Text.abbreviated(Json.of(text));
    }
}
