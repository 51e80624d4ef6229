package io.patchboard.encoding;

import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Queue;
import org.apache.avro.Schema;

/**
 * What passing over values of somebody's schema may take. Fields that this reader does not know are skipped, whatever
 * they are made of, and a schema can make few bytes cost endless time: items and records of no bytes, records inside of
 * records that are each other's twice.
 *
 * <p>So each value that can be there many times has to have a byte for some steps of passing over it: an item of an
 * array, a value of a map, and a branch of a union, by which alone a schema can be inside of itself.
 */
final class WriterSchema {

    /** Records around a field, and fields of no bytes, for each byte of a value that can be there many times. */
    private static final int STEPS_OF_A_BYTE = 4;

    /** Fields of one value, with those of the records in it. */
    private static final long MOST_STEPS = 20_000;

    private static final int MOST_DEPTH = 100;

    private final IdentityHashMap<Schema, Cost> known = new IdentityHashMap<>();
    private final IdentityHashMap<Schema, Integer> seen = new IdentityHashMap<>();
    private final Queue<Many> open = new ArrayDeque<>();

    private WriterSchema() {}

    /** Of one value, without what is behind arrays, maps and unions. */
    private record Cost(long steps, long bytes) {

        private static final Cost ONE_BYTE = new Cost(1, 1);
        private static final Cost NO_BYTES = new Cost(1, 0);

        Cost plus(Cost other) {
            return new Cost(steps + other.steps, bytes + other.bytes);
        }
    }

    /** @param before bytes that stand before each value */
    private record Many(Schema schema, int before) {}

    /** @throws IllegalArgumentException if values of it could cost more than their bytes are worth, with the reason */
    static void requireBounded(Schema schema) {
        WriterSchema all = new WriterSchema();
        all.cost(schema, 0);
        for (Many each = all.open.poll(); each != null; each = all.open.poll()) {
            Cost cost = all.cost(each.schema(), 0);
            if (cost.steps() > STEPS_OF_A_BYTE * (cost.bytes() + each.before())) {
                throw new IllegalArgumentException(
                        "Expected items, values of maps and branches of unions that take a byte"
                                + " for each " + STEPS_OF_A_BYTE + " of their fields at least, but one of type "
                                + each.schema().getFullName() + " has " + cost.steps() + " and may take "
                                + cost.bytes());
            }
        }
    }

    private Cost cost(Schema schema, int depth) {
        return switch (schema.getType()) {
            case NULL -> Cost.NO_BYTES;
            case FIXED -> new Cost(1, schema.getFixedSize());
            case RECORD -> record(schema, depth);
            case ARRAY -> behind(schema.getElementType(), 0);
            case MAP -> behind(schema.getValueType(), 1);
            case UNION -> {
                schema.getTypes().forEach(branch -> behind(branch, 1));
                yield Cost.ONE_BYTE;
            }
            default -> Cost.ONE_BYTE;
        };
    }

    private Cost behind(Schema schema, int before) {
        if (before < seen.getOrDefault(schema, Integer.MAX_VALUE)) {
            seen.put(schema, before);
            open.add(new Many(schema, before));
        }
        return Cost.ONE_BYTE;
    }

    private Cost record(Schema schema, int depth) {
        Cost sum = known.get(schema);
        if (sum != null) {
            return sum;
        }
        if (depth > MOST_DEPTH) {
            throw new IllegalArgumentException("Expected records in records at most " + MOST_DEPTH
                    + " deep, or inside of each other by a union, but they are deeper");
        }
        sum = Cost.NO_BYTES;
        for (Schema.Field field : schema.getFields()) {
            sum = sum.plus(cost(field.schema(), depth + 1));
            if (sum.steps() > MOST_STEPS) {
                throw new IllegalArgumentException("Expected values of at most " + MOST_STEPS
                        + " fields with those of the records in them, but one of type " + schema.getFullName()
                        + " has more");
            }
        }
        known.put(schema, sum);
        return sum;
    }
}
