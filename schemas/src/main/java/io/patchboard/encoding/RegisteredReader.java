package io.patchboard.encoding;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.RejectionCode;
import io.patchboard.registry.RegisteredSchema;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * Reads what was written with one registered schema: a record of the contract, or a union with such records among
 * others. Only the branch that was written has to be one of them.
 */
final class RegisteredReader {

    private final Schema writer;
    private final List<Optional<AvroReader>> branches;

    private RegisteredReader(Schema writer, List<Optional<AvroReader>> branches) {
        this.writer = writer;
        this.branches = branches;
    }

    static RegisteredReader of(int id, RegisteredSchema registered) throws DecodeException {
        Schema writer = parse(id, registered);
        List<Schema> branches = writer.isUnion() ? writer.getTypes() : List.of(writer);
        for (Schema branch : branches) {
            requireBounded(id, branch);
        }
        return new RegisteredReader(
                writer, branches.stream().map(RegisteredReader::reader).toList());
    }

    private static void requireBounded(int id, Schema schema) throws DecodeException {
        try {
            WriterSchema.requireBounded(schema);
        } catch (IllegalArgumentException e) {
            throw DecodeException.of(
                    RejectionCode.SCHEMA_ID,
                    "Expected schema id " + id + " to have values that cost no more than their bytes are worth. "
                            + e.getMessage() + ".");
        }
    }

    static Schema parse(int id, RegisteredSchema registered) throws DecodeException {
        try {
            Schema.Parser parser = new Schema.Parser();
            registered.references().forEach(parser::parse);
            return parser.parse(registered.text());
        } catch (RuntimeException e) {
            // Avro refuses what is no schema in several ways: an order that there is not, a size that is too large.
            throw DecodeException.of(
                    RejectionCode.SCHEMA_ID,
                    "Expected schema id " + id + " to be an Avro schema that is complete with its references, but: "
                            + e.getMessage() + ".");
        }
    }

    private static Optional<AvroReader> reader(Schema writer) {
        return writer.getType() == Schema.Type.RECORD
                ? RecordSchemas.find(writer.getName()).map(reader -> new AvroReader(writer, reader))
                : Optional.empty();
    }

    /** @param offset where the data begins, after the schema's id */
    JsonObject read(byte[] bytes, int offset, JsonReader json, List<String> types) throws DecodeException {
        if (!writer.isUnion()) {
            return read(0, bytes, offset, json, types);
        }
        BoundedDecoder data = new BoundedDecoder(bytes, offset);
        int branch;
        try {
            branch = data.readIndex();
        } catch (IOException e) {
            throw DecodeException.of(
                    RejectionCode.AVRO, e.getMessage() + ". It should be a branch of the schema's union.");
        }
        if (branch < 0 || branch >= branches.size()) {
            throw DecodeException.of(
                    RejectionCode.AVRO,
                    "Expected one of the " + branches.size() + " branches of the schema's union, but got branch "
                            + branch + ".");
        }
        return read(branch, bytes, data.position(), json, types);
    }

    private JsonObject read(int branch, byte[] bytes, int offset, JsonReader json, List<String> types)
            throws DecodeException {
        Schema written = writer.isUnion() ? writer.getTypes().get(branch) : writer;
        AvroReader reader = branches.get(branch)
                .filter(known -> types.contains(known.type()))
                .orElseThrow(() -> DecodeException.of(
                        RejectionCode.AVRO,
                        "Expected an Avro record, one of " + types + ", but got " + named(written) + "."));
        return reader.read(bytes, offset, json);
    }

    private static String named(Schema schema) {
        return schema.getType() == Schema.Type.RECORD ? "a " + schema.getFullName() : "type " + schema.getType();
    }
}
