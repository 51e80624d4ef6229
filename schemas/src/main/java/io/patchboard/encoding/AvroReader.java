package io.patchboard.encoding;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.RejectionCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.avro.Schema;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.ResolvingDecoder;

/**
 * Reads data that was written with one schema as the JSON form of another (Avro's schema resolution): fields that the
 * writer did not know get their defaults, fields that this reader does not know are skipped.
 *
 * <p>The lists of a record have together no more items than a JSON text may have objects and arrays: an item takes a
 * byte here, where JSON has three, and seventy times that in memory.
 *
 * <p>Safe for use by several threads. Resolvers are kept and used again, because building one costs more than reading a
 * record; there are never more of them than threads were reading at once.
 */
final class AvroReader {

    private final Schema writer;
    private final Schema reader;
    private final boolean isOwn;
    private final Queue<ResolvingDecoder> idleResolvers = new ConcurrentLinkedQueue<>();

    AvroReader(Schema writer, Schema reader) {
        this.writer = writer;
        this.reader = withWords(writer, reader);
        this.isOwn = writer.equals(reader);
    }

    /** With the words of the writer, which may be newer: what an unknown one means is for who reads the record. */
    private static Schema withWords(Schema writer, Schema reader) {
        if (writer.getType() != Schema.Type.RECORD || writer.equals(reader)) {
            return reader;
        }
        List<Schema.Field> fields = new ArrayList<>();
        for (Schema.Field field : reader.getFields()) {
            Schema.Field written = writer.getField(field.name());
            boolean hasWords = field.schema().getType() == Schema.Type.ENUM
                    && !field.name().equals("type")
                    && written != null
                    && written.schema().getType() == Schema.Type.ENUM;
            fields.add(new Schema.Field(field, hasWords ? written.schema() : field.schema()));
        }
        return Schema.createRecord(reader.getName(), reader.getDoc(), reader.getNamespace(), false, fields);
    }

    private ResolvingDecoder resolver(BoundedDecoder data) throws IOException {
        ResolvingDecoder idle = idleResolvers.poll();
        if (idle == null) {
            return DecoderFactory.get().resolvingDecoder(writer, reader, data);
        }
        idle.configure(data);
        return idle;
    }

    /** The name of the record that this reads. */
    String type() {
        return reader.getName();
    }

    /**
     * @param offset where the data begins; it must end with the bytes
     * @throws DecodeException {@code avro} for malformed data; {@code json}, with the object as far as it could be
     *     read, for a string that should hold JSON text
     */
    JsonObject read(byte[] bytes, int offset, JsonReader json) throws DecodeException {
        Walk walk = new Walk(json);
        AvroNesting nesting =
                new AvroNesting(new BoundedDecoder(bytes, offset), json.limits().maxDepth());
        Optional<IOException> unsound = unsound(nesting);
        // What is not sound is read up to there, for who sent it.
        BoundedDecoder data =
                new TextDecoder(unsound.isEmpty() ? bytes : Arrays.copyOf(bytes, nesting.sound()), offset);
        JsonObject object;
        try {
            ResolvingDecoder resolver = resolver(data);
            object = walk.object(reader, resolver, JsonPointer.ROOT);
            resolver.drain();
            if (unsound.isPresent()) {
                throw unsound.get();
            }
            idleResolvers.add(resolver);
        } catch (IOException e) {
            throw DecodeException.of(
                    RejectionCode.AVRO,
                    unsound.orElse(e).getMessage() + ". It was read as Avro record " + type() + ".",
                    walk.senderTexts());
        } catch (RuntimeException e) {
            // Avro's resolver reports a bad branch, a bad symbol and schemas that do not fit each other in its own
            // ways.
            throw DecodeException.of(
                    RejectionCode.AVRO,
                    "Expected Avro data of record " + type() + ", but it cannot be read from byte " + data.position()
                            + " on: " + e.getMessage() + ".",
                    walk.senderTexts());
        }
        if (!data.isAtEnd()) {
            throw DecodeException.of(
                    RejectionCode.AVRO,
                    "Expected the data of Avro record " + type() + " to end at byte " + data.position() + ", but "
                            + (bytes.length - data.position()) + " more follow.",
                    walk.senderTexts());
        }
        if (walk.firstProblem.isPresent()) {
            TextProblem problem = walk.firstProblem.get();
            throw new DecodeException(
                    RejectionCode.JSON,
                    problem.pointer,
                    "Expected JSON text at " + problem.pointer + ", but: " + problem.message,
                    Optional.of(object));
        }
        return object;
    }

    /** Why data of somebody's schema cannot be read. */
    private Optional<IOException> unsound(AvroNesting nesting) {
        try {
            if (!isOwn) {
                nesting.pass(writer);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    /** No record of the contract has bytes: where a writer has them, Avro makes a text of them, well-formed or not. */
    private static final class TextDecoder extends BoundedDecoder {

        TextDecoder(byte[] bytes, int offset) {
            super(bytes, offset);
        }

        @Override
        public ByteBuffer readBytes(ByteBuffer old) throws IOException {
            return ByteBuffer.wrap(readString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private record TextProblem(String pointer, String message) {}

    /** One pass over the reader's schema. */
    private static final class Walk {

        private final JsonReader json;
        private final JsonObject.Builder senderTexts = JsonObject.builder();
        private Optional<TextProblem> firstProblem = Optional.empty();
        private long items;

        Walk(JsonReader json) {
            this.json = json.together();
        }

        /** As far as the walk has come. */
        JsonObject senderTexts() {
            return senderTexts.build();
        }

        JsonObject object(Schema schema, ResolvingDecoder in, JsonPointer at) throws IOException {
            Optional<?>[] values = new Optional<?>[schema.getFields().size()];
            for (Schema.Field field : in.readFieldOrder()) {
                Optional<Json> value = value(field.schema(), in, at.child(field.name()));
                if (at.equals(JsonPointer.ROOT) && SenderTexts.NAMES.contains(field.name())) {
                    value.ifPresent(text -> senderTexts.put(field.name(), text));
                }
                values[field.pos()] = value;
            }
            JsonObject.Builder object = JsonObject.builder();
            for (Schema.Field field : schema.getFields()) {
                values[field.pos()].ifPresent(value -> object.put(field.name(), (Json) value));
            }
            return object.build();
        }

        /** Empty for Avro's null: a field that is absent in the JSON form. */
        private Optional<Json> value(Schema schema, ResolvingDecoder in, JsonPointer at) throws IOException {
            return switch (schema.getType()) {
                case UNION -> value(schema.getTypes().get(in.readIndex()), in, at);
                case NULL -> {
                    in.readNull();
                    yield Optional.empty();
                }
                case STRING -> Optional.of(text(schema, in.readString(), at));
                case LONG -> Optional.of(Json.of(in.readLong()));
                case BOOLEAN -> Optional.of(Json.of(in.readBoolean()));
                case ENUM -> Optional.of(Json.of(schema.getEnumSymbols().get(in.readEnum())));
                case ARRAY -> Optional.of(array(schema.getElementType(), in, at));
                case RECORD -> Optional.of(object(schema, in, at));
                default -> throw new IllegalStateException("Expected a type that the contract uses, but got " + schema);
            };
        }

        private JsonArray array(Schema elements, ResolvingDecoder in, JsonPointer at) throws IOException {
            List<Json> values = new ArrayList<>();
            for (long count = in.readArrayStart(); count > 0; count = in.arrayNext()) {
                requireFew(count, at);
                for (long i = 0; i < count; i++) {
                    JsonPointer place = elements.getType() == Schema.Type.RECORD ? at.child(values.size()) : at;
                    values.add(value(elements, in, place).orElse(Json.nul()));
                }
            }
            return JsonArray.copyOf(values);
        }

        private void requireFew(long more, JsonPointer at) throws IOException {
            items += more;
            if (items > json.limits().maxContainers()) {
                throw new IOException("Expected at most " + json.limits().maxContainers()
                        + " items in all lists of a record, but there are more at " + at);
            }
        }

        private Json text(Schema schema, String text, JsonPointer at) {
            if (!AvroFormat.holdsJson(schema)) {
                return Json.of(text);
            }
            try {
                return json.read(text);
            } catch (JsonSyntaxException e) {
                if (firstProblem.isEmpty()) {
                    firstProblem = Optional.of(new TextProblem(at.toString(), e.getMessage()));
                }
                return Json.of(text);
            }
        }
    }
}
