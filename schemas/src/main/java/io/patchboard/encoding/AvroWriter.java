package io.patchboard.encoding;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/** Writes the JSON form of a record as Avro binary. A value that does not fit the schema is a bug of the caller. */
final class AvroWriter {

    /**
     * Where in the record something stands: a pointer that is made only for who asks.
     *
     * @param parent null for the record itself
     * @param token a field's name or an item's number
     */
    private record Place(Place parent, Object token) {}

    private AvroWriter() {}

    static void write(JsonObject object, Schema schema, ByteArrayOutputStream out) {
        try {
            // Not a buffered one, which would make a buffer of 2 KB for each record, before one that is a buffer
            // itself.
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
            writeObject(object, schema, encoder, null);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Expected to write to memory, but it failed.", e);
        }
    }

    /** Writes which branch of a union follows. */
    static void writeIndex(int branch, ByteArrayOutputStream out) {
        try {
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
            encoder.writeIndex(branch);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Expected to write to memory, but it failed.", e);
        }
    }

    private static void writeObject(JsonObject object, Schema schema, Encoder out, Place at) throws IOException {
        for (Schema.Field field : schema.getFields()) {
            Place place = new Place(at, field.name());
            if (field.schema().getType() == Schema.Type.UNION) {
                writeOptional(object, field, out, place);
            } else {
                Json value = object.get(field.name())
                        .orElseThrow(() -> mismatch(
                                place, "a value of type " + field.schema().getType(), "nothing"));
                writeValue(value, field.schema(), out, place);
            }
        }
    }

    private static void writeOptional(JsonObject object, Schema.Field field, Encoder out, Place at) throws IOException {
        int nullBranch = AvroFormat.nullBranch(field.schema());
        Json value = object.get(field.name()).orElse(Json.nul());
        if (value.isNull()) {
            out.writeIndex(nullBranch);
            out.writeNull();
        } else {
            out.writeIndex(1 - nullBranch);
            writeValue(value, field.schema().getTypes().get(1 - nullBranch), out, at);
        }
    }

    private static void writeValue(Json value, Schema schema, Encoder out, Place at) throws IOException {
        switch (schema.getType()) {
            case STRING -> {
                if (AvroFormat.holdsJson(schema)) {
                    out.writeBytes(JsonWriter.compactBytes(value)); // a string's form, too: its length and its UTF-8
                } else {
                    out.writeString(text(value, at));
                }
            }
            case LONG -> {
                if (!(value instanceof JsonNumber number)) {
                    throw mismatch(at, "an integer", value.typeName());
                }
                out.writeLong(number.value().longValueExact());
            }
            case BOOLEAN -> {
                if (!(value instanceof JsonBoolean flag)) {
                    throw mismatch(at, "true or false", value.typeName());
                }
                out.writeBoolean(flag.value());
            }
            case ENUM -> {
                String symbol = text(value, at);
                if (!schema.hasEnumSymbol(symbol)) {
                    throw mismatch(at, "one of " + schema.getEnumSymbols(), symbol);
                }
                out.writeEnum(schema.getEnumOrdinal(symbol));
            }
            case ARRAY -> writeArray(value, schema.getElementType(), out, at);
            case RECORD -> {
                if (!(value instanceof JsonObject object)) {
                    throw mismatch(at, "an object", value.typeName());
                }
                writeObject(object, schema, out, at);
            }
            default -> throw new IllegalStateException("Expected a type that the contract uses, but got " + schema);
        }
    }

    private static void writeArray(Json value, Schema items, Encoder out, Place at) throws IOException {
        if (!(value instanceof JsonArray array)) {
            throw mismatch(at, "an array", value.typeName());
        }
        out.writeArrayStart();
        out.setItemCount(array.size());
        for (int i = 0; i < array.size(); i++) {
            out.startItem();
            writeValue(array.get(i), items, out, new Place(at, i));
        }
        out.writeArrayEnd();
    }

    private static String text(Json value, Place at) {
        if (!(value instanceof JsonString string)) {
            throw mismatch(at, "a string", value.typeName());
        }
        return string.value();
    }

    private static IllegalArgumentException mismatch(Place at, String expected, String found) {
        return new IllegalArgumentException("Expected " + expected + " at " + pointer(at) + ", but got " + found + ".");
    }

    private static JsonPointer pointer(Place at) {
        return at == null
                ? JsonPointer.ROOT
                : pointer(at.parent()).child(at.token().toString());
    }
}
