package io.patchboard.encoding;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * The Avro schemas of the contract, by record name and by fingerprint.
 *
 * <p>Readers know the fingerprints of the current schemas and of every older version, so that old data stays readable
 * without a registry. When a schema changes, its former version goes into {@link #OLDER}.
 */
public final class RecordSchemas {

    /** Record types of the topic {@code commands}. Here and below, a new one comes last: {@link TopicSchema} says why. */
    public static final List<String> COMMANDS = List.of("CreateBoard", "PauseBoard", "ResumeBoard", "CancelBoard");

    /** Record types of the topic {@code proposals}. */
    public static final List<String> PROPOSALS = List.of("PatchProposal");

    /** Record types of the topic {@code committed}. */
    public static final List<String> COMMITTED = List.of(
            "BoardCreated",
            "PatchCommitted",
            "TriggerHeld",
            "BranchStopped",
            "CircuitTripped",
            "BudgetWarning",
            "BoardPaused",
            "BoardResumed",
            "BoardCompleted",
            "BoardHalted",
            "BoardCancelled");

    /** Record types of the topic {@code rejected}. */
    public static final List<String> REJECTED = List.of("PatchRejected", "CommandRejected");

    /** Record types of the topics {@code invocations.<queue>}. */
    public static final List<String> INVOCATIONS = List.of("WorkerInvoked");

    /** Record types of the three kinds of output topics: the entries of a board's log. */
    public static final List<String> ENTRIES = concat(List.of(COMMITTED, REJECTED, INVOCATIONS));

    /** Every record type of the contract. */
    public static final List<String> ALL = concat(List.of(COMMANDS, PROPOSALS, ENTRIES));

    /** Resources with former versions of schemas, such as {@code /avro/older/PatchProposal-1.avsc}. */
    private static final List<String> OLDER = List.of(
            "/avro/older/PatchProposal-1.avsc",
            "/avro/older/PatchCommitted-1.avsc",
            "/avro/older/PatchRejected-1.avsc",
            "/avro/older/WorkerInvoked-1.avsc",
            "/avro/older/BoardCreated-1.avsc",
            "/avro/older/PatchCommitted-2.avsc",
            "/avro/older/BoardCompleted-1.avsc",
            "/avro/older/BoardHalted-1.avsc",
            "/avro/older/BoardCancelled-1.avsc",
            "/avro/older/PatchProposal-2.avsc",
            "/avro/older/PatchCommitted-3.avsc",
            "/avro/older/PatchRejected-2.avsc",
            "/avro/older/PatchRejected-3.avsc");

    /** The schemas that this program was built with. */
    static final RecordSchemas CURRENT = load();

    private final Map<String, Schema> byType;
    private final Map<Long, Schema> byFingerprint;

    private RecordSchemas(Map<String, Schema> byType, List<Schema> older) {
        this.byType = Map.copyOf(byType);
        this.byFingerprint = Stream.concat(byType.values().stream(), older.stream())
                .collect(Collectors.toUnmodifiableMap(SchemaNormalization::parsingFingerprint64, schema -> schema));
    }

    private static RecordSchemas load() {
        Map<String, Schema> schemas = new LinkedHashMap<>();
        ALL.forEach(type -> schemas.put(type, parse("/avro/" + type + ".avsc")));
        return new RecordSchemas(
                schemas, OLDER.stream().map(RecordSchemas::parse).toList());
    }

    private static Schema parse(String resource) {
        try (InputStream in = RecordSchemas.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("Expected the resource " + resource + ", but there is none.");
            }
            return new Schema.Parser().parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** These schemas, with one that data may also have been written with. */
    RecordSchemas withOlder(Schema older) {
        List<Schema> others = new ArrayList<>(byFingerprint.values());
        others.removeAll(byType.values());
        others.add(older);
        return new RecordSchemas(byType, others);
    }

    /** @throws IllegalArgumentException if the contract has no record of this name */
    static Schema schema(String type) {
        return CURRENT.find(type)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Expected a record type of the contract, but got \"" + type + "\"."));
    }

    /** The Avro schema's JSON, for a registry or for a program in another language. */
    public static String text(String type) {
        return schema(type).toString();
    }

    Optional<Schema> find(String type) {
        return Optional.ofNullable(byType.get(type));
    }

    Optional<Schema> byFingerprint(long fingerprint) {
        return Optional.ofNullable(byFingerprint.get(fingerprint));
    }

    /** One schema for records of several types; the record's own where there is one. */
    static Schema union(List<String> types) {
        List<Schema> branches = types.stream().map(RecordSchemas::schema).toList();
        return branches.size() == 1 ? branches.get(0) : Schema.createUnion(branches);
    }

    private static List<String> concat(List<List<String>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }
}
