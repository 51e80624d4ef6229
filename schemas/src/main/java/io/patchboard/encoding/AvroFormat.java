package io.patchboard.encoding;

import org.apache.avro.Schema;

/** Constants of the two framings, and the mark of fields that hold JSON text. */
final class AvroFormat {

    static final byte MAGIC_0 = (byte) 0xC3;
    static final byte MAGIC_1 = 0x01;
    static final byte CONFLUENT_MAGIC = 0x00;

    /** Two bytes of magic, eight of fingerprint. */
    static final int SINGLE_OBJECT_HEADER = 10;

    /** One byte of magic, four of schema id. */
    static final int CONFLUENT_HEADER = 5;

    private static final String JSON_PROPERTY = "patchboard.json";

    private AvroFormat() {}

    static boolean holdsJson(Schema schema) {
        return Boolean.TRUE.equals(schema.getObjectProp(JSON_PROPERTY));
    }

    /** The branch that stands for absence, in a union {@code [null, T]}. */
    static int nullBranch(Schema union) {
        return union.getTypes().get(0).getType() == Schema.Type.NULL ? 0 : 1;
    }
}
