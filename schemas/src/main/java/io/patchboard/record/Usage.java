package io.patchboard.record;

import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.text.Cut;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What an answer used, as its worker reports it; never negative.
 *
 * @param cost money, in whatever unit the blueprint's budgets are in; absent where the worker reports none
 * @param model language model that answered, as its provider calls it
 * @param repairs what the worker's runner had to mend before the answer could be read, a fixed word for each kind
 * @param toolCalls calls of tools that it took
 * @param trajectory SHA-256 of the canonical JSON of the record that says what was called, on the topic for
 *     trajectories; absent where there is none
 * @param circumstances in which it was made
 */
public record Usage(
        long inputTokens,
        long outputTokens,
        Optional<BigDecimal> cost,
        Optional<String> model,
        List<String> repairs,
        long toolCalls,
        Optional<String> trajectory,
        Circumstances circumstances) {

    private static final int MOST_INTEGER_DIGITS = 15;
    private static final int MOST_DECIMALS = 40;
    private static final int SHOWN_DIGITS = 20;
    private static final int MOST_MODEL_CHARS = 200;
    private static final int MOST_REPAIRS = 20;
    private static final int MOST_REPAIR_CHARS = 40;
    public static final Usage NONE = new Usage(0, 0);

    public Usage {
        repairs = List.copyOf(repairs);
    }

    public Usage(long inputTokens, long outputTokens) {
        this(inputTokens, outputTokens, Optional.empty());
    }

    public Usage(long inputTokens, long outputTokens, Optional<BigDecimal> cost) {
        this(inputTokens, outputTokens, cost, Optional.empty(), List.of());
    }

    /** Of an answer that took no tools. */
    public Usage(
            long inputTokens,
            long outputTokens,
            Optional<BigDecimal> cost,
            Optional<String> model,
            List<String> repairs) {
        this(inputTokens, outputTokens, cost, model, repairs, 0, Optional.empty());
    }

    /** Of an answer of whose circumstances nothing is told. */
    public Usage(
            long inputTokens,
            long outputTokens,
            Optional<BigDecimal> cost,
            Optional<String> model,
            List<String> repairs,
            long toolCalls,
            Optional<String> trajectory) {
        this(inputTokens, outputTokens, cost, model, repairs, toolCalls, trajectory, Circumstances.NONE);
    }

    /** @throws FieldException if a number is negative, a cost too long to be added up, or a text too long to be kept */
    public static Usage read(Fields fields) {
        return new Usage(
                count(fields, "inputTokens"),
                count(fields, "outputTokens"),
                cost(fields),
                model(fields),
                repairs(fields),
                count(fields, "toolCalls"),
                Circumstances.hash(fields, "trajectory"),
                Circumstances.read(fields));
    }

    private static Optional<String> model(Fields fields) {
        Optional<String> model = fields.optionalString("model");
        model.ifPresent(name -> atMost(MOST_MODEL_CHARS, "characters", name.length(), "/usage/model"));
        return model;
    }

    private static List<String> repairs(Fields fields) {
        List<String> repairs = fields.strings("repairs");
        atMost(MOST_REPAIRS, "words", repairs.size(), "/usage/repairs");
        for (int i = 0; i < repairs.size(); i++) {
            atMost(MOST_REPAIR_CHARS, "characters", repairs.get(i).length(), "/usage/repairs/" + i);
        }
        return repairs;
    }

    static void atMost(int limit, String unit, int found, String pointer) {
        if (found > limit) {
            throw new FieldException(
                    pointer, "Expected at most " + limit + " " + unit + " at " + pointer + ", but got " + found + ".");
        }
    }

    static long count(Fields fields, String name) {
        long count = fields.optionalInteger(name).orElse(0L);
        if (count < 0) {
            throw new FieldException(
                    "/usage/" + name, "Expected at least 0 at /usage/" + name + ", but got " + count + ".");
        }
        return count;
    }

    private static Optional<BigDecimal> cost(Fields fields) {
        Optional<BigDecimal> cost = fields.optionalNumber("cost");
        if (cost.isPresent() && cost.get().signum() < 0) {
            throw new FieldException("/usage/cost", "Expected at least 0 at /usage/cost, but got " + cost.get() + ".");
        }
        return cost.map(Usage::bounded);
    }

    /** Costs are added up exactly, so a sum is about as long as the longest of them. */
    private static BigDecimal bounded(BigDecimal cost) {
        BigDecimal plain = cost.stripTrailingZeros();
        long integerDigits = (long) plain.precision() - plain.scale();
        if (plain.signum() != 0 && (integerDigits > MOST_INTEGER_DIGITS || plain.scale() > MOST_DECIMALS)) {
            throw new FieldException(
                    "/usage/cost",
                    "Expected at most " + MOST_INTEGER_DIGITS + " digits before the point and " + MOST_DECIMALS
                            + " after it at /usage/cost, but got "
                            + cost.round(new MathContext(SHOWN_DIGITS)) + ".");
        }
        return plain;
    }

    /** With each of its texts put through a function, and cut where that made it too long to be kept. */
    public Usage mapTexts(UnaryOperator<String> change) {
        return new Usage(
                inputTokens,
                outputTokens,
                cost,
                model.map(change).map(text -> Cut.begin(text, MOST_MODEL_CHARS)),
                repairs.stream()
                        .map(change)
                        .map(text -> Cut.begin(text, MOST_REPAIR_CHARS))
                        .toList(),
                toolCalls,
                trajectory,
                circumstances.mapTexts(change));
    }

    /** With calls of tools, and the hash of what says which. */
    public Usage withTools(long calls, Optional<String> hash) {
        return new Usage(inputTokens, outputTokens, cost, model, repairs, calls, hash, circumstances);
    }

    /** As made so. */
    public Usage in(Circumstances other) {
        return new Usage(inputTokens, outputTokens, cost, model, repairs, toolCalls, trajectory, other);
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("inputTokens", inputTokens)
                .put("outputTokens", outputTokens)
                .putIfPresent("cost", cost.map(JsonNumber::of))
                .putStringIfPresent("model", model)
                .putStringsIfAny("repairs", repairs);
        if (toolCalls > 0) {
            json.put("toolCalls", toolCalls);
        }
        circumstances.write(json.putStringIfPresent("trajectory", trajectory));
        return json.build();
    }
}
