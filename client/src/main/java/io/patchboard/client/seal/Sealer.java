package io.patchboard.client.seal;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.SealedValue;
import io.patchboard.record.Signable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Seals what is marked in what is to be sent. Connects when there is something. Safe for use by several threads. */
public final class Sealer implements AutoCloseable {

    private static final int ID_BYTES = 16;
    private static final Set<String> MEMBERS = Set.of("subject", "value");

    private final KeyTopic keys;

    public Sealer(KafkaConnection connection) {
        this.keys = new KeyTopic(connection);
    }

    /**
     * A value without anything {@code $unsealed} in it. Kafka has the keys then.
     *
     * @param boardId the board that it is sent to
     * @throws SealException if something is marked that cannot be sealed
     * @throws org.apache.kafka.common.KafkaException if the keys cannot be written
     */
    public Json seal(String boardId, Json value) {
        if (!SealedValue.hasUnsealed(value)) {
            return value;
        }
        Map<String, Fresh> fresh = new LinkedHashMap<>();
        Json closed = Replacing.in(value, one -> closed(boardId, one, fresh));
        Map<String, KeyEntry> written = new LinkedHashMap<>();
        fresh.values().forEach(key -> written.put(key.id(), key.entry()));
        keys.write(written);
        return closed;
    }

    /**
     * Looks at a request before it is sealed.
     *
     * @throws SealException if something is plain in the input of a board where its blueprint asks for it sealed, or is
     *     not what that asks for, or takes too long to be checked
     */
    public static void check(BoardRecord request) {
        if (request instanceof CreateBoard create) {
            PlainCheck.input(create.blueprint(), create.input());
        }
    }

    /**
     * The JSON form of a request, sealed.
     *
     * @throws SealException as {@link #seal(String, Json)} does, and if something would have to be sealed of what is
     *     signed as it is
     */
    public Json seal(BoardRecord request) {
        Json json = request.toJson();
        if (request instanceof Signable signed && signed.signature().isPresent() && SealedValue.hasUnsealed(json)) {
            throw signed();
        }
        return seal(request.boardId(), json);
    }

    private static SealException signed() {
        return new SealException("Expected what is signed to be sealed before, since its signature would not be right"
                + " after, but it has something $unsealed. \"patchboard seal\" seals a value. Nothing was sent.");
    }

    /**
     * A worker's patch, sealed. What it was shown opened, and has left as it was, is what it was before.
     *
     * @param shown to the worker
     * @param isSigned whether it is the worker's own signature that it goes out with
     * @throws SealException as {@link #left} and {@link #seal(String, Json)}
     */
    public Json seal(String boardId, Json patch, Opener.Opened shown, boolean isSigned) {
        return seal(boardId, left(patch, shown, isSigned));
    }

    /**
     * A worker's patch before it is sealed. What the worker was shown opened, and has left as it was, is what it was
     * before.
     *
     * @param shown to the worker
     * @param isSigned whether it is the worker's own signature that it goes out with
     * @throws SealException if something is plain where the view's schema asks for it sealed, or is not what that asks
     *     for, or takes too long to be checked; or if what is signed would be changed
     */
    public static Json left(Json patch, Opener.Opened shown, boolean isSigned) {
        Json left = shown.closed().isEmpty() ? patch : Replacing.in(patch, one -> asItWas(one, shown));
        PlainCheck.patch(shown.schema(), left);
        if (isSigned && (SealedValue.hasUnsealed(left) || !left.equals(patch))) {
            throw signed();
        }
        return left;
    }

    private static Optional<Json> asItWas(Json value, Opener.Opened shown) {
        return value instanceof JsonObject object && object.size() == 1
                ? Optional.ofNullable(shown.closed().get(value.digest())).map(SealedValue::toJson)
                : Optional.empty();
    }

    /** A key of a subject in this request. */
    private record Fresh(String id, KeyEntry.Live entry) {

        static Fresh of(String boardId, String subject) {
            return new Fresh(Aes.newText(ID_BYTES), new KeyEntry.Live(boardId, subject, Aes.newKey()));
        }
    }

    private static Optional<Json> closed(String boardId, Json marked, Map<String, Fresh> fresh) {
        if (!(marked instanceof JsonObject object) || !object.has(SealedValue.UNSEALED)) {
            return Optional.empty();
        }
        if (object.size() != 1
                || !(object.get(SealedValue.UNSEALED).orElseThrow() instanceof JsonObject plain)
                || !plain.names().equals(MEMBERS)
                || !(plain.get("subject").orElseThrow() instanceof JsonString subject)
                || !SealedValue.isSubject(subject.value())) {
            throw new SealException(
                    "Expected what is to be sealed as {\"$unsealed\": {\"subject\": S, \"value\": V}}, with"
                            + " a subject of 1 to 128 letters, digits and . _ : @ + -, but got it in another form.");
        }
        Json value = plain.get("value").orElseThrow();
        if (!BlobHandle.in(value).isEmpty()) {
            throw new SealException(
                    "Expected no blob in what is to be sealed: its bytes are not sealed, and are removed,"
                            + " as nobody can tell that they are named. Leave its handle unsealed."
                            + " Nothing was sent.");
        }
        Fresh key = fresh.computeIfAbsent(subject.value(), name -> Fresh.of(boardId, name));
        return Optional.of(Aes.seal(key.entry(), key.id(), value).toJson());
    }

    @Override
    public void close() {
        keys.close();
    }
}
