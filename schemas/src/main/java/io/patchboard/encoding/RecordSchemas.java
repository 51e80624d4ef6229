package io.patchboard.encoding;

import io.patchboard.record.CommandKinds;
import io.patchboard.record.CommittedEvent;
import io.patchboard.record.EventKinds;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.text.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * The Avro schemas of the contract, by record name and by fingerprint. They are version 1.
 *
 * <p>Data names the fingerprint of the schema that it was written with. Whoever changes a schema keeps its text of
 * before and lets its fingerprint be found here, too, so that old data stays readable without a registry.
 */
public final class RecordSchemas {

    /** Record types of the topic {@code commands}. */
    public static final List<String> COMMANDS = CommandKinds.TYPES;

    /** Record types of the topic {@code proposals}. */
    public static final List<String> PROPOSALS = List.of("PatchProposal");

    /** Record types of the topic {@code committed}. */
    public static final List<String> COMMITTED = EventKinds.types(CommittedEvent.class);

    /** Record types of the topic {@code rejected}. */
    public static final List<String> REJECTED = EventKinds.types(RejectedEvent.class);

    /** Record types of the topics {@code invocations.<queue>}. */
    public static final List<String> INVOCATIONS = EventKinds.types(WorkerInvoked.class);

    /** Record types of the three kinds of output topics: the entries of a board's log. */
    public static final List<String> ENTRIES = concat(List.of(COMMITTED, REJECTED, INVOCATIONS));

    /** Every record type of the contract. */
    public static final List<String> ALL = concat(List.of(COMMANDS, PROPOSALS, ENTRIES));

    private static final Map<String, Schema> BY_TYPE =
            ALL.stream().collect(Collectors.toUnmodifiableMap(type -> type, type -> parse("/avro/" + type + ".avsc")));

    /** Texts of schemas as they were before a field was added: data that names them is still read. */
    private static final List<String> FORMER = List.of(
            "AmendBlueprint-1",
            "BlueprintAmended-1",
            "BlueprintAmended-2",
            "BlueprintAmended-3",
            "BoardCancelled-1",
            "BoardCancelled-2",
            "BoardCancelled-3",
            "BoardCancelled-4",
            "BoardCancelled-5",
            "BoardCancelled-6",
            "BoardCompleted-1",
            "BoardCompleted-2",
            "BoardCompleted-3",
            "BoardCompleted-4",
            "BoardCreated-1",
            "BoardCreated-2",
            "BoardCreated-3",
            "BoardCreated-4",
            "BoardCreated-5",
            "BoardCreated-6",
            "BoardCreated-7",
            "BoardCreated-8",
            "BoardEdited-1",
            "BoardHalted-1",
            "BoardHalted-2",
            "BoardHalted-3",
            "BoardHalted-4",
            "BoardMarked-1",
            "BoardPaused-1",
            "BoardPaused-2",
            "BoardPaused-3",
            "BoardReopened-1",
            "BoardReopened-2",
            "BoardReopened-3",
            "BoardReopened-4",
            "BoardRestored-1",
            "BoardRestored-2",
            "BoardRestored-3",
            "BoardResumed-1",
            "BoardResumed-2",
            "BoardResumed-3",
            "BranchStopped-1",
            "BranchStopped-2",
            "CancelBoard-1",
            "CancelBoard-2",
            "CircuitTripped-1",
            "CircuitTripped-2",
            "CircuitTripped-3",
            "CircuitTripped-4",
            "CommandRejected-1",
            "CommandRejected-2",
            "CommandRejected-3",
            "CompensationStarted-1",
            "CreateBoard-1",
            "CreateBoard-2",
            "CreateBoard-3",
            "CreateBoard-4",
            "CreateBoard-5",
            "CreateBoard-6",
            "CreateBoard-7",
            "CreateBoard-8",
            "Decide-1",
            "Decide-2",
            "Decide-3",
            "Decided-1",
            "Decided-2",
            "Decided-3",
            "Decided-4",
            "EditBoard-1",
            "MarkBoard-1",
            "NeedsPerson-1",
            "NeedsPerson-2",
            "NeedsPerson-3",
            "PatchCommitted-1",
            "PatchCommitted-2",
            "PatchCommitted-3",
            "PatchCommitted-4",
            "PatchCommitted-5",
            "PatchCommitted-6",
            "PatchCommitted-7",
            "PatchCommitted-8",
            "PatchCommitted-9",
            "PatchHeld-1",
            "PatchHeld-2",
            "PatchHeld-3",
            "PatchHeld-4",
            "PatchHeld-5",
            "PatchHeld-6",
            "PatchProposal-1",
            "PatchProposal-2",
            "PatchProposal-3",
            "PatchProposal-4",
            "PatchProposal-5",
            "PatchProposal-6",
            "PatchProposal-7",
            "PatchRejected-1",
            "PatchRejected-2",
            "PatchRejected-3",
            "PatchRejected-4",
            "PatchRejected-5",
            "PatchRejected-6",
            "PatchRejected-7",
            "PauseBoard-1",
            "PauseBoard-2",
            "ReopenBoard-1",
            "ReopenBoard-2",
            "RestoreBoard-1",
            "RestoreBoard-2",
            "RestoreBoard-3",
            "ResumeBoard-1",
            "ResumeBoard-2",
            "TriggerHeld-1",
            "TriggerHeld-2",
            "TriggerHeld-3",
            "TriggerHeld-4",
            "WorkerInvoked-1",
            "WorkerInvoked-2",
            "WorkerInvoked-3",
            "WorkerInvoked-4",
            "WorkerInvoked-5",
            "WorkerInvoked-6",
            "WorkerInvoked-7");

    private static final Map<Long, Schema> BY_FINGERPRINT = Stream.concat(
                    BY_TYPE.values().stream(), FORMER.stream().map(name -> parse("/avro/former/" + name + ".avsc")))
            .collect(Collectors.toUnmodifiableMap(SchemaNormalization::parsingFingerprint64, schema -> schema));

    private RecordSchemas() {}

    private static Schema parse(String resource) {
        return new Schema.Parser().parse(Resources.text(RecordSchemas.class, resource));
    }

    /** @throws IllegalArgumentException if the contract has no record of this name */
    static Schema schema(String type) {
        return find(type)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Expected a record type of the contract, but got \"" + type + "\"."));
    }

    /** The Avro schema's JSON, for a registry or for a program in another language. */
    public static String text(String type) {
        return schema(type).toString();
    }

    static Optional<Schema> find(String type) {
        return Optional.ofNullable(BY_TYPE.get(type));
    }

    static Optional<Schema> byFingerprint(long fingerprint) {
        return Optional.ofNullable(BY_FINGERPRINT.get(fingerprint));
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
