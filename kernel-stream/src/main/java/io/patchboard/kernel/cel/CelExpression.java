package io.patchboard.kernel.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.text.Cut;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A compiled CEL expression over JSON variables. Immutable, safe to share between threads, made to be used often. */
public final class CelExpression {

    /** Stands among an expression's variables where it may call {@code degraded(path)}. */
    public static final String DEGRADED = "degraded";

    private static final int MAX_CODE_POINTS = 10_000;
    private static final int MAX_NESTING = 60;
    private static final int MAX_NODES = 5_000;

    /** What an evaluation costs before its first node. */
    private static final long EVALUATION = 30;

    private static final CelOptions OPTIONS = CelOptions.current()
            .maxExpressionCodePointSize(MAX_CODE_POINTS)
            .maxParseRecursionDepth(MAX_NESTING)
            .maxParseExpressionNodeCount(MAX_NODES)
            .maxParseErrorRecoveryLimit(10)
            .enableOptionalSyntax(true)
            .enableHeterogeneousNumericComparisons(true)
            .comprehensionMaxIterations((int) Budget.UNITS)
            .build();

    private static final CelStringExtensions STRINGS = CelExtensions.strings(
            CelStringExtensions.Function.CHAR_AT,
            CelStringExtensions.Function.LOWER_ASCII,
            CelStringExtensions.Function.UPPER_ASCII,
            CelStringExtensions.Function.SUBSTRING,
            CelStringExtensions.Function.TRIM,
            CelStringExtensions.Function.REVERSE);

    private static final CelListsExtensions LISTS = CelExtensions.lists(
            CelListsExtensions.Function.SLICE, CelListsExtensions.Function.REVERSE, CelListsExtensions.Function.SORT);

    /** {@code all(index, item, ...)} and its like: loops that the engine knows anyhow. Those that make maps are out. */
    private static final List<CelMacro> OF_TWO_VARIABLES = CelExtensions.comprehensions().macros().stream()
            .filter(macro -> !macro.getFunction().startsWith("transformMap"))
            .toList();

    private static final CelRuntime RUNTIME = CelRuntimeFactory.legacyCelRuntimeBuilder()
            .setOptions(OPTIONS)
            .setStandardEnvironmentEnabled(false)
            .setStandardFunctions(CelStandardFunctions.newBuilder()
                    .excludeFunctions(StandardFunction.MATCHES, StandardFunction.CONTAINS)
                    .build())
            .addLibraries(STRINGS, LISTS, CelExtensions.math(), CelExtensions.optional())
            .build();

    private final String source;
    private final Set<String> reads;
    private final int loops;
    private final FieldReads fields;
    private final Outline outline;
    private final CelRuntime.Program program;

    private CelExpression(String source, Set<String> variables, CelExpr expression, CelRuntime.Program program) {
        Shape shape = Shape.of(expression);
        this.source = source;
        this.reads = variables.stream().filter(shape.reads()::contains).collect(Collectors.toUnmodifiableSet());
        this.loops = shape.loops();
        this.fields = FieldReads.of(expression);
        this.outline = Outline.of(expression);
        this.program = program;
    }

    /**
     * Compiles an expression of any result. Each variable may hold any JSON value, so what depends on one is checked
     * when it is evaluated; what does not, now.
     *
     * @throws CelCompileException for syntax, unknown variables and functions, types that cannot fit, and size
     */
    public static CelExpression compile(String source, Set<String> variables) throws CelCompileException {
        return compile(source, variables, false);
    }

    /** As {@link #compile}, and refuses an expression whose value can never be a boolean. */
    public static CelExpression compileCondition(String source, Set<String> variables) throws CelCompileException {
        return compile(source, variables, true);
    }

    private static CelExpression compile(String source, Set<String> variables, boolean condition)
            throws CelCompileException {
        CelCompilerBuilder compiler = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addMacros(OF_TWO_VARIABLES)
                .addFunctionDeclarations(CelFunctions.DECLARATIONS)
                .addLibraries(STRINGS, LISTS, CelExtensions.math(), CelExtensions.optional());
        variables.stream()
                .filter(name -> !name.equals(DEGRADED))
                .forEach(name -> compiler.addVar(name, SimpleType.DYN));
        if (variables.contains(DEGRADED)) {
            compiler.addFunctionDeclarations(CelFunctions.OF_ORIGINS);
        }
        CelValidationResult result = compiler.build().compile(source);
        if (result.hasError()) {
            throw new CelCompileException(
                    "Expected a CEL expression, but " + CelMessages.of(result.getErrors(), source, variables));
        }
        try {
            CelAbstractSyntaxTree ast = result.getAst();
            CelType type = ast.getResultType();
            if (condition && !type.equals(SimpleType.BOOL) && !type.equals(SimpleType.DYN)) {
                throw new CelCompileException(
                        "Expected a condition that is true or false, but its value is of type " + type.name() + ".");
            }
            return new CelExpression(source, variables, ast.getExpr(), RUNTIME.createProgram(ast));
        } catch (CelValidationException | CelEvaluationException e) {
            throw new CelCompileException("Expected a CEL expression, but " + e.getMessage() + ".");
        }
    }

    /** What is wrong with regular expressions that stand in it as texts: each evaluation that comes to them fails. */
    public List<String> unusablePatterns() {
        return outline.unusable();
    }

    /**
     * Evaluates the expression.
     *
     * @param values of the variables it was compiled with; one without a value fails the expression that reads it
     */
    public CelOutcome evaluate(Map<String, Json> values) {
        return evaluate(values, new CelAllowance());
    }

    /**
     * Evaluates the expression, as one of several that may not take more than the allowance together.
     *
     * @param values of the variables it was compiled with; one without a value fails the expression that reads it
     */
    public CelOutcome evaluate(Map<String, Json> values, CelAllowance allowance) {
        return evaluate(values, allowance, Degraded.NOWHERE);
    }

    /**
     * Evaluates the expression, as one of several that may not take more than the allowance together.
     *
     * @param values of the variables it was compiled with; one without a value fails the expression that reads it
     * @param degraded which values a fallback wrote
     */
    public CelOutcome evaluate(Map<String, Json> values, CelAllowance allowance, Degraded degraded) {
        if (allowance.isSpent()) {
            return new CelOutcome.Failed(
                    "Expected all conditions of one decision to stay within their cost limit, but the" + " ones before "
                            + abbreviated() + " have used it up. Look at fewer items.");
        }
        return evaluate(values, allowance, degraded, new Budget(allowance));
    }

    /** How many units an evaluation is charged. */
    long cost(Map<String, Json> values) {
        CelAllowance allowance = new CelAllowance();
        Budget budget = new Budget(allowance);
        evaluate(values, allowance, Degraded.NOWHERE, budget);
        return budget.spent();
    }

    private CelOutcome evaluate(Map<String, Json> values, CelAllowance allowance, Degraded degraded, Budget budget) {
        CelViews views = new CelViews(budget);
        try {
            budget.charge(EVALUATION);
            Object result = program.trace(
                    name -> variable(values, name, views, budget),
                    CelFunctions.bind(outline.functions(), budget, outline.patterns(), degraded),
                    new Meter(budget, outline));
            return CelResults.json(result, budget)
                    .<CelOutcome>map(CelOutcome.Value::new)
                    .orElseGet(() -> new CelOutcome.Failed(
                            "Expected a value that JSON can hold from " + abbreviated() + ", but got another."));
        } catch (Budget.Exhausted e) {
            return new CelOutcome.Failed("Expected " + abbreviated() + " to stay within the cost limit of "
                    + Budget.UNITS + " steps, but it takes more. Look at fewer items, or at shorter strings.");
        } catch (CelEvaluationException e) {
            allowance.take(Meter.FAILURE);
            return new CelOutcome.Failed("Expected a value from " + abbreviated() + ", but " + reason(e) + ".");
        }
    }

    private static Optional<Object> variable(Map<String, Json> values, String name, CelViews views, Budget budget) {
        Optional<Json> value = Optional.ofNullable(values.get(name));
        budget.charge(value.isPresent() ? 0 : Meter.FAILURE);
        return value.map(views::of);
    }

    /** The value if it is a boolean; anything else is a failure. */
    public Condition test(Map<String, Json> values) {
        CelOutcome outcome = evaluate(values);
        if (outcome instanceof CelOutcome.Failed failed) {
            return new Condition.Failed(failed.message());
        }
        Json value = ((CelOutcome.Value) outcome).value();
        return value instanceof JsonBoolean bool
                ? new Condition.Holds(bool.value())
                : new Condition.Failed("Expected true or false from " + abbreviated() + ", but got a value of type "
                        + value.typeName() + ".");
    }

    /**
     * What a condition came to. One that fails is neither true nor false; the caller decides what follows from that.
     */
    public sealed interface Condition {

        /** The condition was evaluated. */
        record Holds(boolean value) implements Condition {}

        /** The condition has no value, or one that is not a boolean. */
        record Failed(String message) implements Condition {}
    }

    private static String reason(CelEvaluationException e) {
        String message = String.valueOf(e.getMessage()).strip();
        String reason = message.replaceFirst("^evaluation error( at <input>:\\d+)?: *", "");
        String shortened = Cut.within(reason, 300);
        return shortened.endsWith(".") ? shortened.substring(0, shortened.length() - 1) : shortened;
    }

    private String abbreviated() {
        return "\"" + Cut.within(source, 80) + "\"";
    }

    /** The variables that it reads, of those that it may, and {@link #DEGRADED} where it asks that. */
    public Set<String> reads() {
        return reads;
    }

    /** What it reads of its variables, and does with it, as far as its text tells. */
    public FieldReads fields() {
        return fields;
    }

    /**
     * How many of its loops over items are within each other at most, and so with which power of their number its cost
     * grows; 0 if it goes through none.
     */
    public int loops() {
        return loops;
    }

    /** The source. */
    @Override
    public String toString() {
        return source;
    }
}
