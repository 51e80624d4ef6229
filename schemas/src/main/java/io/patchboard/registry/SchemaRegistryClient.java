package io.patchboard.registry;

import static io.patchboard.calls.HttpCaller.encoded;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.registry.RegistryHttp.Answer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * Asks a Schema Registry, and remembers what cannot change: the schema of an id, the id of a schema under a subject.
 *
 * <p>Calls block for at most the configured timeout for each address, and for about five of them where
 * a schema refers to others. Safe for use by several threads.
 */
public final class SchemaRegistryClient implements WriterSchemas {

    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int SUBJECT_NOT_FOUND = 40401;
    private static final int VERSION_NOT_FOUND = 40402;
    private static final int SCHEMA_NOT_FOUND = 40403;

    /** For how long schemas that one refers to are asked for at once. */
    private static final int TIMEOUTS_OF_REFERENCES = 4;

    private record SubjectSchema(String subject, RegisteredSchema schema) {}

    /** No answer, which is believed for as long as it took: a registry that hangs takes half of a caller's time. */
    private record Outage(RegistryUnavailableException why, long end) {}

    private final RegistryHttp http;
    private final LongSupplier nanoClock;
    private final long unknownForNanos;
    private final long mostNanos;
    private final BoundedCache<Integer, RegisteredSchema> schemas;
    private final BoundedCache<SubjectSchema, Integer> ids;
    private final BoundedCache<Integer, Long> unknownSince;
    private final BoundedCache<String, Answer> versions;
    private volatile Optional<Outage> outage = Optional.empty();

    public SchemaRegistryClient(RegistryConfig config) {
        this(config, System::nanoTime);
    }

    SchemaRegistryClient(RegistryConfig config, LongSupplier nanoClock) {
        this.http = new RegistryHttp(config);
        this.nanoClock = nanoClock;
        this.unknownForNanos = config.unknownFor().toNanos();
        this.mostNanos = config.timeout().multipliedBy(TIMEOUTS_OF_REFERENCES).toNanos();
        this.schemas = new BoundedCache<>(config.cacheSize());
        this.ids = new BoundedCache<>(config.cacheSize());
        this.unknownSince = new BoundedCache<>(config.cacheSize());
        this.versions = new BoundedCache<>(config.cacheSize());
    }

    @Override
    public RegisteredSchema schemaById(int id) throws UnknownSchemaException, RegistryUnavailableException {
        Optional<RegisteredSchema> cached = schemas.get(id);
        if (cached.isPresent()) {
            return cached.get();
        }
        if (id < 0 || isKnownToBeUnknown(id)) {
            throw unknown(id, OptionalInt.empty(), OptionalInt.empty());
        }
        Answer answer = unlessAway("/schemas/ids/" + id);
        if (hasCode(answer, SUBJECT_NOT_FOUND) || hasCode(answer, SCHEMA_NOT_FOUND)) {
            unknownSince.put(id, nanoClock.getAsLong());
            throw unknown(id, OptionalInt.of(answer.status()), answer.errorCode());
        }
        if (!answer.isSuccess()) {
            throw new RegistryUnavailableException(
                    "Expected the Schema Registry to know schema id " + id + " or not, but got "
                            + RegistryAdvice.of(answer),
                    OptionalInt.of(answer.status()),
                    answer.errorCode());
        }
        RegisteredSchema.Type type =
                RegisteredSchema.Type.of(answer.text("schemaType").orElse("AVRO"));
        RegisteredSchema schema = new RegisteredSchema(
                type,
                answer.text("schema").orElseThrow(() -> incomplete("schema", answer)),
                type == RegisteredSchema.Type.AVRO ? references(id, answer) : List.of());
        schemas.put(id, schema);
        unknownSince.remove(id);
        return schema;
    }

    private Answer unlessAway(String path) throws RegistryUnavailableException {
        long began = nanoClock.getAsLong();
        Optional<Outage> known = outage.filter(one -> began - one.end() < 0);
        if (known.isPresent()) {
            throw known.get().why();
        }
        try {
            return http.get(path);
        } catch (RegistryUnavailableException e) {
            long now = nanoClock.getAsLong();
            if (!Thread.currentThread().isInterrupted()) {
                outage = Optional.of(new Outage(e, now + Math.min(now - began, mostNanos)));
            }
            throw e;
        }
    }

    private List<String> references(int id, Answer schema) throws UnknownSchemaException, RegistryUnavailableException {
        try {
            long began = nanoClock.getAsLong();
            return new References(http, versions, () -> nanoClock.getAsLong() - began > mostNanos).of(schema);
        } catch (UnknownSchemaException e) {
            unknownSince.put(id, nanoClock.getAsLong());
            throw e;
        }
    }

    /**
     * Registers the schema under the subject, or finds it there.
     *
     * @return the schema's id
     * @throws SchemaRefusedException if it is invalid, or incompatible with the subject's earlier ones
     */
    public int register(String subject, RegisteredSchema schema)
            throws SchemaRefusedException, RegistryUnavailableException {
        SubjectSchema key = new SubjectSchema(subject, schema);
        Optional<Integer> cached = ids.get(key);
        if (cached.isPresent()) {
            return cached.get();
        }
        Answer answer = http.post("/subjects/" + encoded(subject) + "/versions", body(schema));
        if (!answer.isSuccess()) {
            throw refused("register the schema under subject " + subject, answer);
        }
        return remember(key, answer);
    }

    /**
     * The id of the schema under the subject; empty if the subject or the schema is not registered.
     *
     * @throws SchemaRefusedException if the schema is invalid
     */
    public OptionalInt lookup(String subject, RegisteredSchema schema)
            throws SchemaRefusedException, RegistryUnavailableException {
        SubjectSchema key = new SubjectSchema(subject, schema);
        Optional<Integer> cached = ids.get(key);
        if (cached.isPresent()) {
            return OptionalInt.of(cached.get());
        }
        Answer answer = http.post("/subjects/" + encoded(subject), body(schema));
        if (hasCode(answer, SUBJECT_NOT_FOUND) || hasCode(answer, SCHEMA_NOT_FOUND)) {
            return OptionalInt.empty();
        }
        if (!answer.isSuccess()) {
            throw refused("look the schema up under subject " + subject, answer);
        }
        return OptionalInt.of(remember(key, answer));
    }

    /**
     * Whether the subject allows the schema: by all versions that its level asks for, or by the latest where the
     * registry compares with one only. True where there is no version yet.
     *
     * @throws SchemaRefusedException if the schema is invalid
     */
    public Compatibility compatibility(String subject, RegisteredSchema schema)
            throws SchemaRefusedException, RegistryUnavailableException {
        Answer answer = compare("/compatibility/subjects/" + encoded(subject) + "/versions", body(schema));
        if (hasCode(answer, SUBJECT_NOT_FOUND) || hasCode(answer, VERSION_NOT_FOUND)) {
            return Compatibility.NOTHING_TO_COMPARE_WITH;
        }
        if (!answer.isSuccess()) {
            throw refused("check the schema against subject " + subject, answer);
        }
        Json compatible = answer.value("is_compatible").orElseThrow(() -> incomplete("is_compatible", answer));
        return new Compatibility(compatible == JsonBoolean.TRUE, answer.texts("messages"));
    }

    /** Of a transitive level, the latest version is not all: older registries and some others have no more to offer. */
    private Answer compare(String versions, JsonObject body) throws RegistryUnavailableException {
        try {
            Answer answer = http.post(versions + "?verbose=true", body);
            if (answer.status() != METHOD_NOT_ALLOWED) {
                return answer;
            }
        } catch (RegistryUnavailableException e) {
            int status = e.status().orElse(0);
            if (status != NOT_FOUND && status != METHOD_NOT_ALLOWED) {
                throw e;
            }
        }
        return http.post(versions + "/latest?verbose=true", body);
    }

    private boolean isKnownToBeUnknown(int id) {
        return unknownSince
                .get(id)
                .filter(since -> nanoClock.getAsLong() - since < unknownForNanos)
                .isPresent();
    }

    /** The id by subject and schema only: the registry may have normalised the text that it keeps under the id. */
    private int remember(SubjectSchema key, Answer answer) throws RegistryUnavailableException {
        int value = answer.number("id").orElseThrow(() -> incomplete("id", answer));
        ids.put(key, value);
        unknownSince.remove(value);
        return value;
    }

    private static boolean hasCode(Answer answer, int code) {
        return answer.errorCode().orElse(0) == code;
    }

    private static JsonObject body(RegisteredSchema schema) {
        JsonObject.Builder body = JsonObject.builder().put("schema", schema.text());
        if (schema.type() != RegisteredSchema.Type.AVRO) {
            body.put("schemaType", schema.type().name());
        }
        return body.build();
    }

    private static UnknownSchemaException unknown(int id, OptionalInt status, OptionalInt errorCode) {
        return new UnknownSchemaException(
                "Expected a schema id that the Schema Registry knows, but got " + id
                        + "; register the schema in the registry that this installation uses.",
                status,
                errorCode);
    }

    private static SchemaRefusedException refused(String action, Answer answer) {
        return new SchemaRefusedException(
                "Expected to " + action + ", but the registry answered " + RegistryAdvice.of(answer),
                OptionalInt.of(answer.status()),
                answer.errorCode());
    }

    static RegistryUnavailableException incomplete(String field, Answer answer) {
        return new RegistryUnavailableException(
                "Expected the Schema Registry to answer with \"" + field
                        + "\", but it is missing or of the wrong type.",
                OptionalInt.of(answer.status()),
                answer.errorCode());
    }
}
