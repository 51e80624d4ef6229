package io.patchboard.kernel.stream;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.decide.Input;
import io.patchboard.record.Command;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.registry.RegistryUnavailableException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Makes an {@link Input} of any bytes; stage {@code DECODE}.
 *
 * <p>Every input belongs to the log of a board, and that is the one in the record's key, because the key decides which
 * task sees it. A record without a usable key, or too large to be anybody's, goes to a log of its partition, {@code !partition-N}, which nobody can
 * create a board on.
 */
public final class InputReader {

    /** Less deep than what readers of the log accept, because a rejection holds its proposal one level deeper. */
    public static final JsonLimits LIMITS =
            JsonLimits.DEFAULT.withMaxBytes(RecordSizes.MAX_RECORD_BYTES).withMaxDepth(120);

    /** A rejection repeats what it rejects only up to this size of JSON text, in characters. */
    private static final int MAX_ECHO_CHARS = 64 * 1024;

    /** JSON text has at most so many characters for each byte of the canonical one, in which {@code 1e+99} has five. */
    private static final int MOST_EXPANSION = 20;

    /** Of what is larger or not JSON, the beginning. */
    private static final int EXCERPT_BYTES = 200;

    private static final int MAX_KEY_BYTES = 800;
    private static final char RESERVED = '!';

    /**
     * How long a registry is waited for before the task is given up, which costs a restore of its stores. With the last
     * request (5 s by default) it stays below the transaction's timeout of 10 s: the transaction is the thread's, and what
     * its other tasks have written waits too.
     */
    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(4);

    private static final long REGISTRY_PAUSE_MILLIS = 250;

    private final RecordDecoder decoder;
    private final Duration registryPatience;

    public InputReader(RecordDecoder decoder) {
        this(decoder, REGISTRY_PATIENCE);
    }

    InputReader(RecordDecoder decoder, Duration registryPatience) {
        this.decoder = decoder;
        this.registryPatience = registryPatience;
    }

    /** An input and the board in whose log it belongs. */
    public record Addressed(String boardId, Input input) {}

    public Addressed read(boolean command, byte[] key, byte[] value, int partition) {
        Optional<String> boardId = boardId(key);
        if (boardId.isEmpty()) {
            return new Addressed(
                    partitionLog(partition), undecodable(command, "key", "", badKey(), Optional.empty(), value));
        }
        return new Addressed(boardId.get(), read(command, boardId.get(), value));
    }

    /** Reads a record that is in another board's partition and too large to be put right. */
    Addressed readStray(boolean command, byte[] value, int partition) {
        return new Addressed(
                partitionLog(partition), undecodable(command, "size", "", tooLarge(value), Optional.empty(), value));
    }

    private static String partitionLog(int partition) {
        return RESERVED + "partition-" + partition;
    }

    private Input read(boolean command, String boardId, byte[] value) {
        long giveUp = System.nanoTime() + registryPatience.toNanos();
        while (true) {
            try {
                return decode(command, boardId, value);
            } catch (DecodeException e) {
                return undecodable(command, e.code(), e.pointer(), e.getMessage(), e.json(), value);
            } catch (RegistryUnavailableException e) {
                if (System.nanoTime() - giveUp > 0 || !pause()) {
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
            JsonObject json = withoutBlueprint(read.toJson());
            return mismatch(boardId, read.boardId(), true, json, value)
                    .orElseGet(() -> new Input.Commanded(read, echo(json, value)));
        }
        PatchProposal read = decoder.decodeProposal(value);
        JsonObject json = read.toJson();
        return mismatch(boardId, read.boardId(), false, json, value)
                .orElseGet(() -> new Input.Proposed(read, echo(json, value)));
    }

    /** The input that stands for one on which the kernel failed, because of a defect of its own. */
    static Input undecidable(Input input, Throwable failure) {
        return inPlaceOf(
                input,
                Rejection.of(
                        Stage.DECODE,
                        "internal-error",
                        "",
                        "Expected to decide on this input, but the kernel failed ("
                                + failure.getClass().getSimpleName()
                                + "); its log has the details. The board is as it was."));
    }

    /** The input that stands for one from which more would follow than fits into a record. */
    static Input oversized(Input input, Prepared.OversizedException failure) {
        return inPlaceOf(input, Rejection.of(Stage.BUDGET, "record-bytes", "", failure.getMessage()));
    }

    private static Input inPlaceOf(Input input, Rejection rejection) {
        if (input instanceof Input.Proposed proposed) {
            return new Input.Undecodable(
                    false,
                    Optional.of(proposed.proposal().proposalId()),
                    Optional.of(proposed.proposal().worker()),
                    rejection,
                    proposed.echo());
        } else if (input instanceof Input.Commanded commanded) {
            return new Input.Undecodable(
                    true, Optional.of(commanded.command().commandId()), Optional.empty(), rejection, commanded.echo());
        }
        throw new IllegalArgumentException("Expected an input that can be rejected, but got " + input + ".");
    }

    private static Input undecodable(
            boolean command, String code, String pointer, String message, Optional<JsonObject> json, byte[] value) {
        Rejection rejection = Rejection.of(Stage.DECODE, code, pointer, message);
        Optional<String> id = json.flatMap(object -> text(object, command ? "commandId" : "proposalId"));
        Optional<String> worker = json.flatMap(object -> text(object, "worker"));
        Json echo = json.map(object -> echo(withoutBlueprint(object), value)).orElseGet(() -> excerpt(value));
        return new Input.Undecodable(command, shortEnough(id), shortEnough(worker), rejection, echo);
    }

    private static Optional<String> shortEnough(Optional<String> id) {
        return id.filter(text -> !text.isEmpty() && text.length() <= 200);
    }

    private static Optional<String> text(JsonObject object, String name) {
        return object.get(name)
                .flatMap(value -> value instanceof JsonString string ? Optional.of(string.value()) : Optional.empty());
    }

    /** A blueprint can be large, and who sent it has it. */
    private static JsonObject withoutBlueprint(JsonObject command) {
        return command.without("blueprint");
    }

    private static Json echo(JsonObject json, byte[] value) {
        boolean small = json.canonicalBytes() * MOST_EXPANSION <= MAX_ECHO_CHARS;
        return small || JsonWriter.compact(json).length() <= MAX_ECHO_CHARS ? json : excerpt(value);
    }

    private static Json excerpt(byte[] value) {
        byte[] bytes = value == null ? new byte[0] : value;
        String beginning =
                new String(Arrays.copyOf(bytes, Math.min(bytes.length, EXCERPT_BYTES)), StandardCharsets.UTF_8);
        return JsonObject.builder()
                .put("bytes", bytes.length)
                .put("sha256", CanonicalJson.sha256(bytes))
                .put("beginning", beginning)
                .build();
    }

    /** The board that a key names; absent if the key is none. */
    static Optional<String> boardId(byte[] key) {
        if (key == null || key.length == 0 || key.length > MAX_KEY_BYTES) {
            return Optional.empty();
        }
        try {
            String id = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
            return id.charAt(0) == RESERVED || hasControls(id) ? Optional.empty() : Optional.of(id);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean hasControls(String id) {
        for (int i = 0; i < id.length(); i++) {
            if (id.charAt(i) < ' ') {
                return true;
            }
        }
        return false;
    }

    private static String tooLarge(byte[] value) {
        return "Expected a record of less than " + RecordSizes.MAX_RECORD_BYTES + " bytes, but got " + value.length
                + ".";
    }

    private static String badKey() {
        return "Expected the board id as the record's key, in UTF-8, 1 to " + MAX_KEY_BYTES
                + " bytes, without control characters and not beginning with \"" + RESERVED
                + "\", but got another key.";
    }

    private static Optional<Input> mismatch(
            String key, String boardId, boolean command, JsonObject json, byte[] value) {
        if (key.equals(boardId)) {
            return Optional.empty();
        }
        String message = "Expected the record's key to be its board id, but the key is \"" + key
                + "\" and boardId is \"" + abbreviate(boardId) + "\".";
        return Optional.of(undecodable(command, "key-mismatch", "/boardId", message, Optional.of(json), value));
    }

    private static String abbreviate(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "...";
    }
}
