package io.patchboard.encoding;

import java.io.IOException;
import org.apache.avro.Schema;

/**
 * Passes over the data of a writer's schema, and refuses what is nested deeper than JSON may be. A schema can be inside
 * of itself, in fields that a reader skips, too, and Avro calls itself once more for each array or map in one.
 */
final class AvroNesting {

    private final BoundedDecoder in;
    private final int most;
    private int sound;

    /** @param most records, arrays and maps inside of each other */
    AvroNesting(BoundedDecoder in, int most) {
        this.in = in;
        this.most = most;
    }

    /** @throws IOException if it is nested deeper, or malformed */
    void pass(Schema record) throws IOException {
        for (Schema.Field field : record.getFields()) {
            sound = in.position();
            pass(field.schema(), 1);
        }
    }

    /** Where the field begins at which it came to an end. */
    int sound() {
        return sound;
    }

    private void pass(Schema schema, int depth) throws IOException {
        if (depth > most) {
            throw new IOException("Expected records, arrays and maps at most " + most
                    + " deep inside of each other, but at byte " + in.position() + " they are deeper");
        }
        switch (schema.getType()) {
            case RECORD -> {
                for (Schema.Field field : schema.getFields()) {
                    pass(field.schema(), depth + 1);
                }
            }
            case ARRAY -> items(schema.getElementType(), false, depth);
            case MAP -> items(schema.getValueType(), true, depth);
            case UNION -> {
                int branch = in.readIndex();
                if (branch < 0 || branch >= schema.getTypes().size()) {
                    throw new IOException(
                            "Expected one of the " + schema.getTypes().size() + " branches of a union, but got branch "
                                    + branch + " before byte " + in.position());
                }
                pass(schema.getTypes().get(branch), depth);
            }
            case FIXED -> in.skipFixed(schema.getFixedSize());
            case STRING -> in.skipString();
            case BYTES -> in.skipBytes();
            case ENUM -> in.readEnum();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> in.readFloat();
            case DOUBLE -> in.readDouble();
            case BOOLEAN -> in.readBoolean();
            case NULL -> in.readNull();
        }
    }

    /** Of each block, whether or not it tells its size. */
    private void items(Schema each, boolean named, int depth) throws IOException {
        for (BoundedDecoder.Block block = in.block(); block.count() > 0; block = in.block()) {
            for (long i = 0; i < block.count(); i++) {
                if (named) {
                    in.skipString();
                }
                pass(each, depth + 1);
            }
            in.requireEnd(block);
        }
    }
}
