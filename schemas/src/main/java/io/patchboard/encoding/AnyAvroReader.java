package io.patchboard.encoding;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.record.RejectionCode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Reads Avro data of any schema as JSON. A union is the value of its branch; decimals are numbers, other bytes Base64;
 * what is a date or a time stays the number that Avro has.
 */
final class AnyAvroReader {

    /** Of values in one record, each of which is kept; a schema may claim endless ones of no bytes. */
    private static final int MOST_VALUES = 250_000;

    private static final int MOST_DECIMAL_BYTES = 400;

    private final Schema schema;
    private final int maxDepth;

    AnyAvroReader(Schema schema, JsonLimits limits) {
        this.schema = schema;
        this.maxDepth = limits.maxDepth();
    }

    /** @param offset where the data begins; it must end with the bytes */
    Json read(byte[] bytes, int offset) throws DecodeException {
        BoundedDecoder in = new BoundedDecoder(bytes, offset);
        try {
            Json value = new Walk(in).value(schema, 0);
            if (in.isAtEnd()) {
                return value;
            }
            throw new IOException("Expected the data to end at byte " + in.position() + ", but "
                    + (bytes.length - in.position()) + " more follow");
        } catch (IOException e) {
            throw DecodeException.of(
                    RejectionCode.AVRO, e.getMessage() + ". It was read as Avro " + schema.getFullName() + ".");
        }
    }

    private final class Walk {

        private final BoundedDecoder in;
        private int values;

        Walk(BoundedDecoder in) {
            this.in = in;
        }

        Json value(Schema of, int depth) throws IOException {
            if (++values > MOST_VALUES || depth > maxDepth) {
                throw new IOException("Expected at most " + MOST_VALUES + " values, nested " + maxDepth
                        + " deep, but there are more");
            }
            return switch (of.getType()) {
                case RECORD -> object(of, depth);
                case ARRAY -> array(of.getElementType(), depth);
                case MAP -> map(of.getValueType(), depth);
                case UNION -> value(chosen(of.getTypes(), in.readIndex(), "branches"), depth + 1);
                case ENUM -> Json.of(chosen(of.getEnumSymbols(), in.readEnum(), "symbols"));
                case STRING -> Json.of(in.readString());
                case BYTES -> bytes(of, in.readBytes(null).array());
                case FIXED -> {
                    byte[] data = new byte[requireBacked(of.getFixedSize())];
                    in.readFixed(data, 0, data.length);
                    yield bytes(of, data);
                }
                case INT -> Json.of(in.readInt());
                case LONG -> Json.of(in.readLong());
                case FLOAT -> number(in.readFloat());
                case DOUBLE -> number(in.readDouble());
                case BOOLEAN -> Json.of(in.readBoolean());
                case NULL -> Json.nul();
            };
        }

        private Json object(Schema record, int depth) throws IOException {
            JsonObject.Builder object = JsonObject.builder();
            for (Schema.Field field : record.getFields()) {
                object.put(field.name(), value(field.schema(), depth + 1));
            }
            return object.build();
        }

        private Json array(Schema items, int depth) throws IOException {
            List<Json> array = new ArrayList<>();
            for (long count = in.readArrayStart(); count > 0; count = in.arrayNext()) {
                for (long i = 0; i < count; i++) {
                    array.add(value(items, depth + 1));
                }
            }
            return JsonArray.copyOf(array);
        }

        private Json map(Schema of, int depth) throws IOException {
            JsonObject.Builder object = JsonObject.builder();
            for (long count = in.readMapStart(); count > 0; count = in.mapNext()) {
                for (long i = 0; i < count; i++) {
                    object.put(in.readString(), value(of, depth + 1));
                }
            }
            return object.build();
        }

        private int requireBacked(int size) throws IOException {
            if (!in.has(size)) {
                throw new IOException("Expected " + size + " bytes at byte " + in.position() + ", but there are fewer");
            }
            return size;
        }
    }

    private static <T> T chosen(List<T> all, int index, String of) throws IOException {
        if (index < 0 || index >= all.size()) {
            throw new IOException("Expected one of " + all.size() + " " + of + ", but got number " + index);
        }
        return all.get(index);
    }

    private static Json number(double value) throws IOException {
        if (!Double.isFinite(value)) {
            throw new IOException("Expected a number that JSON can hold, but got " + value);
        }
        return JsonNumber.of(value);
    }

    private static Json number(float value) throws IOException {
        return Float.isFinite(value) ? JsonNumber.of(new BigDecimal(Float.toString(value))) : number((double) value);
    }

    private static Json bytes(Schema of, byte[] data) throws IOException {
        if (!(of.getLogicalType() instanceof LogicalTypes.Decimal decimal)) {
            return Json.of(Base64.getEncoder().encodeToString(data));
        }
        if (data.length == 0 || data.length > MOST_DECIMAL_BYTES || Math.abs(decimal.getScale()) > MOST_DECIMAL_BYTES) {
            throw new IOException("Expected a decimal of 1 to " + MOST_DECIMAL_BYTES + " bytes and a scale of at most "
                    + MOST_DECIMAL_BYTES + ", but got " + data.length + " bytes of scale " + decimal.getScale());
        }
        return JsonNumber.of(new BigDecimal(new BigInteger(data), decimal.getScale()));
    }
}
