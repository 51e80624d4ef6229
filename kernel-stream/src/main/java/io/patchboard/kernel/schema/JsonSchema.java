package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.schema.keyword.Evaluation;
import io.patchboard.kernel.schema.keyword.Finding;
import io.patchboard.kernel.schema.keyword.OverBudgetException;
import io.patchboard.kernel.schema.keyword.Report;
import io.patchboard.kernel.schema.keyword.Subschema;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * A compiled JSON Schema 2020-12. Immutable and safe to share between threads.
 *
 * <p>What it finds out about parts of a value it remembers with them, so that of a value that was made by a patch it
 * visits what the patch changed. Neither verdicts nor messages nor the bound of work depend on what is remembered;
 * {@code docs/validation.md} has the argument.
 */
public final class JsonSchema {

    /** The steps of one validation: a tenth of a second of work. */
    static final long MAX_STEPS = 5_000_000;

    /** As much again, for finding out all that is wrong with an invalid value. */
    private static final long MAX_REPORT_STEPS = MAX_STEPS;

    private static final int MAX_PROBLEMS = 100;

    /** Of references, patterns and what else is looked at without it. */
    private static final int MAX_WALK_PROBLEMS = 1_000;

    private final Json source;
    private final SchemaWalk walk;
    private final Subschema root;
    private final boolean seals;

    private JsonSchema(Json source, SchemaWalk walk, Subschema root) {
        this.source = source;
        this.walk = walk;
        this.root = root;
        this.seals = SealedKeyword.isIn(source);
    }

    /**
     * Compiles a schema, after checking all that could go wrong when it is used.
     *
     * @throws SchemaCompileException with every problem
     */
    public static JsonSchema compile(Json schema) throws SchemaCompileException {
        return compile(schema, Documents.NONE);
    }

    /** A schema that comes along with the program, so nothing is wrong with it. */
    public static JsonSchema own(Json schema) {
        try {
            return compile(schema);
        } catch (SchemaCompileException e) {
            throw new IllegalStateException("Expected a valid schema in the program, but: " + e.getMessage(), e);
        }
    }

    /** As {@link #compile(Json)}, for a schema that may refer to some other documents. */
    static JsonSchema compile(Json schema, Documents documents) throws SchemaCompileException {
        return compile(schema, documents, new IdentityHashMap<>());
    }

    /**
     * As {@link #compile(Json)}.
     *
     * @param sealed what is known of schemas of what is sealed, by identity
     */
    static JsonSchema compile(Json schema, Documents documents, Map<Json, Optional<String>> sealed)
            throws SchemaCompileException {
        SchemaWalk walk = SchemaWalk.of(schema, documents, sealed);
        List<Problem> problems = problems(schema, walk);
        if (!problems.isEmpty()) {
            throw new SchemaCompileException(problems);
        }
        try {
            return new JsonSchema(schema, walk, SchemaCompiler.compile(walk));
        } catch (SchemaCompiler.TooManySubschemasException e) {
            throw new SchemaCompileException(List.of(new Problem("", e.getMessage())));
        }
    }

    private static List<Problem> problems(Json schema, SchemaWalk walk) {
        Map<JsonPointer, String> invalid = new LinkedHashMap<>();
        if (!hasForeignDialect(schema)) {
            Compiled.META_SCHEMA
                    .validateAll(schema, MAX_PROBLEMS)
                    .forEach(violation ->
                            invalid.putIfAbsent(violation.pointer(), MetaSchema.message(schema, violation)));
        }
        List<Problem> problems = new ArrayList<>();
        invalid.forEach((pointer, message) -> problems.add(new Problem(pointer.toString(), message)));
        walk.problems().stream().limit(MAX_WALK_PROBLEMS).forEach(problems::add);
        DocumentOrder order = new DocumentOrder(schema);
        return problems.stream()
                .map(problem -> Map.entry(order.position(JsonPointer.parse(problem.pointer())), problem))
                .sorted(Map.Entry.comparingByKey(DocumentOrder::compare))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static boolean hasForeignDialect(Json schema) {
        return schema instanceof JsonObject object
                && object.get("$schema")
                        .filter(dialect -> !dialect.equals(Json.of(MetaSchema.URI)))
                        .isPresent();
    }

    /** The schema of schemas, made on first use; it is not checked against itself. */
    private static final class Compiled {

        private static final JsonSchema META_SCHEMA = of(MetaSchema.DOCUMENTS.get(MetaSchema.URI));

        private static JsonSchema of(Json schema) {
            SchemaWalk walk = SchemaWalk.of(schema, Documents.NONE, new IdentityHashMap<>());
            return new JsonSchema(schema, walk, SchemaCompiler.compile(walk));
        }
    }

    /** The first violation in document order, then by keyword; empty if the value is valid. */
    public Optional<SchemaViolation> validate(Json value) {
        return validateAll(value, 1).stream().findFirst();
    }

    /**
     * As {@link #validate(Json)}.
     *
     * @param steps told of those that it took, which what is remembered does not change
     */
    public Optional<SchemaViolation> validate(Json value, LongConsumer steps) {
        return validateAll(value, 1, steps).stream().findFirst();
    }

    /** The first violations in document order, then by keyword, at most {@code max} of them. */
    public List<SchemaViolation> validateAll(Json value, int max) {
        return validateAll(value, max, steps -> {});
    }

    /**
     * As {@link #validateAll(Json, int)}.
     *
     * @param steps told of those that it took, which what is remembered does not change
     */
    public List<SchemaViolation> validateAll(Json value, int max, LongConsumer steps) {
        Evaluation verdict = new Evaluation(MAX_STEPS);
        Evaluation reasons = new Evaluation(MAX_REPORT_STEPS);
        List<SchemaViolation> violations = violations(value, max, verdict, reasons)
                .orElseGet(() -> List.of(new SchemaViolation(
                        "cost",
                        JsonPointer.ROOT,
                        "",
                        "Expected a value that can be checked within " + MAX_STEPS + " steps and "
                                + Evaluation.MAX_DEPTH
                                + " levels, but it takes more. Make the value smaller, or the schema simpler.")));
        steps.accept(verdict.steps() + reasons.steps());
        return violations;
    }

    /** As {@link #validateAll(Json, int)}; none where finding them takes more steps than these. */
    public List<SchemaViolation> validateAll(Json value, int max, long mostSteps) {
        return violations(value, max, new Evaluation(mostSteps), new Evaluation(mostSteps))
                .orElse(List.of());
    }

    /** Absent if that takes more than it may. */
    private Optional<List<SchemaViolation>> violations(Json value, int max, Evaluation verdict, Evaluation reasons) {
        try {
            if (accepts(value, verdict)) {
                return Optional.of(List.of());
            }
            Report report = new Report(reasons);
            root.report(value, JsonPointer.ROOT, report);
            return Optional.of(inOrder(report.findings(), value).stream()
                    .limit(max)
                    .map(this::violation)
                    .toList());
        } catch (OverBudgetException e) {
            return Optional.empty();
        }
    }

    /** Whether a value is valid, with the work counted. */
    boolean accepts(Json value, Evaluation evaluation) {
        return root.acceptsWhole(value, evaluation);
    }

    private static Collection<Finding> inOrder(List<Finding> findings, Json value) {
        if (findings.size() < 2) {
            return findings;
        }
        Set<Told> told = new HashSet<>();
        DocumentOrder order = new DocumentOrder(value);
        return findings.stream()
                .filter(finding -> told.add(Told.of(finding)))
                .map(finding -> Map.entry(order.position(finding.pointer()), finding))
                .sorted(Map.Entry.<List<Integer>, Finding>comparingByKey(DocumentOrder::compare)
                        .thenComparing(Map.Entry::getValue, BY_KEYWORD))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** What is told once. It has an order, since a value may have many names of the same hash. */
    record Told(JsonPointer pointer, String keyword, JsonPointer schemaPointer, Optional<String> property)
            implements Comparable<Told> {

        private static final Comparator<Told> ORDER = Comparator.comparing(Told::pointer)
                .thenComparing(Told::keyword)
                .thenComparing(Told::schemaPointer)
                .thenComparing(one -> one.property().isPresent())
                .thenComparing(one -> one.property().orElse(""));

        private static Told of(Finding finding) {
            return new Told(finding.pointer(), finding.keyword(), finding.schemaPointer(), finding.property());
        }

        @Override
        public int compareTo(Told other) {
            return ORDER.compare(this, other);
        }
    }

    private static final Comparator<Finding> BY_KEYWORD = Comparator.comparing(Finding::keyword)
            .thenComparing(one -> one.schemaPointer().toString())
            .thenComparing(one -> one.property().orElse(""));

    /** Where some values are secrets, which a misplaced one may be, no message says what a value is. */
    private SchemaViolation violation(Finding finding) {
        return new SchemaViolation(
                finding.keyword(),
                finding.pointer(),
                finding.schemaPointer().toString(),
                Messages.of(finding, !seals),
                finding.nearest().map(this::violation));
    }

    /** Whether it asks for sealed values anywhere. */
    public boolean seals() {
        return seals;
    }

    /** Which places a value that is valid can have. */
    public SchemaPlaces places() {
        return new SchemaPlaces(source, walk);
    }
}
