package io.patchboard.kernel.decide.dispatch;

import io.patchboard.record.Child;
import io.patchboard.sign.Hmac;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Makes invocation ids that nobody can guess and everybody who has the key can make again: 128 bits of
 * HMAC-SHA-256 over board, worker, sequence and attempt.
 *
 * <p>Knowing an id is the right to answer it, so the key must be as secret as the boards are. Replay needs no key: the
 * ids stand in the log.
 */
public final class InvocationIds {

    /** The least that a secret may have. */
    public static final int MIN_KEY_BYTES = 16;

    private static final String PREFIX = "inv-";
    private static final int ID_BYTES = 16;

    private final byte[] key;
    private final Given given;

    /** Ids that a log gave to invocations already, for who decides once more what it tells of. */
    public interface Given {

        /** The next one for a worker and attempt; absent if the log has none. */
        Optional<String> next(String worker, long attempt);
    }

    /** @param secret at least 16 bytes */
    public InvocationIds(byte[] secret) {
        this(secret, (worker, attempt) -> Optional.empty());
    }

    /** As the other; ids that were given before are given again. */
    public InvocationIds(byte[] secret, Given given) {
        if (secret.length < MIN_KEY_BYTES) {
            throw new IllegalArgumentException(
                    "Expected a secret of at least " + MIN_KEY_BYTES + " bytes, but got " + secret.length + ".");
        }
        this.given = given;
        this.key = secret.clone();
    }

    public String id(String boardId, String worker, long sequence, long attempt) {
        return given.next(worker, attempt).orElseGet(() -> PREFIX + make(boardId, worker, sequence, attempt));
    }

    /** Of an invocation that a board of its own is to answer: the id says so. */
    String ofBoard(String boardId, String worker, long sequence, long attempt) {
        return given.next(worker, attempt)
                .orElseGet(() -> Child.INVOCATION_PREFIX + make(boardId, worker, sequence, attempt));
    }

    private String make(String boardId, String worker, long sequence, long attempt) {
        String message = boardId + '\0' + worker + '\0' + sequence + '\0' + attempt;
        byte[] code = Hmac.of(key, message.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(code, 0, ID_BYTES);
    }
}
