package io.patchboard.kernel.stream;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.Command;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.ProposalKey;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.text.Cut;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Makes an {@link Input} of any bytes; stage {@code DECODE}.
 *
 * <p>Every input belongs to the log of a board, and that is the one in the record's key, because the key decides which
 * task sees it. A record without a usable key, or too large to be anybody's, goes to a log of its partition,
 * {@code !partition-N}, which nobody can create a board on.
 */
public final class InputReader {

    /** Where some serializers put the schema id that others put before the data. */
    static final String SCHEMA_ID_HEADER = "__value_schema_id";

    /**
     * Less deep than what readers of the log accept, because a rejection holds its proposal one level deeper; with no
     * more objects and arrays than a state may have; and with values that leave room, within 64 MB and four times the
     * record's bytes, for what is done with them. That much is no state of tiny values that a board may have.
     */
    public static final JsonLimits LIMITS = JsonLimits.SENT
            .withMaxBytes(ContractLimits.MAX_RECORD_BYTES)
            .withMaxDepth(120)
            .withMaxContainers(Limits.DEFAULT.stateContainers());

    private static final Rejection POISON = Rejection.of(
            RejectionCode.INTERNAL_ERROR,
            "",
            "Expected to decide on this input, but the kernel's process ended again and again while it did (poison); it is"
                    + " not tried again. The board is as it was.");

    /** Characters of a board id that is not the key. */
    private static final int MOST_QUOTED = 100;

    private static final long REGISTRY_PAUSE_MILLIS = 250;

    private final RecordDecoder decoder;
    private final Supplier<Duration> registryPatience;

    /** Reads what needs no registry. */
    public InputReader(RecordDecoder decoder) {
        this(decoder, () -> Duration.ZERO);
    }

    /**
     * @param registryPatience how long to wait for a registry before the input is to be read another time, asked again
     * and again
     */
    public InputReader(RecordDecoder decoder, Supplier<Duration> registryPatience) {
        this.decoder = decoder;
        this.registryPatience = registryPatience;
    }

    /** An input and the board in whose log it belongs. */
    public record Addressed(String boardId, Input input) {}

    public Addressed read(boolean command, byte[] key, byte[] value, int partition) {
        return BoardKeys.boardId(key)
                .map(boardId -> new Addressed(boardId, read(command, boardId, value)))
                .orElseGet(() -> new Addressed(
                        partitionLog(partition),
                        refused(command, Rejection.of(RejectionCode.KEY, "", BoardKeys.expected()), value)));
    }

    /** Reads a record that is in another board's partition and too large to be put right. */
    Addressed readStray(boolean command, byte[] value, int partition) {
        Rejection tooLarge = Rejection.of(RejectionCode.SIZE, "", tooLarge(value));
        return new Addressed(partitionLog(partition), refused(command, tooLarge, value));
    }

    /** What came may be a record, but it is not where one is looked for; so it ends nothing, whatever it says. */
    private Input refused(boolean command, Rejection rejection, byte[] value) {
        try {
            JsonObject json = command
                    ? decoder.decodeCommand(value).toJson()
                    : decoder.decodeProposal(value).toJson();
            return undecodable(command, rejection, Optional.of(json), json, false, value);
        } catch (DecodeException e) {
            return undecodable(command, rejection, e.json(), e.texts(), false, value);
        } catch (RegistryUnavailableException e) {
            return undecodable(command, rejection, Optional.empty(), JsonObject.EMPTY, false, value);
        }
    }

    /**
     * Reads a record with which the process has ended, so far as that is safe, for its rejection. If the process ended
     * when the board was loaded, the board must be left alone, and the partition's log has the rejection.
     */
    Addressed readPoison(boolean command, byte[] key, byte[] value, int partition, Attempts.Step ended) {
        Optional<String> boardId = BoardKeys.boardId(key);
        boolean isSafe = ended != Attempts.Step.READ && boardId.isPresent() && Routing.isForwardable(value);
        Input input = isSafe
                ? read(command, boardId.get(), value)
                : undecodable(command, POISON, Optional.empty(), JsonObject.EMPTY, false, value);
        return new Addressed(
                boardId.filter(id -> ended != Attempts.Step.LOAD).orElseGet(() -> partitionLog(partition)),
                input instanceof Input.Undecodable ? input : inPlaceOf(input, POISON));
    }

    /** Data without its id in front could be taken for something else, and readers of rejections have no headers. */
    Addressed refuseIdInHeader(boolean command, byte[] key, byte[] value, int partition) {
        String message =
                "Expected the schema id before the data, as the Confluent wire format has it, but the record has the"
                        + " header " + SCHEMA_ID_HEADER
                        + ". Have the serializer write the id into the payload (value.schema.id.serializer with Confluent's).";
        Rejection rejection = Rejection.of(RejectionCode.SCHEMA_ID_HEADER, "", message);
        return new Addressed(
                BoardKeys.boardId(key).orElse(partitionLog(partition)),
                undecodable(command, rejection, Optional.empty(), JsonObject.EMPTY, false, value));
    }

    private static String partitionLog(int partition) {
        return ContractLimits.RESERVED_BOARD_ID + "partition-" + partition;
    }

    private Input read(boolean command, String boardId, byte[] value) {
        long begun = System.nanoTime();
        while (true) {
            try {
                return decode(command, boardId, value);
            } catch (DecodeException e) {
                Rejection rejection = Rejection.of(e.code(), e.pointer(), e.getMessage());
                return undecodable(command, rejection, e.json(), e.texts(), true, value);
            } catch (RegistryUnavailableException e) {
                if (System.nanoTime() - begun > registryPatience.get().toNanos() || !pause()) {
                    throw new TimeoutException(
                            "The Schema Registry does not answer; later records wait. " + e.getMessage(), e);
                }
            }
        }
    }

    /** Returns false if the thread was asked to stop. */
    private static boolean pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(REGISTRY_PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Input decode(boolean command, String boardId, byte[] value)
            throws DecodeException, RegistryUnavailableException {
        if (command) {
            Command read = decoder.decodeCommand(value);
            JsonObject json = Echo.withoutBlueprint(read.toJson());
            return mismatch(boardId, read.boardId(), true, json, value)
                    .orElseGet(() -> new Input.Commanded(read, Echo.echo(json, value)));
        }
        PatchProposal read = decoder.decodeProposal(value);
        JsonObject json = read.toJson();
        return mismatch(boardId, read.boardId(), false, json, value)
                .orElseGet(() -> new Input.Proposed(read, Echo.echo(json, value)));
    }

    /** The input that stands for one on which the kernel failed, because of a defect of its own. */
    static Input undecidable(Input input, Throwable failure) {
        return inPlaceOf(
                input,
                Rejection.of(
                        RejectionCode.INTERNAL_ERROR,
                        "",
                        "Expected to decide on this input, but the kernel failed ("
                                + failure.getClass().getSimpleName()
                                + "); its log has the details. The board is as it was."));
    }

    /** The input that stands for one from which more would follow than fits into a record. */
    static Input oversized(Input input, Prepared.OversizedException failure) {
        return inPlaceOf(input, Rejection.of(RejectionCode.RECORD_BYTES, "", failure.getMessage()));
    }

    /** It ends nothing: who knows whether what follows from the end of an invocation can be written down. */
    private static Input inPlaceOf(Input input, Rejection rejection) {
        if (input instanceof Input.Proposed proposed) {
            return new Input.Undecodable(false, Input.Ids.of(proposed.proposal()), false, rejection, proposed.echo());
        } else if (input instanceof Input.Commanded commanded) {
            return new Input.Undecodable(true, Input.Ids.of(commanded.command()), false, rejection, commanded.echo());
        } else if (input instanceof Input.Undecodable undecodable && undecodable.isAnswer()) {
            return new Input.Undecodable(
                    undecodable.command(), undecodable.ids(), false, undecodable.rejection(), undecodable.echo());
        }
        throw new IllegalArgumentException("Expected an input that can be rejected, but got " + input + ".");
    }

    /** @param texts that say who sent it */
    private static Input undecodable(
            boolean command,
            Rejection rejection,
            Optional<JsonObject> json,
            JsonObject texts,
            boolean isAnswer,
            byte[] value) {
        Input.Ids ids = new Input.Ids(
                id(texts, command ? "commandId" : "proposalId"), id(texts, "worker"), id(texts, "invocationId"));
        Json echo = json.map(object -> Echo.echo(Echo.withoutBlueprint(object), value))
                .orElseGet(() -> Echo.excerpt(value, ids.invocation()));
        return new Input.Undecodable(command, ids, isAnswer && !command, rejection, echo);
    }

    private static Optional<String> id(JsonObject object, String name) {
        return JsonPlace.of(object).text(name).filter(ProposalKey::isId);
    }

    private static String tooLarge(byte[] value) {
        return "Expected a record of less than " + ContractLimits.MAX_RECORD_BYTES + " bytes, but got " + value.length
                + ".";
    }

    private static Optional<Input> mismatch(
            String key, String boardId, boolean command, JsonObject json, byte[] value) {
        if (key.equals(boardId)) {
            return Optional.empty();
        }
        String message = "Expected the record's key to be its board id, but the key is \"" + key
                + "\" and boardId is \"" + Cut.shortened(boardId, MOST_QUOTED) + "\".";
        Rejection rejection = Rejection.of(RejectionCode.KEY_MISMATCH, "/boardId", message);
        return Optional.of(undecodable(command, rejection, Optional.of(json), json, true, value));
    }
}
