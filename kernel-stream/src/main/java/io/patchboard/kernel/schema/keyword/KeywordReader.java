package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.SealedValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads the keywords of a subschema. What costs little comes first, since the first refusal decides; what depends on
 * the other keywords comes last.
 */
public final class KeywordReader {

    private final Source source;
    private final Links links;
    private final List<Keyword> keywords = new ArrayList<>();

    private KeywordReader(Source source, Links links) {
        this.source = source;
        this.links = links;
    }

    /**
     * Gives a subschema its keywords.
     *
     * @param schema what the meta-schema accepts; keywords of other forms are ignored
     * @param place of the schema, inside of its document
     */
    public static void define(
            Subschema subschema, Json schema, JsonPointer place, Set<Vocabulary> vocabularies, Links links) {
        if (schema == JsonBoolean.FALSE) {
            subschema.define(List.of(new Nothing(new Source(JsonObject.EMPTY, place))));
        } else if (schema instanceof JsonObject object) {
            KeywordReader reader = new KeywordReader(new Source(object, place), links);
            reader.read(vocabularies);
            subschema.define(reader.keywords);
        }
    }

    private void read(Set<Vocabulary> vocabularies) {
        if (vocabularies.contains(Vocabulary.VALIDATION)) {
            map(BlobHandle.MEMBER).ifPresent(limits -> keywords.add(new Blob(source, limits)));
            map(SealedValue.MEMBER).ifPresent(inside -> keywords.add(new Sealed(source)));
            scalars();
            sizes();
            names();
        }
        links.reference().ifPresent(target -> keywords.add(new AllOf("$ref", source, List.of(target))));
        links.dynamicReference().ifPresent(target -> keywords.add(new AllOf("$dynamicRef", source, List.of(target))));
        if (vocabularies.contains(Vocabulary.APPLICATOR)) {
            children(vocabularies.contains(Vocabulary.VALIDATION));
            inPlace();
        }
        if (vocabularies.contains(Vocabulary.VALIDATION) && source.keyword("uniqueItems") == JsonBoolean.TRUE) {
            keywords.add(new UniqueItems(source));
        }
        if (vocabularies.contains(Vocabulary.UNEVALUATED)) {
            List<Keyword> beside = List.copyOf(keywords);
            Others members = others("unevaluatedProperties");
            if (members.isPresent()) {
                keywords.add(new UnevaluatedProperties(source, beside, members));
            }
            Others items = others("unevaluatedItems");
            if (items.isPresent()) {
                keywords.add(new UnevaluatedItems(source, beside, items));
            }
        }
    }

    private void scalars() {
        with("type", limit -> keywords.add(new Type(source)));
        with("const", limit -> keywords.add(new Options("const", source, List.of(limit))));
        list("enum").ifPresent(options -> keywords.add(new Options("enum", source, options.items())));
        number("minimum", bound -> keywords.add(new NumberBound("minimum", source, bound, 1, true)));
        number("maximum", bound -> keywords.add(new NumberBound("maximum", source, bound, -1, true)));
        number("exclusiveMinimum", bound -> keywords.add(new NumberBound("exclusiveMinimum", source, bound, 1, false)));
        number(
                "exclusiveMaximum",
                bound -> keywords.add(new NumberBound("exclusiveMaximum", source, bound, -1, false)));
        number("multipleOf", divisor -> keywords.add(new MultipleOf(source, divisor)));
        count("minLength").ifPresent(least -> keywords.add(new Length("minLength", source, least, Long.MAX_VALUE)));
        count("maxLength").ifPresent(most -> keywords.add(new Length("maxLength", source, 0, most)));
        if (source.keyword("pattern") instanceof JsonString pattern) {
            keywords.add(new Matches(source, links.pattern(pattern.value())));
        }
    }

    private void sizes() {
        least("minItems", Kind.ARRAY);
        most("maxItems", Kind.ARRAY);
        least("minProperties", Kind.OBJECT);
        most("maxProperties", Kind.OBJECT);
    }

    private void least(String name, Kind kind) {
        count(name).ifPresent(least -> keywords.add(new Size(name, source, kind, least, Long.MAX_VALUE)));
    }

    private void most(String name, Kind kind) {
        count(name).ifPresent(most -> keywords.add(new Size(name, source, kind, 0, most)));
    }

    private void names() {
        list("required").ifPresent(names -> keywords.add(new Required(source, texts(names))));
        map("dependentRequired").ifPresent(dependencies -> {
            Map<String, List<String>> names = new LinkedHashMap<>();
            dependencies.members().forEach((name, others) -> {
                if (others instanceof JsonArray array) {
                    names.put(name, texts(array));
                }
            });
            keywords.add(new DependentRequired(source, names));
        });
    }

    private void children(boolean validation) {
        with("propertyNames", schema -> keywords.add(new PropertyNames(source, links.below("propertyNames"))));
        Map<String, Subschema> properties = subschemas("properties");
        Map<String, Subschema> patterns = subschemas("patternProperties");
        Others otherMembers = others("additionalProperties");
        if (!properties.isEmpty() || !patterns.isEmpty() || otherMembers.isPresent()) {
            Regex[] regexes = patterns.keySet().stream().map(links::pattern).toArray(Regex[]::new);
            keywords.add(new Members(source, properties, regexes, patterns.values(), otherMembers));
        }
        List<Subschema> prefix = subschemaList("prefixItems");
        Others otherItems = others("items");
        if (!prefix.isEmpty() || otherItems.isPresent()) {
            keywords.add(new Items(source, prefix, otherItems));
        }
        with("contains", schema -> {
            long least = validation ? count("minContains").orElse(1L) : 1;
            long most = validation ? count("maxContains").orElse(Long.MAX_VALUE) : Long.MAX_VALUE;
            keywords.add(new Contains(source, links.below("contains"), least, most));
        });
    }

    private void inPlace() {
        with("allOf", parts -> keywords.add(new AllOf("allOf", source, subschemaList("allOf"))));
        with(
                "if",
                condition -> keywords.add(
                        new IfThenElse(source, links.below("if"), orAnything("then"), orAnything("else"))));
        with("not", part -> keywords.add(new Not(source, links.below("not"))));
        with("anyOf", parts -> keywords.add(new AnyOf(source, subschemaList("anyOf"))));
        with("oneOf", parts -> keywords.add(new OneOf(source, subschemaList("oneOf"))));
        Map<String, Subschema> dependencies = subschemas("dependentSchemas");
        if (!dependencies.isEmpty()) {
            keywords.add(new DependentSchemas(source, dependencies));
        }
    }

    private Subschema orAnything(String name) {
        return has(name) ? links.below(name) : new Subschema();
    }

    private Others others(String name) {
        return has(name) ? Others.of(links.below(name), source.keyword(name) == JsonBoolean.FALSE) : Others.unsaid();
    }

    private Map<String, Subschema> subschemas(String name) {
        Map<String, Subschema> subschemas = new LinkedHashMap<>();
        map(name).ifPresent(map -> map.names().forEach(key -> subschemas.put(key, links.below(name, key))));
        return subschemas;
    }

    private List<Subschema> subschemaList(String name) {
        List<Subschema> subschemas = new ArrayList<>();
        int size = list(name).map(JsonArray::size).orElse(0);
        for (int i = 0; i < size; i++) {
            subschemas.add(links.below(name, Integer.toString(i)));
        }
        return subschemas;
    }

    private boolean has(String name) {
        return source.schema().has(name);
    }

    private void with(String name, Consumer<Json> action) {
        source.schema().get(name).ifPresent(action);
    }

    private void number(String name, Consumer<BigDecimal> action) {
        if (source.keyword(name) instanceof JsonNumber number) {
            action.accept(number.value());
        }
    }

    private Optional<Long> count(String name) {
        return source.keyword(name) instanceof JsonNumber number
                ? Optional.of(
                        number.value().min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue())
                : Optional.empty();
    }

    private Optional<JsonArray> list(String name) {
        return source.keyword(name) instanceof JsonArray array ? Optional.of(array) : Optional.empty();
    }

    private Optional<JsonObject> map(String name) {
        return source.keyword(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    private static List<String> texts(JsonArray array) {
        return array.stream().map(KeywordReader::text).toList();
    }

    static String text(Json value) {
        return value instanceof JsonString string ? string.value() : "";
    }
}
