package io.patchboard.kernel.schema;

import com.google.re2j.Pattern;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpression;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A compiled JSON Schema 2020-12. Immutable and safe to share between threads. */
public final class JsonSchema {

    /** Keywords and items that one validation may visit; about a second of work. */
    static final long MAX_STEPS = 5_000_000;

    /** Length of the evaluation path, in tokens; keeps the engine's recursion within half of a default stack. */
    private static final int MAX_PATH = 1_000;

    private static final int MAX_PROBLEMS = 100;
    private static final String META_SCHEMA = "https://json-schema.org/draft/2020-12/schema";
    private static final SchemaRegistry REGISTRY = registry();

    private final Json source;
    private final SchemaWalk walk;
    private final Schema schema;

    private JsonSchema(Json source, SchemaWalk walk, Schema schema) {
        this.source = source;
        this.walk = walk;
        this.schema = schema;
    }

    /**
     * Compiles a schema, after checking all that could go wrong when it is used.
     *
     * @throws SchemaCompileException with every problem
     */
    public static JsonSchema compile(Json schema) throws SchemaCompileException {
        SchemaWalk walk = SchemaWalk.of(schema);
        List<Problem> problems = problems(schema, walk);
        if (!problems.isEmpty()) {
            throw new SchemaCompileException(problems);
        }
        try {
            return new JsonSchema(schema, walk, engine(schema));
        } catch (SchemaException e) {
            throw new SchemaCompileException(
                    List.of(new Problem("", "Expected a usable JSON Schema, but " + e.getMessage() + ".")));
        }
    }

    private static List<Problem> problems(Json schema, SchemaWalk walk) {
        Map<JsonPointer, String> invalid = new LinkedHashMap<>();
        if (!hasForeignDialect(schema)) {
            MetaSchema.INSTANCE
                    .validateAll(schema, MAX_PROBLEMS)
                    .forEach(violation -> invalid.putIfAbsent(violation.pointer(), violation.message()));
        }
        List<Problem> problems = new ArrayList<>();
        invalid.forEach((pointer, message) -> problems.add(new Problem(pointer.toString(), message)));
        problems.addAll(walk.problems());
        DocumentOrder order = new DocumentOrder(schema);
        problems.sort(Comparator.comparing(
                problem -> order.position(JsonPointer.parse(problem.pointer())), DocumentOrder::compare));
        return problems;
    }

    private static boolean hasForeignDialect(Json schema) {
        return schema instanceof JsonObject object
                && object.get("$schema")
                        .filter(dialect -> !dialect.equals(Json.of(META_SCHEMA)))
                        .isPresent();
    }

    private static SchemaRegistry registry() {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .pathType(PathType.JSON_POINTER)
                .locale(Locale.ROOT)
                .formatAssertionsEnabled(false)
                .regularExpressionFactory(JsonSchema::expression)
                .preloadSchema(false)
                .build();
        return SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaRegistryConfig(config).schemaCacheEnabled(false));
    }

    private static RegularExpression expression(String pattern) {
        try {
            Pattern compiled = LinearRegex.compile(pattern);
            return text -> compiled.matcher(text).find();
        } catch (RegexException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Schema engine(Json schema) {
        // Parts are prepared when a value first needs them: preparing all at once recurses along chains of references.
        return REGISTRY.getSchema(JacksonTrees.of(schema));
    }

    /** Created on first use, since every schema is checked against it. */
    private static final class MetaSchema {

        private static final JsonSchema INSTANCE = load();

        private static JsonSchema load() {
            Schema engine = REGISTRY.getSchema(SchemaLocation.of(META_SCHEMA));
            Json source = Json.of(true);
            return new JsonSchema(source, SchemaWalk.of(source), engine);
        }
    }

    /** The first violation in document order, then by keyword; empty if the value is valid. */
    public Optional<SchemaViolation> validate(Json value) {
        return validateAll(value, 1).stream().findFirst();
    }

    /** The first violations in document order, then by keyword, at most {@code max} of them. */
    public List<SchemaViolation> validateAll(Json value, int max) {
        Context context = new Context();
        List<com.networknt.schema.Error> errors;
        try {
            errors = new ArrayList<>(schema.validate(context, JacksonTrees.of(value), ALL));
        } catch (OverBudgetException e) {
            return List.of(new SchemaViolation(
                    "cost",
                    JsonPointer.ROOT,
                    "",
                    "Expected a value that can be checked within " + MAX_STEPS + " steps and " + MAX_PATH
                            + " levels, but it takes more. Make the value smaller, or the schema simpler."));
        }
        DocumentOrder order = new DocumentOrder(value);
        Map<List<Object>, Found> found = new LinkedHashMap<>();
        for (com.networknt.schema.Error error : errors) {
            Found one = locate(error, order);
            found.putIfAbsent(List.of(one.keyword, one.pointer, one.schemaPointer, one.property), one);
        }
        return found.values().stream()
                .sorted(Found.ORDER)
                .limit(max)
                .map(one -> one.violation(value, source))
                .toList();
    }

    /** Which places a value that is valid can have. */
    public SchemaPlaces places() {
        return new SchemaPlaces(source, walk);
    }

    private static final OutputFormat<List<com.networknt.schema.Error>> ALL =
            (schema, context, schemaContext) -> context.getErrors();

    private record Found(
            String keyword,
            JsonPointer pointer,
            JsonPointer schemaPointer,
            Optional<String> property,
            List<Integer> position,
            com.networknt.schema.Error error) {

        private static final Comparator<Found> ORDER = Comparator.comparing(Found::position, DocumentOrder::compare)
                .thenComparing(Found::keyword)
                .thenComparing(one -> one.schemaPointer.toString())
                .thenComparing(one -> one.property.orElse(""));

        private SchemaViolation violation(Json value, Json source) {
            Json offending = pointer.resolve(value).orElse(Json.nul());
            Json limit = schemaPointer.child(keyword).resolve(source).orElseGet(() -> JacksonValues.limit(error));
            return new SchemaViolation(
                    keyword,
                    pointer,
                    schemaPointer.toString(),
                    Messages.of(keyword, limit, pointer, offending, property, error.getMessage()));
        }
    }

    private Found locate(com.networknt.schema.Error error, DocumentOrder order) {
        EvaluationPath path = EvaluationPath.of(tokens(error.getEvaluationPath()), walk);
        List<String> instance = tokens(error.getInstanceLocation());
        int depth = Math.max(0, instance.size() - path.consumedAfter());
        JsonPointer pointer = new JsonPointer(instance.subList(0, depth));
        JsonPointer schemaPointer = path.isExact() ? path.schemaPointer() : approximate(error, path.keyword());
        Optional<String> property =
                path.consumedAfter() == 0 ? Optional.ofNullable(error.getProperty()) : Optional.empty();
        return new Found(path.keyword(), pointer, schemaPointer, property, order.position(pointer), error);
    }

    /** After a {@code $dynamicRef}: the engine's own location, cut at the keyword. */
    private static JsonPointer approximate(com.networknt.schema.Error error, String keyword) {
        List<String> tokens = tokens(error.getSchemaLocation().getFragment());
        int at = tokens.indexOf(keyword);
        return new JsonPointer(tokens.subList(0, at >= 0 ? at : Math.max(0, tokens.size() - 1)));
    }

    private static List<String> tokens(NodePath path) {
        List<String> tokens = new ArrayList<>();
        if (path != null) {
            for (int i = 0; i < path.getNameCount(); i++) {
                tokens.add(String.valueOf(path.getElement(i)));
            }
        }
        return tokens;
    }

    /** Counts each keyword and each branch that the engine enters: the only bound it lets us set. */
    private static final class Context extends ExecutionContext {

        private long steps;
        private int depth;

        private Context() {
            super(ExecutionConfig.builder()
                    .locale(Locale.ROOT)
                    .formatAssertionsEnabled(false)
                    .failFast(false)
                    .build());
        }

        @Override
        public void evaluationPathAddLast(String token) {
            step();
            super.evaluationPathAddLast(token);
        }

        @Override
        public void evaluationPathAddLast(int token) {
            step();
            super.evaluationPathAddLast(token);
        }

        @Override
        public void evaluationPathRemoveLast() {
            depth--;
            super.evaluationPathRemoveLast();
        }

        private void step() {
            if (++steps > MAX_STEPS || ++depth > MAX_PATH) {
                throw new OverBudgetException();
            }
        }
    }

    /** Leaves the engine; never seen outside of this class. */
    private static final class OverBudgetException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private OverBudgetException() {
            super("", null, false, false);
        }
    }
}
